"""Reading collected tables, writing rules/*.json: what both scripts share."""
import json
import os
import re

AS_OF = "2026-11-20"
COLLECTED = "knowledge tables collected " + AS_OF


class Sources:
    """Short keys for long texts, in order of first use."""

    def __init__(self, prefix):
        self.prefix, self.keys = prefix, {}

    def key(self, text):
        return self.keys.setdefault(text, f"{self.prefix}{len(self.keys) + 1}")

    def table(self):
        return {key: text for text, key in self.keys.items()}


def dump(value):
    return json.dumps(value, ensure_ascii=False)


def write(folder, name, source, lists, sources=None):
    """One row per line, so that a diff shows the rows that changed."""
    out = [f'"schema": {dump(f"cudalint/know/{name}/1")}',
           f'"as_of": {dump(AS_OF)}', f'"source": {dump(source)}']
    if sources:
        rows = ",\n".join(f"{dump(k)}: {dump(v)}" for k, v in sources.items())
        out.append('"sources": {\n' + rows + "\n}")
    for key, rows in lists.items():
        body = ",\n".join(dump(clean(r)) for r in rows)
        out.append(f'"{key}": [\n{body}\n]')
    with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as f:
        f.write("{\n" + ",\n".join(out) + "\n}\n")


def clean(row):
    return {k: v for k, v in row.items()
            if v is not None and v != "" and v is not False and v != []}


def load(folder, name):
    with open(os.path.join(folder, name + ".json"), encoding="utf-8") as f:
        return json.load(f)


def version_key(text):
    return [int(x) for x in re.findall(r"\d+", text)]
