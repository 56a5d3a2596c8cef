"""The events of a tree, sorted into subjects: sections 1, 2 and 5 of docs/internals/data-model.md."""

import json
import os
from collections import Counter
from dataclasses import dataclass, field

from reading import OWN_FIELDS, Malformed, read_line
from subject import FILE, LANGUAGE, RESOURCE, SETTING, UNIT, Subject
from unit import Unit


# Files (1)

@dataclass
class Project:
    source: str
    default_section: str


def read_project(directory):
    with open(os.path.join(directory, "dragoman.json"), "rb") as file:
        project = json.load(file)
    if project["format"] > 1 or not project["project"] or not project["defaultSection"]:
        raise SystemExit(f"{directory}: dragoman.json is of a higher format, or damaged.")
    return Project(project["source"], project["defaultSection"])


def event_files(directory):
    """The contents of all files whose names end with .jsonl, at any depth."""
    for entry in os.scandir(os.fsencode(directory)):
        if entry.is_dir(follow_symlinks=False):
            yield from event_files(entry.path)
        elif entry.name.endswith(b".jsonl"):
            if entry.is_symlink():
                yield os.readlink(entry.path)
            else:
                with open(entry.path, "rb") as file:
                    yield file.read()


@dataclass
class Lines:
    """Classifies the lines of a tree."""

    events: dict = field(default_factory=dict)      # by id
    counts: Counter = field(default_factory=Counter)

    def add(self, line):
        try:
            event = read_line(line)
        except Malformed:
            self.counts["malformed"] += 1
            return
        self.counts["event" if event else "newer"] += 1
        # Duplicate ids: the smaller bytes count (2).
        if event and (event.id not in self.events or line < self.events[event.id].line):
            self.events[event.id] = event


def read_lines(directory):
    lines = Lines()
    root = os.path.join(directory, "events")
    for content in event_files(root) if os.path.isdir(root) else []:
        found = content.split(b"\n")
        for line in found if found[-1] else found[:-1]:
            lines.add(line)
    return lines


# Subjects (5)

def subject_of(event, project):
    """Returns (kind, locale, section, key or name), which sorts like rows (11); None if the event has no subject."""
    locale = event.common["locale"]
    section = event.common.get("section", project.default_section)
    if event.type not in OWN_FIELDS:
        return None
    if event.type.startswith("locale."):
        return (LANGUAGE, locale, "", "")
    if event.type == "setting.changed":
        return (SETTING, "", "", event.own["name"])
    if event.type == "resource.defined":
        return (RESOURCE, "" if locale == project.source else locale, section, "")
    if event.type == "file.read":
        return (FILE, locale, section, event.own["format"])
    if event.type.startswith("string.") and locale != project.source:
        return None
    if event.type.startswith("translation.") and locale == project.source:
        return None
    return (UNIT, locale, section, event.common["key"])


def find_aliases(events):
    """Maps each alias to the counting event, which has the smallest id of one owner and one `idem` (2)."""
    first, aliases = {}, {}
    for event in sorted(events.values(), key=lambda event: event.id):
        if "idem" in event.common:
            counting = first.setdefault((event.owner, event.common["idem"]), event.id)
            if counting != event.id:
                aliases[event.id] = counting
    return aliases


class Log:
    def __init__(self, events, project):
        self.events = events
        self.project = project
        self.aliases = find_aliases(events)
        self.names = {event.id: subject_of(event, project) for event in events.values()}
        here = {}
        for event in events.values():
            if self.names[event.id] and event.id not in self.aliases:
                here.setdefault(self.names[event.id], {})[event.id] = event
        self.subjects = {name: self.fold(name, found) for name, found in here.items()}

    def fold(self, name, here):
        return Unit(self, name, here) if name[0] == UNIT else Subject(self, name, here)

    def source_unit(self, unit):
        """Returns the unit of the same string in the source language; an empty one if it has no events."""
        return self.subjects.get(unit.source_name) or self.fold(unit.source_name, {})

    def copied(self, event):
        """Returns the text that an event copies, with its unit, wherever that is (2, 9); or None."""
        id = event.common.get("copies")
        id = self.aliases.get(id, id)
        unit = self.subjects.get(self.names.get(id))
        if unit is None or not unit.is_text(unit.here[id]):
            return None
        return (unit, unit.here[id])
