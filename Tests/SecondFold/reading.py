"""Reads lines as events: sections 2 to 4 of docs/internals/data-model.md."""

import json
import re
import sys
from dataclasses import dataclass

sys.setrecursionlimit(4000)


class Malformed(Exception):
    """The line is not an event (2)."""


# JSON (2)

DEEPEST_JSON = 512
LONGEST_LINE = 16 * 2**20 - 1


class OtherNumber(str):
    """A number that is not an integer within 64 bits, in its spelling."""


def number(spelling):
    if re.fullmatch(r"-?[0-9]{1,19}", spelling) and -(2**63) <= int(spelling) < 2**63:
        return int(spelling)
    return OtherNumber(spelling)


def unique_members(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Malformed("a member twice")
    if any("\0" in name for name in members):
        raise Malformed("U+0000 in a name")
    return members


def no_constant(word):
    raise Malformed(word)


DECODER = json.JSONDecoder(object_pairs_hook=unique_members, parse_int=number, parse_float=number,
                           parse_constant=no_constant)
SURROGATE = re.compile("[\ud800-\udfff]")


def examine(tree, depth=0):
    """Rejects half a surrogate pair, and trees that are too deep."""
    if isinstance(tree, str):
        if SURROGATE.search(tree):
            raise Malformed("half of a surrogate pair")
    elif isinstance(tree, (dict, list)):
        if depth == DEEPEST_JSON:
            raise Malformed("too deep")
        if isinstance(tree, dict):
            for name in tree:
                examine(name, depth + 1)
        for item in tree.values() if isinstance(tree, dict) else tree:
            examine(item, depth + 1)


def read_json(line):
    if len(line) > LONGEST_LINE:
        raise Malformed("too long")
    try:
        tree = DECODER.decode(line.decode("utf-8"))
        examine(tree)
        return tree
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise Malformed(str(error)) from error


# Readers of single fields. Each returns the canonical value, or ABSENT if that equals an absent field (2).

ABSENT = object()


def need(condition, why):
    if not condition:
        raise Malformed(why)


def text(x):
    need(type(x) is str, "not a text")
    return x


def integer(x):
    need(type(x) is int, "not an integer")
    return x


def flag(x):
    need(type(x) is bool, "not a flag")
    return x or ABSENT


def translate(x):
    need(type(x) is bool, "not a flag")
    return ABSENT if x else False


def event_id(x):
    need(type(x) is str and re.fullmatch(r"[0-7][0-9A-HJKMNP-TV-Z]{25}", x), "not an id")
    return x


def tag(x):
    need(type(x) is str and len(x) <= 255 and re.fullmatch(r"[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*", x), "not a tag")
    return x


def array(x):
    need(type(x) is list, "not an array")
    return x


def any_object(x):
    need(type(x) is dict, "not an object")
    return x


def object_of_texts(x):
    return {name: text(item) for name, item in any_object(x).items()}  # stays, also when empty


def tags(x):
    return [tag(item) for item in array(x)]  # stays, also when empty


def ids(x):
    return [event_id(item) for item in array(x)] or ABSENT


def texts(x):
    return [text(item) for item in array(x)] or ABSENT


def members(x, fields):
    """Returns the members of an object that are in `fields`, [(name, is required, reader)], in that order."""
    any_object(x)
    found = {}
    for name, is_required, reader in fields:
        if name in x:
            value = reader(x[name])
            if value is not ABSENT:
                found[name] = value
        else:
            need(not is_required, "without " + name)
    return found


def one_of(*choices):
    def reader(x):
        need(type(x) is str and x in choices, "no such word")
        return x
    return reader


NEED, MAY = True, False


def person(x):
    return members(x, [("name", NEED, text), ("email", NEED, text)])


def max_length(x):
    return members(x, [("n", NEED, integer), ("unit", NEED, one_of("width", "grapheme", "utf16", "byte"))])


def placeholders(x):
    fields = [("name", NEED, text), ("type", NEED, text), ("example", MAY, text)]
    return [members(item, fields) for item in array(x)] or ABSENT


def screenshot(x):
    return members(x, [("url", NEED, text), ("sha256", MAY, text)])


def setting(x):
    """Any JSON whose numbers are integers within 64 bits (4)."""
    if isinstance(x, (dict, list)):
        for item in x.values() if isinstance(x, dict) else x:
            setting(item)
    need(not isinstance(x, OtherNumber), "not an integer")
    return x


# Values (3)

DEEPEST_VALUE = 4
CATEGORIES = ["zero", "one", "two", "few", "many", "other"]
SELECTORS = one_of("plural", "ordinal", "select", "device", "width")
CHOICE = [("by", NEED, SELECTORS), ("arg", MAY, text)]
VARIABLE = [("by", NEED, SELECTORS), ("spec", MAY, text), ("arg", MAY, text)]


def value(x, depth=1):
    """Returns a value in canonical form; `depth` is its level."""
    need(depth <= DEEPEST_VALUE, "a value too deep")
    if type(x) is str:
        return x
    any_object(x)
    if "by" in x:
        return choice(x, depth, CHOICE)
    if "list" in x:
        return {"list": [value(item, depth + 1) for item in array(x["list"])]}
    if "format" in x:
        variables = any_object(x.get("vars", {}))
        return {"format": text(x["format"]),
                "vars": {name: choice(item, depth, VARIABLE) for name, item in variables.items()}}
    raise Malformed("not a value")


def choice(x, depth, fields):
    written = members(x, fields)
    need("cases" in x and any_object(x["cases"]), "without cases")
    names = list(x["cases"])
    if written["by"] in ("plural", "ordinal"):
        need(all(name in CATEGORIES or re.fullmatch(r"=(0|[1-9][0-9]{0,8})", name) for name in names), "no such case")
        names.sort(key=lambda name: (1, CATEGORIES.index(name)) if name in CATEGORIES else (0, int(name[1:])))
    written["cases"] = {name: value(x["cases"][name], depth + 1) for name in names}
    return written


# Events (2, 4)

COMMON = [("at", NEED, text), ("actor", MAY, person), ("locale", NEED, tag), ("section", MAY, text),
          ("key", MAY, text)]
REFERENCES = [("base", MAY, event_id), ("over", MAY, ids), ("source", MAY, event_id), ("copies", MAY, event_id),
              ("undoes", MAY, ids), ("idem", MAY, text), ("meta", MAY, any_object)]

DEFINITION = [("value", NEED, value), ("comment", MAY, text), ("maxLength", MAY, max_length),
              ("placeholders", MAY, placeholders), ("translate", MAY, translate), ("order", MAY, integer),
              ("refs", MAY, texts), ("labels", MAY, texts), ("screenshot", MAY, screenshot), ("minor", MAY, flag)]
LANGUAGE = [("name", MAY, text), ("fallback", NEED, tags), ("planned", MAY, flag)]
JUDGEMENT = [("text", NEED, event_id), ("reason", MAY, text)]
DECISION = [("proposal", NEED, event_id), ("code", MAY, text), ("reason", MAY, text), ("guid", MAY, text)]

OWN_FIELDS = {
    "locale.added": LANGUAGE,
    "locale.removed": [],
    "string.defined": DEFINITION,
    "string.removed": [],
    "translation.set": [("value", NEED, value)],
    "translation.removed": [],
    "proposal.accepted": [("proposal", NEED, event_id), ("value", NEED, value), ("author", MAY, person),
                          ("also", MAY, ids)],
    "setting.changed": [("name", NEED, text), ("value", MAY, setting)],
    "resource.defined": [("format", MAY, text), ("path", MAY, text), ("pattern", MAY, text), ("skeleton", MAY, text),
                         ("kept", MAY, text)],
    "file.read": [("format", NEED, text), ("texts", NEED, object_of_texts)],
    "translation.reviewed": JUDGEMENT,
    "translation.flagged": JUDGEMENT,
    "proposal.made": [("value", NEED, value), ("guid", NEED, text), ("replaces", MAY, event_id), ("note", MAY, text), ("picture", MAY, text),
                      ("origin", MAY, text), ("new", MAY, flag)],
    "proposal.rejected": DECISION,
    "proposal.deleted": DECISION,
    "proposal.reopened": DECISION,
    "proposal.endorsed": DECISION,
    "comment.added": [("proposal", MAY, event_id), ("text", NEED, text), ("guid", MAY, text)],
    "check.silenced": [("check", NEED, text), ("reason", MAY, text)],
}
WITHOUT_KEY = {"locale.added", "locale.removed", "setting.changed", "resource.defined", "file.read"}


@dataclass
class Event:
    id: str
    type: str
    common: dict   # the common fields and the references that it has
    own: dict      # its type-specific fields, in canonical form
    line: bytes

    @property
    def actor(self):
        return self.common.get("actor")

    @property
    def owner(self):
        """The owner of the event: for `idem` (2) and for counting endorsements (8)."""
        if "guid" in self.own:
            return ("guid", self.own["guid"])
        if self.actor:
            return ("actor", self.actor["name"], self.actor["email"])
        return ("nobody",)


def read_line(line):
    """Returns the event of a line, or None if the line has a higher `v`. Raises Malformed."""
    fields = any_object(read_json(line))
    version = fields.get("v")
    if isinstance(version, OtherNumber):
        version = float(version)
        need(version > 1, "not a version")
    need(type(version) in (int, float) and version >= 1, "not a version")
    if version > 1:
        return None
    head = members(fields, [("id", NEED, event_id), ("type", NEED, text)])
    common = members(fields, COMMON + REFERENCES)
    if head["type"] in OWN_FIELDS and head["type"] not in WITHOUT_KEY:
        need("key" in common, "without key")
    return Event(head["id"], head["type"], common, members(fields, OWN_FIELDS.get(head["type"], [])), line)
