#!/usr/bin/env python3
"""What PyPA's packaging says of versions, specifiers and requirements, and
what requirements.c says.  usage: requirements.py PROGRAM"""
import itertools
import random
import re
import subprocess
import sys

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, Specifier
from packaging.version import InvalidVersion, Version

random.seed(4)
PARTS = [['', '1!', 'v'], ['0', '1', '2.1', '2.1.0', '2.10.3', '12'],
         ['', 'a1', '.beta', 'rc.2', '-c3', 'pre'],
         ['', '.post1', '-2', 'r', '.rev.3'], ['', '.dev', '.dev4', '-dev5'],
         ['', '+cu121', '+CU118', '+cpu', '+1', '+cu.01', '+1.a-b']]
BAD = ['', '1.', 'x', '1..0', '1.0+', '1.0+a..b', '1 0', '1.0.*', '!1', '1!',
       '1.0dev1x', '1.0--1', '+cu', '1.0post1post2', '1-', '1.0-rc-']
OPS = ['==', '!=', '<=', '>=', '<', '>', '~=', '===', '=', '=>', '']
REQS = ['torch', 'torch==2.1.0', 'torch>=2.1,<2.3', 'torch (>=2.1)',
        'torch [a,b] == 1', 'torch[a]', 'torch[', 'torch]', 'a b', '-a', 'a-',
        'a.b_c', 'torch==', 'torch==2.1.0+cu121', 'torch>2+cu121', 'a;x',
        'a ; python_version<"3"', 'a>=1,', 'a>=1,,<2', 'a==1.*,!=1.2.*',
        'a~=1', 'a~=1.0', 'a===x', 'torch=2', 'torch ==2 , <3', '_a', 'a[b c]',
        'a(>=1', 'a>=1)', 'a >= 1 < 2']


def versions():
    every = [''.join(p) for p in itertools.product(*PARTS)]
    return random.sample(every, 700) + BAD


def version(text):
    try:
        return Version(text)
    except InvalidVersion:
        return None


def compared(a, b):
    a, b = version(a), version(b)
    return 'bad' if a is None or b is None else str((a > b) - (a < b))


def matched(spec, text):
    v = version(text)
    try:
        s = Specifier(spec)
    except InvalidSpecifier:
        return 'bad'
    if v is None:
        return 'bad'
    if s.operator == '===':
        return 'yes' if s.version.lower() == text.strip().lower() else 'no'
    return 'yes' if s.contains(v, prereleases=True) else 'no'


def required(text):
    try:
        r = Requirement(text)
    except InvalidRequirement:
        return 'bad'
    pin = [s.version for s in r.specifier
           if s.operator in ('==', '===') and not s.version.endswith('.*')]
    return f'{r.name} {len(r.extras)} {len(list(r.specifier))} ' + ''.join(pin)


# "==1.0a1.*" is allowed there, and nobody writes it: here it is refused.
# A marker is judged when the requirement is, and may be unknown.
def is_known(what, args):
    return args == ('a;x',) or what == 'match' and re.search(
        r'^(==|!=).*([a-z]|-)[^+]*\.\*$', args[0])


def main():
    vs = versions()
    asks = [('cmp', (random.choice(vs), random.choice(vs)))
            for _ in range(20000)]
    asks += [('match', (random.choice(OPS) + random.choice(vs)
                        + random.choice(['', '', '.*']), random.choice(vs)))
             for _ in range(20000)]
    asks += [('req', (r,)) for r in REQS]
    answer = {'cmp': compared, 'match': matched, 'req': required}
    text = ''.join('\t'.join((w,) + a) + '\n' for w, a in asks)
    out = subprocess.run(sys.argv[1], input=text, text=True, check=True,
                         stdout=subprocess.PIPE).stdout.splitlines()
    assert len(out) == len(asks)
    for what in answer:
        wrong = [(a, got, answer[what](*a)) for (w, a), got in zip(asks, out)
                 if w == what and not is_known(what, a)
                 and got != answer[what](*a)]
        n = sum(w == what for w, a in asks)
        print(f'{"not ok" if wrong else "ok"} {what}: {n} answers'
              f' as packaging gives them')
        for row in wrong[:8]:
            print('   ', row)


main()
