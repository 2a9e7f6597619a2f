#!/usr/bin/env python3
"""conda.py - what of conda the tests need, by py-rattler.

    conda.py install CHANNEL PREFIX CACHE SPEC...
    conda.py list PREFIX           NAME VERSION BUILD of each package
"""
import asyncio
import glob
import os
import sys

import rattler
from rattler.index import index_fs


async def install(channel, prefix, cache, *specs):
    await index_fs(channel)
    records = await rattler.solve(["file://" + os.path.abspath(channel)],
                                  list(specs), platforms=["linux-64", "noarch"])
    installed = [rattler.PrefixRecord.from_path(p)
                 for p in glob.glob(os.path.join(prefix, "conda-meta/*.json"))]
    await rattler.install(records, os.path.abspath(prefix),
                          cache_dir=os.path.abspath(cache),
                          installed_packages=installed, show_progress=False)


def show(prefix):
    for path in sorted(glob.glob(os.path.join(prefix, "conda-meta/*.json"))):
        r = rattler.PrefixRecord.from_path(path)
        print(r.name.normalized, r.version, r.build)


if __name__ == "__main__":
    if sys.argv[1] == "list":
        show(sys.argv[2])
    else:
        asyncio.run(install(*sys.argv[2:]))
        os._exit(0)  # at the interpreter's end py-rattler may crash
