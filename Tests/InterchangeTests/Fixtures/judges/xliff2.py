"""Reads XLIFF 2 by the specification, with Python's own parser. Prints JSON: name, source, target of each unit."""
import json
import sys
import xml.etree.ElementTree as ET

X = "{urn:oasis:names:tc:xliff:document:2.0}"
units = []
for unit in ET.fromstring(sys.stdin.buffer.read()).iter(f"{X}unit"):
    text = {name: "".join(unit.find(f".//{X}{name}").itertext()) for name in ("source", "target")}
    units.append({"name": unit.get("name"), **text})
json.dump(units, sys.stdout)
