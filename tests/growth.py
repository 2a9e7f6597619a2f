#!/usr/bin/env python3
"""usage: tests/growth.py [-v]: Dockerfiles of 1 MiB may cost at most 20 times
the instructions of 64 KiB to parse, whatever their shape; those of 60 KB at
most 6 times the instructions of 15 KB to follow, and of 1 MiB at most 1 GiB.

Instructions are counted by valgrind, without those of a file of the same shape
with next to nothing in it. -v prints them."""
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SMALL, BIG, RATIO = 64 << 10, 1 << 20, 20
NONE = 100  # bytes: what any file costs
# no line may have more than 64 KiB
LINE, FOLLOW_SMALL, FOLLOW_BIG, FOLLOW_RATIO, MEMORY = 60000, 15000, 60000, 6, 1 << 30
FLEET = {'schema': 'cudalint/fleet/1', 'pools': [
    {'name': 'p', 'driver': '550.54.15', 'gpus': [{'product': 'H100'}]}]}
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


def command(head, word='w%06d', tail=''):
    """a command of many words, in lines that are not too long"""
    def make(size):
        lines, n = ['FROM ubuntu:22.04'], 0
        for left in range(size, 0, -LINE):
            words, room = [], min(left, LINE) - len(head) - len(tail)
            while room > 0:
                words.append(word % n if '%' in word else word)
                room -= len(words[-1]) + 1
                n += 1
            lines.append(f'{head} {" ".join(words)}{tail}')
        return ('\n'.join(lines) + '\n').encode()
    return make


def lines_of(line, head='FROM ubuntu:22.04\n'):
    def make(size):
        n = size // (len(line % 0) + 1)
        return (head + ''.join(line % i + '\n' for i in range(n))).encode()
    return make


FOLLOWED = {
    'ln -s': command('RUN ln -s', tail=' /usr/lib/'),
    'cp -r cuda': command('RUN cp -r', '/usr/local/cuda-%d', ' /opt/'),
    'tee': command('RUN true | tee', '/etc/ld.so.conf'),
    'unset': command('RUN unset', 'a'),
    'env': command('RUN env', 'A=1', ' p'),
    'xargs': command('RUN true | xargs p'),
    'echo into a file': command('RUN echo', tail=' > /etc/ld.so.conf'),
    '"$@"': command('RUN set --', tail='; p "$@"'),
    'apt-get purge': command('RUN apt-get purge -y', 'cuda-%d*'),
    'COPY': command('COPY', tail=' /usr/lib/'),
    'many RUNs': lines_of('RUN ln -s x /usr/lib/w%06d'),
    'variables of a RUN': command('RUN', 'w%06d=1;', ' p'),
}


def instructions(text, *options):
    """of one run over that file"""
    done = subprocess.run(
        ['valgrind', '--tool=cachegrind', '--cache-sim=no', '--branch-sim=no',
         '--cachegrind-out-file=/dev/null', CUDALINT, 'dockerfile', *options, '-'],
        input=text, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    found = re.search(rb'I\s+refs:\s+([\d,]+)', done.stderr)
    if done.returncode not in (0, 1, 2) or not found or b'cudalint: ' in done.stderr:
        raise RuntimeError(done.stderr.decode(errors='replace')[-400:])
    return int(found.group(1).replace(b',', b''))


def measure(shape, small, big, *options):
    name, make = shape
    try:
        return name, *[instructions(make(n), *options) for n in (NONE, small, big)], ''
    except RuntimeError as e:
        return name, 0, 1, 0, str(e)


def report(name, base, small, big, most, why):
    """True: it grows too fast"""
    ratio = (big - base) / max(small - base, 1)
    good = not why and ratio <= most
    print(f'{"ok" if good else "not ok"} {name}: {ratio:.1f} times {why}')
    if '-v' in sys.argv:
        print(f'    {small - base:,} and {big - base:,} instructions')
    return not good


def parsing(pool):
    return sum([report(*found[:-1], RATIO, found[-1]) for found in pool.map(
        lambda x: measure(x, SMALL, BIG, '--dump'), SHAPES.items())])


def following(pool, fleet):
    return sum([report('followed: ' + found[0], *found[1:-1], FOLLOW_RATIO, found[-1])
                for found in pool.map(
                    lambda x: measure(x, FOLLOW_SMALL, FOLLOW_BIG, '--fleet', fleet),
                    FOLLOWED.items())])


def memory(shape, fleet):
    """True: it takes too much, or is not followed to an end"""
    name, make = shape

    def limit():
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    done = subprocess.run([CUDALINT, 'dockerfile', '--fleet', fleet, '-'],
                          input=make(BIG), stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, check=False, preexec_fn=limit)
    why = done.stderr.decode(errors='replace')[-200:]
    good = done.returncode in (0, 1, 2) and 'out of memory' not in why
    print(f'{"ok" if good else "not ok"} memory: {name}{"" if good else ": " + why}')
    return not good


def main():
    if not shutil.which('valgrind'):
        print('SKIP growth: no valgrind')
        return 0
    if b'__asan_init' in Path(CUDALINT).read_bytes():
        print('SKIP growth: valgrind runs no sanitized program')
        return 0
    with tempfile.NamedTemporaryFile('w', suffix='.json') as fleet, \
            ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        json.dump(FLEET, fleet)
        fleet.flush()
        bad = parsing(pool) + following(pool, fleet.name)
        bad += sum([memory(x, fleet.name) for x in FOLLOWED.items()])
    return bad > 0


sys.exit(main())
