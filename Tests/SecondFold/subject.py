"""Folds the events of one subject: sections 5 and 6 of docs/internals/data-model.md, and the rows of section 11."""

import json
from functools import cached_property

LANGUAGE, RESOURCE, FILE, SETTING, UNIT = range(5)   # in the order of rows (11)
REMOVALS = {"locale.removed", "string.removed", "translation.removed"}


def same(a, b):
    """Compares as JSON: the order of members does not matter, and true is not 1 (end of 2)."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


def row(**stated):
    """Drops absent values, false flags, counts of 0 and empty arrays, but never texts (11)."""
    return {name: item for name, item in stated.items()
            if item is not None and item is not False and item != [] and not (type(item) is int and item == 0)}


class Subject:
    """A language, a setting, a section as a file, or the contents of a file. Units are a subclass."""

    def __init__(self, log, name, here):
        self.log = log
        self.name = name
        self.here = here   # its events that are not aliases, by id (5)

    def of_type(self, *types):
        """Returns the events of some types, by ascending id."""
        return [self.here[id] for id in sorted(self.here) if self.here[id].type in types]

    def is_text(self, event):
        """Returns whether an event of the subject is a text; only units have texts (5)."""
        return False

    # References (2)

    @property
    def known_names(self):
        """Returns the subjects of which this fold knows more than ids."""
        return {self.name}

    def resolve(self, id):
        """Resolves a reference in this subject: if the id is an alias, and it or the counting event is of this
        subject, returns the id of the counting event."""
        counting = self.log.aliases.get(id)
        if counting and {self.log.names[id], self.log.names[counting]} & self.known_names:
            return counting
        return id

    def ids_named(self, event, *fields):
        found = []
        for name in fields:
            stated = event.own.get(name) or event.common.get(name) or []
            found += [self.resolve(id) for id in ([stated] if isinstance(stated, str) else stated)]
        return found

    def id_named(self, event, name):
        """Returns the id that an event references in a field of one id, or None."""
        return next(iter(self.ids_named(event, name)), None)

    def event_named(self, event, name):
        """Returns the referenced event if it is here, or None."""
        return self.here.get(self.id_named(event, name))

    # Undoing (5)

    @cached_property
    def undoers(self):
        """Returns for each event here the ids of those that list it in `undoes`, except for itself."""
        undoers = {id: set() for id in self.here}
        for event in self.here.values():
            for id in self.ids_named(event, "undoes"):
                if id in undoers and id != event.id:
                    undoers[id].add(event.id)
        return undoers

    @cached_property
    def standing_and_undone(self):
        """Returns the ids that the two rules settle, applied until nothing changes; others are in neither set."""
        stands, undone = set(), set()
        while True:
            more_stand = {id for id in self.here if self.undoers[id] <= undone}
            more_undone = {id for id in self.here if self.undoers[id] & more_stand}
            if (more_stand, more_undone) == (stands, undone):
                return stands, undone
            stands, undone = more_stand, more_undone

    def is_undone(self, event):
        return event.id in self.standing_and_undone[1]

    def undoings(self, event):
        """Returns the ids of effective events that undo this one, ascending."""
        return sorted(self.undoers[event.id] & self.standing_and_undone[0])

    def not_undone(self, *types):
        return [event for event in self.of_type(*types) if not self.is_undone(event)]

    # Registers (6)

    @property
    def definition_wins(self):
        return self.name[0] == LANGUAGE

    @property
    def register(self):
        return self.here

    @cached_property
    def heads(self):
        """Returns the ids of the heads, ascending."""
        named = {id for event in self.register.values() for id in self.ids_named(event, "base", "over")
                 if id != event.id}
        return sorted(set(self.register) - named) or sorted(self.register)[-1:]

    @cached_property
    def counting(self):
        """Returns the counting head, or None."""
        heads = [self.here[id] for id in self.heads]
        if self.definition_wins:
            heads = [event for event in heads if event.type not in REMOVALS] or heads
        return heads[-1] if heads else None

    def says(self, event):
        """Returns a head's content, for comparison; None if it has none."""
        if self.name[0] == SETTING:
            return [event.own["value"]] if "value" in event.own else None
        if event.type in REMOVALS:
            return None
        return [{name: value for name, value in event.own.items() if name != "skeleton"}]

    @property
    def losers(self):
        return [id for id in self.heads if not same(self.says(self.here[id]), self.says(self.counting))]

    # Files (5)

    @property
    def texts(self):
        """Returns the contents of a file by key: among the events with a key, the one with the greatest id counts."""
        said = {}
        for event in self.not_undone("file.read"):
            said.update(event.own["texts"])
        return {key: said[key] for key in sorted(said, key=lambda key: key.encode()) if said[key]}

    # Rows (11)

    def row(self):
        kind, locale, section, name = self.name
        if kind == FILE:
            return {"row": "file", "locale": locale, "section": section, "format": name, "texts": self.texts}
        heads, losers, stated = self.heads, self.losers, self.counting.own
        if kind == RESOURCE:
            return row(row="resource", locale=locale or None, section=section, heads=heads, losers=losers) | stated
        if kind == SETTING:
            value = {"value": stated["value"]} if "value" in stated else {}
            return row(row="setting", name=name, heads=heads, losers=losers) | value
        return row(row="locale", locale=locale, heads=heads, losers=losers, attributes=stated or None)
