#!/usr/bin/env python3
"""mkpackage.py - a small package of one manager's, for the real one to install.

    mkpackage.py apk DIR NAME VERSION FILE...        NAME-VERSION.apk
    mkpackage.py conda DIR NAME VERSION=BUILD FILE...  NAME-VERSION-BUILD.tar.bz2
    mkpackage.py bdb DIR RPMDB                       Packages, of an rpmdb.sqlite

Each file holds a byte or two.
"""
import gzip
import hashlib
import io
import json
import os
import sqlite3
import struct
import sys
import tarfile

BODY = b"x\n"


def member(name, data, headers=None):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    info.pax_headers = headers or {}
    return info.tobuf(tarfile.PAX_FORMAT) + data + b"\0" * (-len(data) % 512)


def directories(files):
    """Of these files, each before what is in it."""
    out = set()
    for name in files:
        while os.path.dirname(name):
            name = os.path.dirname(name)
            out.add(name)
    return sorted(out)


def directory(name):
    info = tarfile.TarInfo(name)
    info.type, info.mode = tarfile.DIRTYPE, 0o755
    return info.tobuf(tarfile.PAX_FORMAT)


def make_apk(out, name, version, *files):
    """Format 2: the control part has no end marker."""
    checksum = {"APK-TOOLS.checksum.SHA1": hashlib.sha1(BODY).hexdigest()}
    data = b"".join(directory(d) for d in directories(files))
    data += b"".join(member(f, BODY, checksum) for f in files)
    data = gzip.compress(data + b"\0" * 1024)
    control = ("pkgname = %s\npkgver = %s\npkgdesc = a test\nurl = -\n"
               "size = 1\narch = x86_64\nlicense = -\ndatahash = %s\n"
               % (name, version, hashlib.sha256(data).hexdigest()))
    with open(os.path.join(out, "%s-%s.apk" % (name, version)), "wb") as f:
        f.write(gzip.compress(member(".PKGINFO", control.encode())) + data)


def make_conda(out, name, version, *files):
    version, build = version.split("=")
    index = {"name": name, "version": version, "build": build,
             "build_number": 0, "depends": [], "subdir": "linux-64"}
    paths = {"paths_version": 1, "paths": [
        {"_path": f, "path_type": "hardlink", "size_in_bytes": len(BODY),
         "sha256": hashlib.sha256(BODY).hexdigest()} for f in files]}
    members = {"info/index.json": json.dumps(index).encode(),
               "info/files": "".join(f + "\n" for f in files).encode(),
               "info/paths.json": json.dumps(paths).encode()}
    members.update({f: BODY for f in files})
    path = os.path.join(out, "%s-%s-%s.tar.bz2" % (name, version, build))
    with tarfile.open(path, "w:bz2") as tar:
        for key, data in members.items():
            info = tarfile.TarInfo(key)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))


def make_bdb(out, rpmdb):
    """By libdb itself; rpm can't write it any more."""
    from bsddb3 import db
    rows = sqlite3.connect(rpmdb).execute("SELECT hnum, blob FROM Packages")
    table = db.DB()
    table.open(os.path.join(out, "Packages"), dbtype=db.DB_HASH,
               flags=db.DB_CREATE)
    table.put(struct.pack("=I", 0), struct.pack("=I", 1 << 20))
    for number, blob in rows:
        table.put(struct.pack("=I", number), blob)
    table.close()


def main():
    makers = {"apk": make_apk, "conda": make_conda, "bdb": make_bdb}
    makers[sys.argv[1]](*sys.argv[2:])


if __name__ == "__main__":
    main()
