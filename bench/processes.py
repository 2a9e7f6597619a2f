"""processes.py - run a program and see what it took."""
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time


def start(argv, feed=None, **rest):
    """A process, behind `cat feed` when feed is given: (process, cat)."""
    if feed is None:
        return subprocess.Popen(argv, stdin=subprocess.DEVNULL, **rest), None
    cat = subprocess.Popen(["cat", feed], stdout=subprocess.PIPE)
    process = subprocess.Popen(argv, stdin=cat.stdout, **rest)
    cat.stdout.close()
    return process, cat


def used():
    """CPU seconds of all children so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timed(commands, feed=None):
    """(seconds, CPU seconds) that the commands take one after the other."""
    begun, before = time.monotonic(), used()
    for argv in commands:
        process, cat = start(argv, feed, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE)
        said = process.communicate()[1]
        if cat:
            cat.wait()
        if process.returncode != 0:
            sys.exit("bench: %s: exit %d: %s" % (
                " ".join(argv), process.returncode, said.decode()[:500]))
    return time.monotonic() - begun, used() - before


def proc_field(path, key):
    """A number of /proc/PID/io or status; None once the process is gone."""
    try:
        with open(path) as lines:
            found = re.search(r"^%s:\s+(\d+)" % key, lines.read(), re.M)
    except OSError:
        return None
    return int(found.group(1)) if found else None


def held(top):
    """Bytes that the files below a directory take now."""
    total = 0
    for where, _, names in os.walk(top):
        for name in names:
            try:
                total += os.lstat(os.path.join(where, name)).st_blocks * 512
            except OSError:
                pass        # gone since it was listed
    return total


def await_end(pid, scratch, limit):
    """Wait for a process, but do not reap it: (highest VmHWM seen in KiB,
    most bytes that scratch held). After limit seconds it is killed."""
    begun = looked = time.monotonic()
    peak = most = 0
    flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
    while not os.waitid(os.P_PID, pid, flags):
        peak = proc_field("/proc/%d/status" % pid, "VmHWM") or peak
        now = time.monotonic()
        if now - looked > 0.1:
            most, looked = max(most, held(scratch)), now
        if limit and now - begun > limit:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.002)
    return peak, max(most, held(scratch))


def observe(argv, feed, work, limit=None):
    """One run, with an empty directory as its TMPDIR and HOME; what it says
    is then in the file work/output.

    The counters of /proc/PID/io are read while the process is a zombie, so
    they are its last ones. ru_maxrss starts at this process's own size; below
    that the highest VmHWM seen counts.
    """
    scratch, out = os.path.join(work, "tmpdir"), os.path.join(work, "output")
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    env = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
    floor = proc_field("/proc/self/status", "VmHWM")
    begun = time.monotonic()
    with open(out, "wb") as sink:
        process, cat = start(argv, feed, stdout=sink, stderr=sink,
                             env={**env, "TMPDIR": scratch, "HOME": scratch})
        peak, most = await_end(process.pid, scratch, limit)
        seconds = time.monotonic() - begun
        base = "/proc/%d/io" % process.pid
        read, wrote = proc_field(base, "rchar"), proc_field(base, "wchar")
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if cat:
        cat.wait()
    shutil.rmtree(scratch)
    if usage.ru_maxrss > floor:
        peak = usage.ru_maxrss
    if wrote is not None:
        wrote -= os.path.getsize(out)
    return {"status": process.returncode, "seconds": seconds,
            "cpu_seconds": usage.ru_utime + usage.ru_stime,
            "peak_bytes": peak * 1024, "bytes_read": read,
            "written_bytes": wrote, "held_bytes": most}


def watch(argv, feed, work):
    """One run: bytes read, bytes written beside its output, peak memory."""
    seen = observe(argv, feed, work)
    wrote = seen["written_bytes"]
    return {"bytes_read": seen["bytes_read"],
            "temporary_bytes": wrote and max(wrote, seen["held_bytes"]),
            "peak_bytes": seen["peak_bytes"]}


def files_created(argv, feed, work):
    """Files opened with O_CREAT, by strace; None without it."""
    if not shutil.which("strace"):
        return None
    log = os.path.join(work, "strace")
    strace = ["strace", "-f", "--seccomp-bpf", "-o", log, "-e",
              "trace=open,openat,openat2,creat,mkdir,memfd_create"]
    process, cat = start(strace + argv, feed, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL)
    process.wait()
    if cat:
        cat.wait()
    with open(log) as lines:
        return len(re.findall(r"O_CREAT|O_TMPFILE|creat\(|mkdir|memfd",
                              lines.read()))
