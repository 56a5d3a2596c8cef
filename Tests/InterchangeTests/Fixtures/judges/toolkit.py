"""Reads a file with translate-toolkit; the format is the first argument. Prints JSON: id, source, target, state of each unit."""
import json
import sys

from translate.misc.multistring import multistring

# Some of its readers print their input.
answers, sys.stdout = sys.stdout, sys.stderr
kind = sys.argv[1]
data = sys.stdin.buffer.read()
if kind == "aresource":
    from translate.storage import aresource

    store = aresource.AndroidResourceFile.parsestring(data)
elif kind == "xliff":
    from translate.storage import xliff

    store = xliff.xlifffile.parsestring(data)
elif kind == "strings":
    from translate.storage import properties

    store = properties.StringsUtf8File.parsestring(data)
else:
    raise SystemExit(f"unknown format {kind}")


def plain(text):
    if text is None:
        return None
    if isinstance(text, multistring):
        return [str(item) for item in text.strings]
    return str(text)


units = []
for unit in store.units:
    if unit.isheader() or unit.isblank() and kind == "strings":
        continue
    units.append(
        {
            "id": unit.getid() or "",
            "source": plain(unit.source),
            "target": plain(unit.target),
            "fuzzy": unit.isfuzzy(),
            "notes": unit.getnotes() or "",
        }
    )
json.dump(units, answers)
