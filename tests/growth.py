#!/usr/bin/env python3
"""usage: tests/growth.py [-v]: Dockerfiles of 1 MiB may cost at most 20 times
the instructions of 64 KiB, whatever their shape.

Instructions are counted by valgrind, without those that the program spends on
an empty file. -v prints them."""
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SMALL, BIG, RATIO = 64 << 10, 1 << 20, 20
CUDALINT = os.environ.get('CUDALINT', os.environ.get('B', 'build') + '/cudalint')


def repeat(head, part, tail=b''):
    """A function of the size: head, part as often as fits, tail."""
    def make(size):
        return head + part * ((size - len(head) - len(tail)) // len(part)) + tail
    return make


def heredocs_of_one(size):
    n = size // 11
    return b'RUN cat \\\n' + b' <<A \\\n' * n + b'\n' + b'x\nA\n' * n


def json_array(size):
    return repeat(b'RUN [\\\n', b'"a\\u00e9\\n", \\\n', b'"z"]\n')(size)


SHAPES = {
    'one continued RUN': repeat(b'RUN x', b' \\\n  && y "$z"', b'\n'),
    'tiny instructions': repeat(b'FROM a\n', b'RUN a\n'),
    'heredocs': repeat(b'FROM a\n', b'RUN <<E\nx\nE\n'),
    'heredocs of one RUN': heredocs_of_one,
    'comments in a continuation': repeat(b'RUN x\\\n', b'  # c\n', b'y\n'),
    'comments in front of FROM': repeat(b'', b'# c\n', b'FROM a\n'),
    'one ENV': repeat(b'ENV a=b', b' \\\n c="d e"', b'\n'),
    'many ARGs': repeat(b'', b'ARG a=$b\n', b'FROM a\n'),
    'a JSON array': json_array,
    'blank lines': repeat(b'FROM a', b'\n'),
    'blank lines in a continuation': repeat(b'RUN a', b'\\\n\n\n', b'b\n'),
    'flags': repeat(b'RUN', b' \\\n --a="b\'c"', b' d\n'),
    'nested ONBUILD': repeat(b'', b'ONBUILD \\\n', b'RUN a\n'),
    'variables beside <<': repeat(b'RUN <<A', b' \\\n $a"${b:-<<c}"', b'\nA\n'),
}


def instructions(text):
    """of one run over that file"""
    done = subprocess.run(
        ['valgrind', '--tool=cachegrind', '--cache-sim=no', '--branch-sim=no',
         '--cachegrind-out-file=/dev/null', CUDALINT, 'dockerfile', '--dump', '-'],
        input=text, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    found = re.search(rb'I\s+refs:\s+([\d,]+)', done.stderr)
    if done.returncode or not found:
        raise RuntimeError(done.stderr.decode(errors='replace')[-400:])
    return int(found.group(1).replace(b',', b''))


def measure(shape):
    name, make = shape
    try:
        return name, instructions(make(SMALL)), instructions(make(BIG)), ''
    except RuntimeError as e:
        return name, 1, 0, str(e)


def main():
    if not shutil.which('valgrind'):
        print('SKIP growth: no valgrind')
        return 0
    if b'__asan_init' in Path(CUDALINT).read_bytes():
        print('SKIP growth: valgrind runs no sanitized program')
        return 0
    base = instructions(b'FROM a\n')
    bad = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for name, small, big, why in pool.map(measure, SHAPES.items()):
            ratio = (big - base) / max(small - base, 1)
            good = not why and ratio <= RATIO
            bad += not good
            print(f'{"ok" if good else "not ok"} {name}: {ratio:.1f} times {why}')
            if '-v' in sys.argv:
                print(f'    {small - base:,} and {big - base:,} instructions')
    return bad > 0


sys.exit(main())
