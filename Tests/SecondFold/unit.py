"""Folds a string in a language: sections 6 to 9 of docs/internals/data-model.md, and its row of section 11."""

from functools import cached_property

from subject import REMOVALS, Subject, row, same

TEXTS = {"translation.set", "proposal.accepted"}
SOURCE_TEXTS = {"string.defined", "proposal.accepted"}


class Unit(Subject):
    def __init__(self, log, name, here):
        super().__init__(log, name, here)
        self.source_name = (name[0], log.project.source, *name[2:])
        self.is_source = name == self.source_name

    @property
    def known_names(self):
        return {self.name, self.source_name}

    def is_text(self, event):
        return event.type in (SOURCE_TEXTS if self.is_source else TEXTS)

    # Registers (6)

    @property
    def definition_wins(self):
        return self.is_source

    @cached_property
    def register(self):
        return {id: event for id, event in self.here.items() if self.is_text(event) or event.type in REMOVALS}

    def says(self, event):
        if event.type in REMOVALS:
            return None
        if self.is_source:
            return [{name: stated for name, stated in self.definition(event).items() if name != "minor"}]
        return [event.own["value"]]

    # Definitions and staleness (7)

    def definition(self, event):
        """Returns the attributes of a source text, in the order of section 4."""
        if event.type == "string.defined":
            return event.own
        been, at = {event.id}, self.event_named(event, "base")
        while at and at.type == "proposal.accepted" and at.id not in been:
            been.add(at.id)
            at = self.event_named(at, "base")
        attributes = at.own if at and at.type == "string.defined" else {}
        others = {name: attributes[name] for name in attributes if name not in ("value", "minor")}
        return {"value": event.own["value"], **others}

    def other_definition(self, event, name):
        """Returns the other definition that a field references, or None."""
        found = self.event_named(event, name)
        return found if found and self.is_text(found) and found is not event else None

    def kin(self, event):
        """Returns the definition that determines a definition's kind by rules 1 and 2, or None."""
        copied = self.other_definition(event, "copies")
        if copied:
            return copied
        return self.other_definition(event, "base") if "minor" in event.own else None

    def kind(self, event):
        """Returns the kind of a definition, as a comparable value."""
        way = [event]
        while (kin := self.kin(way[-1])) is not None:
            if kin in way:
                return ("here", max(event.id for event in way[way.index(kin):]))
            way.append(kin)
        base = self.id_named(way[-1], "base")
        if "minor" in way[-1].own and base and base not in self.here:
            return ("missing", base)
        return ("here", way[-1].id)

    def is_stale(self, event):
        """Returns whether a text or a proposal outside the source language is stale by its `source`."""
        string = self.log.source_unit(self)
        source = self.id_named(event, "source")
        if self.is_source or source is None or string.counting is None or not string.is_text(string.counting):
            return False
        made_for = string.here.get(source)
        if made_for is None or not string.is_text(made_for):
            return True
        return (string.kind(made_for) != string.kind(string.counting)
                and not same(made_for.own["value"], string.counting.own["value"]))

    @cached_property
    def standing(self):
        """Returns the ids of the heads and of the events that they restore."""
        found = set()
        for id in self.heads:
            at = self.here[id]
            while at and at.id not in found:
                found.add(at.id)
                at = self.event_named(at, "copies")
        return found

    def is_outdated(self, proposal):
        if self.is_stale(proposal):
            return True
        a_head_is_a_text = any(self.is_text(self.here[id]) for id in self.heads)
        base = self.id_named(proposal, "base")
        if base is None:
            return a_head_is_a_text
        if base in self.standing:
            return False
        if base in self.here and not self.is_text(self.here[base]):
            return a_head_is_a_text
        return True

    # Proposals (8)

    def naming(self, proposal, type, *fields):
        """Returns the ids of counting events of a type that reference the proposal, ascending."""
        return [event.id for event in self.not_undone(type) if proposal.id in self.ids_named(event, *fields)]

    def deletions(self, proposal):
        return [id for id in self.naming(proposal, "proposal.deleted", "proposal")
                if self.here[id].own.get("guid") == proposal.own["guid"] or self.here[id].actor]

    def decided(self, proposal):
        """Returns (state, decision) by the rules that do not depend on other open proposals, or None."""
        accepted = self.naming(proposal, "proposal.accepted", "proposal", "also")
        if accepted:
            return ("accepted", accepted[-1])
        rejected = self.naming(proposal, "proposal.rejected", "proposal")
        if rejected:
            return ("rejected", rejected[-1])
        deleted = self.deletions(proposal) or self.undoings(proposal)
        if deleted:
            return ("deleted", deleted[-1])
        replaced = [id for id in self.naming(proposal, "proposal.made", "replaces")
                    if id != proposal.id and self.here[id].own["guid"] == proposal.own["guid"]]
        if replaced:
            return ("superseded", replaced[-1])
        return None

    @cached_property
    def states(self):
        """Returns (state, decision) by the id of the proposal."""
        states, open_of_guid = {}, {}
        for proposal in reversed(self.of_type("proposal.made")):
            guid = proposal.own["guid"]
            state = self.decided(proposal)
            if state is None and guid in open_of_guid:
                state = ("superseded", open_of_guid[guid])
            elif state is None:
                state = ("open", None)
                open_of_guid[guid] = proposal.id
            states[proposal.id] = state
        return states

    def proposal_row(self, proposal):
        state, decision = self.states[proposal.id]
        endorsements = self.naming(proposal, "proposal.endorsed", "proposal")
        contradictions = []
        if state == "accepted":
            contradictions = self.naming(proposal, "proposal.rejected", "proposal") + self.deletions(proposal)
        return row(id=proposal.id, state=state, decision=decision, outdated=self.is_outdated(proposal),
                   endorsed=len({self.here[id].owner for id in endorsements}),
                   comments=len(self.naming(proposal, "comment.added", "proposal")),
                   contradictions=sorted(contradictions))

    # Author and review (9)

    def way(self, event):
        """Returns [(unit, text)]: the text itself and its chain of copies."""
        way, been = [(self, event)], set()
        while (copied := self.log.copied(way[-1][1])) and copied[1].id not in been:
            been.add(copied[1].id)
            way.append(copied)
        return way

    def author(self, event):
        author = None
        for _, at in reversed(self.way(event)):
            author = at.own.get("author") or author or at.actor
        return author

    @cached_property
    def judgements(self):
        """Returns, by the id of a text, the greatest id that flags it and the greatest that vouches for it."""
        found = {}
        for judging in self.not_undone("translation.flagged", "translation.reviewed"):
            found.setdefault(self.id_named(judging, "text"), {})[judging.type] = judging.id
        return found

    def review(self, event):
        """Returns (reviewed, flagged) of a text."""
        if self.is_source:
            return (True, False)
        reviewed = flagged = False
        for unit, at in reversed(self.way(event)):
            if unit.is_source:
                reviewed = flagged = False
                continue
            judged = unit.judgements.get(at.id, {})
            flag, vouching = judged.get("translation.flagged", ""), judged.get("translation.reviewed", "")
            flagged = flag > vouching if judged else flagged
            reviewed = not flagged and (vouching != "" or at.type == "proposal.accepted" or reviewed)
        return (reviewed, flagged)

    @property
    def reviewed_only(self):
        """Returns the text of reviewed-only reads, or None."""
        found, been, ahead = set(), set(), list(self.heads)
        if self.is_source:
            found, ahead = {self.counting.id} if self.counting else set(), []
        while ahead:
            id = ahead.pop()
            if id in been or id not in self.here:
                continue
            been.add(id)
            event = self.here[id]
            stops = event.type in REMOVALS or self.is_text(event) and self.review(event)[0]
            if stops and not self.is_undone(event):
                found.add(id)
            else:
                ahead += self.ids_named(event, "base", "over")
        counting = self.here[max(found)] if found else None
        return counting if counting and self.is_text(counting) else None

    # Rows (11)

    def row(self):
        _, locale, section, key = self.name
        counting, definition, text = self.counting, None, None
        if counting and self.is_text(counting):
            reviewed, flagged = self.review(counting)
            text = row(event=counting.id, value=counting.own["value"], author=self.author(counting),
                       reviewed=reviewed, flagged=flagged, stale=self.is_stale(counting))
            definition = self.definition(counting) if self.is_source else None
        reviewed = self.reviewed_only
        return row(row="unit", locale=locale, section=section, key=key, heads=self.heads, losers=self.losers,
                   definition=definition, text=text, reviewed=reviewed and reviewed.id,
                   proposals=[self.proposal_row(proposal) for proposal in self.of_type("proposal.made")],
                   remarks=[event.id for event in self.not_undone("comment.added", "check.silenced")])
