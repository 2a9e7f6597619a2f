#!/bin/sh
# What NVIDIA decides is in rules/, not in C: no literal in src/ is a version, an
# architecture, a product or a brand, and no comparison has a version in it.
#
# Comments do not count, nor texts for people (a string with a word in lower
# case between blanks), nor the documentation and the examples of the rules.
# What else stands in C stands below with its reason, and stands there still.
set -u
exec python3 - "$@" <<'EOF'
import glob
import json
import re

ALLOWED = """
src/facts/driver.c: part[0] >= 100: what a driver's file name looks like
src/facts/runtime.c: part[0] < 11: how libcudart.so.N names itself, runtime.md 7
src/fleet/check.c: 8.6: example of a compute capability in a complaint
src/fleet/check.c: 12.4: example of a CUDA version in a complaint
src/fleet/fleet.c: geforce: name of a class, the tool's own word
src/fleet/fleet.c: titan: name of a class
src/fleet/fleet.c: nvs: name of a class
src/fleet/resolve.c: GeForce: product line in the name of a model not known
src/know/tables.c: geforce: name of a class
src/know/tables.c: titan: name of a class
src/know/tables.c: nvs: name of a class
src/know/card_gpu.c: 1.9.0: what the member since_1_9 is called after
src/know/gpu.c: geforce-: grammar of names, what people leave away
src/know/gpu.c: tesla-: grammar of names
src/know/gpu.c: quadro-: grammar of names
src/know/gpu.c: rtx-: grammar of names
src/know/gpu.c: geforce-gtx-: grammar of names
src/know/gpu.c: geforce-rtx-: grammar of names
src/predict/require.c: 1.0.4: wording of a message, not a verdict; model 2.5
src/predict/require.c: 1.0.6: wording of a message, not a verdict; model 2.5
src/report/pages.c:         \\"NVIDIA GeForce RTX 3090\\", \\"count\\": 8 } : example in a manual page
src/report/checkstyle.c: 4.3: version of the format
src/report/cyclonedx.c: 1.6: version of the format
src/report/sarif.c: 2.1.0: version of the format
src/report/table.c: GeForce : left out of a table's column
src/report/table.c: Tesla : left out of a table's column
"""

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'
                   r"'(?:\\.|[^'\\])*'|[^\"'/]+|/", re.S)
VERSION = re.compile(r'v?\d+(\.\d+)+')
ARCH = re.compile(r'(sm|compute)_\d+[a-z]?')
PRODUCT = re.compile(r'(?i:geforce|tesla|quadro|\brtx|\bgtx|titan|\borin\b)|'
                     r'\b[ABHLPTV]\d{1,3}\b|\bG[BH]\d{2,3}\b')
PROSE = re.compile(r'(^|[ (])[a-z]{2,}[.,;:)]?( |$)')
COMPARED = re.compile(r'\w*part\[\d\] *[<>=!]=? *\d+|\bbranch *[<>=!]=? *\d\d+|'
                      r'\{\{? *\d+(?:, *\d+)+ *\}')
# Members of struct rule that are documentation or examples.
TEXTS = {'id', 'name', 'title', 'why', 'cure', 'source', 'bad', 'good', 'pool',
         'good_pool', 'bad_file', 'good_file', 'means', 'causes', 'cures'}


def tokens(path):
    """(line, token, member of an initialiser or macro that it is in)"""
    line, where = 1, ''
    for m in TOKEN.finditer(open(path, encoding='utf-8').read()):
        text = m.group(0)
        if text[0] not in '"\'' and not text.startswith(('/*', '//')):
            for d in re.finditer(r'#\s*define (\w+)|(?<![\w\])])\.(\w+) =|;|\n\n',
                                 text):
                where = d.group(1) or d.group(2) or ''
        yield line, text, where
        line += text.count('\n')


def is_example(path, where):
    return where == 'example' or path.startswith('src/lint/') and (
        where in TEXTS or where.startswith('POOL') or
        path.endswith(('/example.h', '/codes.c')))


def is_constant(text, words):
    if VERSION.fullmatch(text) or ARCH.fullmatch(text) or text in words:
        return True
    return bool(PRODUCT.search(text)) and not PROSE.search(text)


def constants(path, words):
    for line, text, where in tokens(path):
        if text[0] == '"':
            text = text[1:-1]
            if not is_example(path, where) and is_constant(text, words):
                yield line, text
        elif text[0] not in "'" and not text.startswith(('/*', '//')):
            for m in COMPARED.finditer(text):
                yield line + text[:m.start()].count('\n'), m.group(0)


brands = json.load(open('rules/brands.json', encoding='utf-8'))['brands']
words = {b['word'] for b in brands if b['word'] not in ('unknown', 'nvidia')}
allowed = {}
for row in ALLOWED.strip().splitlines():
    path, rest = row.split(': ', 1)
    text, reason = rest.rsplit(': ', 1)
    allowed[path, text] = reason
seen = set()
for path in sorted(glob.glob('src/*/*.[ch]')):
    bad = [(n, t) for n, t in constants(path, words) if (path, t) not in allowed]
    seen |= {(path, t) for _, t in constants(path, words)}
    for n, t in bad:
        print(f'not ok {path}:{n}: "{t}" belongs in rules/')
    if not bad:
        print(f'ok {path}')
for path, text in sorted(set(allowed) - seen):
    print(f'not ok {path} has no "{text}" any more: take it off the list')
EOF
