#!/usr/bin/env python3
"""prefix.py - an image that is cut off is never taken for a whole one.

    prefix.py [SECONDS]      for each archive; default 1, 0: without limit

Builds one small image in every archive shape, layer compression and outer
compression, and feeds every prefix that ends at a multiple of 512 bytes, as a
file, to `facts`; fewer of them on a pipe and to `image`; and as many as the
time allows of those that end in the first and last 1.5 KiB. Each must exit 2
with one line on standard error and no facts; only what is cut off behind the
archive's end marker may be missing, and then nothing may differ.
Prints 'ok ARCHIVE' or 'not ok ARCHIVE'.
"""
import concurrent.futures
import fcntl
import os
import random
import signal
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import mkimage  # noqa: E402

B = os.environ.get("B", "build")
CUDALINT = os.environ.get("CUDALINT", os.path.join(B, "cudalint"))
RECIPE = os.path.join(HERE, "..", "fixtures", "cli", "prefix.img")
WORK = os.path.join(B, "prefix")
RECORD = 10240                  # GNU tar pads archives to this
EDGE = 1536
F_SETPIPE_SZ = 1031
ENV = {"LC_ALL": "C", "PATH": os.environ["PATH"],
       "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "")}


class Run:
    """The program on prefixes of one archive, which only get shorter."""

    def __init__(self, name, data):
        self.data = data
        self.path = os.path.join(WORK, name)
        self.out, self.err = (os.open(self.path + end, os.O_RDWR |
                                      os.O_CREAT | os.O_TRUNC)
                              for end in (".out", ".err"))

    def cut_file(self, n):
        with open(self.path, "r+b") as f:
            f.truncate(n)

    def whole_file(self):
        with open(self.path, "wb") as f:
            f.write(self.data)

    def pipe(self, n):
        """Read end of a pipe that holds the prefix and then ends."""
        r, w = os.pipe()
        fcntl.fcntl(w, F_SETPIPE_SZ, 1 << 20)
        os.write(w, self.data[:n])
        os.close(w)
        return r

    def run(self, command, n, piped):
        """(exit status or -signal, stdout, stderr)"""
        for fd in (self.out, self.err):
            os.ftruncate(fd, 0)
            os.lseek(fd, 0, os.SEEK_SET)
        stdin = self.pipe(n) if piped else os.open(os.devnull, os.O_RDONLY)
        argv = [CUDALINT] + command + ["-" if piped else self.path]
        pid = os.posix_spawn(CUDALINT, argv, ENV, file_actions=[
            (os.POSIX_SPAWN_DUP2, stdin, 0),
            (os.POSIX_SPAWN_DUP2, self.out, 1),
            (os.POSIX_SPAWN_DUP2, self.err, 2)])
        os.close(stdin)
        status = wait(pid)
        return status, slurp(self.out), slurp(self.err)


def wait(pid):
    def stop(_signal, _frame):
        os.kill(pid, signal.SIGKILL)

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(30)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    signal.alarm(0)
    return status


def slurp(fd):
    return os.pread(fd, os.fstat(fd).st_size, 0)


def is_refused(command, got):
    status, out, err = got
    if command == FACTS and out:
        return False
    return (status == 2 and err.count(b"\n") == 1 and err.endswith(b"\n") and
            err.startswith(b"cudalint: "))


FACTS = ["facts"]
IMAGE = ["image", "--quiet", "--pool", "rtx3090-r460"]


def every(step, size):
    return list(range(size - 1 - (size - 1) % step, -1, -step))


def edges(size):
    near = [n for n in range(size) if n < EDGE or n >= size - EDGE]
    random.Random(size).shuffle(near)
    return near


def one(spec):
    """One archive; gives its name, how many prefixes, what is wrong."""
    shape, layers, outer, seconds = spec
    name = "-".join(spec[:3])
    data = mkimage.build(RECIPE, shape, layers, None, outer)
    end = len(data)
    if outer == "none":
        data += b"\0" * (-len(data) % RECORD)
    run = Run(name, data)
    run.whole_file()
    want = run.run(FACTS, len(data), False)
    if want[0] != 0 or want[2] or len(want[1]) < 500:
        return name, 0, ["the whole: %r" % (want,)]
    bad, count = [], 0

    def check(command, n, piped):
        nonlocal count
        count += 1
        got = run.run(command, n, piped)
        fine = is_refused(command, got)
        if n >= end:
            fine = fine or got == want or command == IMAGE and got[0] == 0
        if not fine:
            bad.append("%s %s of %d, marker ends at %d: %r" % (
                command[0], "pipe" if piped else "file", n, end,
                (got[0], got[1][:80], got[2][:300])))

    for n in every(512, len(data)):
        run.cut_file(n)
        check(FACTS, n, False)
        if n % 2048 == 0:
            check(IMAGE, n, False)
    for n in every(len(data) // 24, len(data)):
        check(FACTS, n, True)
    until = time.monotonic() + seconds
    for n in edges(end):
        if seconds and time.monotonic() > until:
            break
        run.whole_file()
        run.cut_file(n)
        check(FACTS, n, False)
    return name, count, bad


def main():
    seconds = float(sys.argv[1]) if sys.argv[1:] else 1
    os.makedirs(WORK, exist_ok=True)
    specs = [(shape, layers, outer, seconds)
             for shape in ("docker24", "docker25", "oci-archive", "containerd")
             for layers in ("plain", "gzip", "zstd")
             for outer in ("none", "gzip")]
    specs += [(shape, layers, "none", seconds)
              for shape, layers in (("v1", "plain"), ("v1", "gzip"),
                                    ("podman", "plain"), ("crane", "gzip"),
                                    ("nix", "plain"))]
    failed = 0
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for name, count, bad in pool.map(one, specs):
            print("not ok" if bad else "ok", name, "(%d prefixes)" % count)
            for line in bad[:8]:
                print("    ", line)
            failed += bool(bad)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
