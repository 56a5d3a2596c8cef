import Texts

extension Decider {
    /// Adds the events that restore a register to one of its events.
    ///
    /// If `event` is nil, the register becomes empty. The added events copy the restored events,
    /// and so keep their author and review. `events` are the subject's events. The events in
    /// `contradicting` are sides of a conflict. Sides that are already heads stay heads. The others
    /// are restored as separate heads that do not reference each other.
    mutating func restore(
        _ subject: Subject, to event: Event?, among events: [Event], undoing undone: [EventID] = [],
        leaving contradicting: Set<EventID> = []
    ) {
        var seen = subject.register(of: events, in: state.project).seen
        let left = contradicting.intersection(seen.over)
        seen.over.removeAll(where: left.contains)
        let definitions =
            if case .unit(state.project.source, _) = subject {
                DefinitionHistory(events: events)
            } else { DefinitionHistory.undefined }
        let raised = undone.isEmpty ? nil : ReleaseChannel.greatestSequence(in: events)
        // The winning side comes last, because the head with the greatest id wins.
        for side in events where contradicting.contains(side.id) && !left.contains(side.id) {
            bringBack(side, of: subject, as: definitions, seen: seen, raisedAbove: raised)
        }
        bringBack(
            event, of: subject, as: definitions, seen: seen, undoing: undone, raisedAbove: raised)
    }

    /// Adds an event that repeats an event of the subject, or a removal if `event` is nil.
    ///
    /// Apps never load a release with a lower sequence number. A channel therefore gets a number
    /// above `sequence` if it is given.
    private mutating func bringBack(
        _ event: Event?, of subject: Subject, as definitions: DefinitionHistory,
        seen: (base: EventID?, over: [EventID]), undoing undone: [EventID] = [],
        raisedAbove sequence: Int64?
    ) {
        func add(
            _ payload: Payload, _ locale: LanguageTag, _ string: StringID? = nil,
            source: EventID? = nil
        ) {
            self.add(
                payload, locale: locale, string: string, seen: seen, source: source,
                copies: payload.isRemoval ? nil : event?.id, undoes: undone)
        }
        switch subject {
        case .locale(let tag):
            add(event?.payload.localeAttributes.map(Payload.localeAdded) ?? .localeRemoved, tag)
        case .setting(let name):
            guard case .settingChanged(_, let value)? = event?.payload else {
                return add(.settingChanged(name: name.string, value: nil), source)
            }
            if let sequence, ReleaseChannel.name(ofSetting: name.string) != nil,
                let channel = value.flatMap(ReleaseChannel.init(stored:))
            {
                let value = channel.raised(above: sequence).json
                // The event does not repeat the earlier one, so it does not copy it.
                self.add(
                    .settingChanged(name: name.string, value: value), locale: source, seen: seen,
                    undoes: undone)
            } else {
                add(.settingChanged(name: name.string, value: value), source)
            }
        case .resource(let section, let locale):
            var file = FileResource()
            if case .resourceDefined(let known)? = event?.payload { file = known }
            addResource(section, in: locale, file, seen: seen, copies: event?.id, undone)
        case .file: break
        case .unit(state.project.source, let string):
            let definition = event.flatMap { definitions[$0.id] }
            guard var definition else { return add(.stringRemoved, source, string) }
            definition.isMinor = false
            add(.stringDefined(definition), source, string)
        case .unit(let locale, let string):
            guard let event, let text = event.payload.text else {
                return add(.translationRemoved, locale, string)
            }
            add(.translationSet(text), locale, string, source: event.source)
        }
    }

    /// Adds an event about a file's content.
    ///
    /// The file is identified by its section, format and language.
    mutating func addFile(
        _ section: Value.Text, _ read: FileStatements, in locale: LanguageTag,
        undoing undone: [EventID] = []
    ) {
        var event = Event(
            id: clock.next(), at: context.at, actor: context.actor, locale: locale,
            payload: .fileRead(read), undoes: undone)
        event.section = section.string
        decision.events.append(event)
    }

    /// Adds an event that describes a section's file.
    ///
    /// The file is identified by its section and language alone.
    @discardableResult
    mutating func addResource(
        _ section: Value.Text, in locale: LanguageTag?, _ file: FileResource,
        seen: (base: EventID?, over: [EventID]), copies: EventID? = nil, _ undone: [EventID] = []
    ) -> EventID {
        var event = Event(
            id: clock.next(), at: context.at, actor: context.actor, locale: locale ?? source,
            payload: .resourceDefined(file), base: seen.base,
            over: seen.over, copies: copies, undoes: undone)
        event.section = section.string
        decision.events.append(event)
        return event.id
    }
}

extension Payload {
    fileprivate var isRemoval: Bool {
        switch self {
        case .localeRemoved, .stringRemoved, .translationRemoved: true
        default: false
        }
    }
}
