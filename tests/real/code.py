#!/usr/bin/env python3
"""code.py - compare `cudalint code` with cuobjdump.

    code.py CUDALINT CUOBJDUMP NAME DIRECTORY

For every shared library below DIRECTORY, the set of (kind, architecture).
cuobjdump lists machine code of a family (sm_100f) without its letter, so the
letter is dropped there. It looks at the sections that nvcc makes, and so does
cudalint but for libraries that have next to nothing there (model 15.2).
Prints a line for each library that has device code, and one for the rest.
"""
import os
import re
import subprocess
import sys

LINE = re.compile(r"^(ELF|PTX) file +\d+: .*\.(sm_[0-9]+[af]?)\.(?:cubin|ptx)$")


def ours(cudalint, path):
    out = subprocess.run([cudalint, "code", path], capture_output=True,
                         check=True, text=True).stdout.split("\n")
    if out[0] == "no device code":
        return {("gap", line) for line in out[1:] if line}
    head = out[0].split()
    columns = head[:head.index("PTX")]
    found = {("gap", x) for x in out if x.startswith("not read")}
    for line in out[1:]:
        if not line.endswith(path):
            continue
        for column, cell in zip(columns, line.split()):
            if "S" in cell:
                found.add(("ELF", "sm_" + column.rstrip("f")))
            if "P" in cell:
                found.add(("PTX", "sm_" + column))
    return found


def theirs(cuobjdump, path):
    done = subprocess.run([cuobjdump, "--list-elf", "--list-ptx",
                           "--all-fatbin", path], capture_output=True,
                          text=True)
    if "fatal" in done.stderr:
        return {("error", done.stderr.strip().split("\n")[0])}
    hits = map(LINE.match, done.stdout.split("\n"))
    return {(m.group(1), m.group(2)) for m in hits if m}


def libraries(top):
    for folder, _, names in sorted(os.walk(top)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if ".so" in name and not os.path.islink(path):
                with open(path, "rb") as f:
                    if f.read(4) == b"\x7fELF":
                        yield path


def shown(items):
    return " ".join(f"{kind}:{what}" for kind, what in sorted(items))


def main():
    cudalint, cuobjdump, name, top = sys.argv[1:]
    without = failed = 0
    for path in libraries(top):
        got, want = ours(cudalint, path), theirs(cuobjdump, path)
        label = f"{name}: {os.path.basename(path)}"
        if got == want and not want:
            without += 1
        elif got == want:
            print(f"ok {label}: {len(want)} targets")
        else:
            failed += 1
            print(f"not ok {label}\n    only cudalint:  {shown(got - want)}"
                  f"\n    only cuobjdump: {shown(want - got)}")
    print(f"{'not ok' if failed else 'ok'} {name}: "
          f"{without} libraries without device code")


if __name__ == "__main__":
    main()
