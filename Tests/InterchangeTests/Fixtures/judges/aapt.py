"""Reads string resources like aapt2. Written from the behavior of ResourceUtils.cpp and ResourceParser.cpp, independently of Dragoman.

Prints JSON: the kind, name, product and texts of each resource, with markup as tags.
"""
import json
import sys
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

XLIFF = "{urn:oasis:names:tc:xliff:document:1.2}"
SPACE = " \t\n\v\f\r"


def pieces(element):
    """Returns the element as a list: texts, and tags as ("<", element) and (">", element)."""
    found = []

    def walk(node):
        if node.text:
            found.append(node.text)
        for child in node:
            if not isinstance(child.tag, str):
                if child.tail:
                    found.append(child.tail)
                continue
            found.append(("<", child))
            walk(child)
            found.append((">", child))
            if child.tail:
                found.append(child.tail)

    walk(element)
    merged = []
    for piece in found:
        if merged and isinstance(piece, str) and isinstance(merged[-1], str):
            merged[-1] += piece
        else:
            merged.append(piece)
    return merged


def unescape(text, state):
    out = []
    i = 0
    while i < len(text):
        c = text[i]
        i += 1
        if c in SPACE and not state["quote"]:
            if not state["space"]:
                out.append(" ")
            state["space"] = True
            continue
        state["space"] = False
        if c == "\\":
            if i == len(text):
                break
            c = text[i]
            i += 1
            if c == "n":
                out.append("\n")
            elif c == "t":
                out.append("\t")
            elif c == "u":
                out.append(chr(int(text[i : i + 4], 16)))
                i += 4
            else:
                out.append(c)
        elif c == '"':
            state["quote"] = not state["quote"]
        elif c == "'" and not state["quote"]:
            raise SystemExit("unescaped apostrophe")
        else:
            out.append(c)
    joined = "".join(out)
    return joined.encode("utf-16", "surrogatepass").decode("utf-16")


def name(element):
    return element.tag.replace(XLIFF, "xliff:")


def attributes(element):
    def value(text):
        text = escape(text, {'"': "&quot;"})
        return text.replace("\t", "&#9;").replace("\n", "&#10;").replace("\r", "&#13;")

    return "".join(f' {key}="{value(text)}"' for key, text in element.attrib.items())


def text_of(element):
    parts = pieces(element)
    texts = [i for i, part in enumerate(parts) if isinstance(part, str)]
    tags = [part for part in parts if not isinstance(part, str)]
    styled = any(part[1].tag != XLIFF + "g" for part in tags)
    if not styled and texts:
        parts[texts[0]] = parts[texts[0]].lstrip(SPACE)
        parts[texts[-1]] = parts[texts[-1]].rstrip(SPACE)
    state = {"quote": False, "space": False}
    out = []
    for i, part in enumerate(parts):
        if isinstance(part, str):
            said = unescape(part, state)
            out.append(escape(said).replace("\r", "&#13;") if tags else said)
            continue
        side, node = part
        if node.tag != XLIFF + "g":
            state = {"quote": False, "space": False}
        follows = parts[i + 1] if i + 1 < len(parts) else None
        is_empty = follows == (">", node)
        if side == "<":
            out.append(f"<{name(node)}{attributes(node)}" + ("/>" if is_empty else ">"))
        elif parts[i - 1] != ("<", node):
            out.append(f"</{name(node)}>")
    return "".join(out)


result = []
for resource in ET.fromstring(sys.stdin.buffer.read()):
    if resource.tag not in ("string", "plurals", "string-array"):
        continue
    if resource.tag == "string":
        texts = {"": text_of(resource)}
    elif resource.tag == "plurals":
        texts = {item.get("quantity"): text_of(item) for item in resource}
    else:
        texts = {str(i): text_of(item) for i, item in enumerate(resource)}
    product = resource.get("product", "default")
    key = resource.get("name") + ("" if product == "default" else "#" + product)
    result.append({"key": key, "kind": resource.tag, "texts": texts})
json.dump(result, sys.stdout)
