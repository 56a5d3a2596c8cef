import Texts

extension Subject {
    /// Returns true if an event of this subject belongs to the subject's register.
    func isOfRegister(_ event: Event, in project: Project) -> Bool {
        switch self {
        case .locale, .setting, .resource: true
        case .file: false
        case .unit(project.source, _): event.isDefinitionOrRemoval
        case .unit: event.isTextOrRemoval
        }
    }

    /// Returns the register that results from this subject's events.
    func register(of events: [Event], in project: Project) -> Register {
        switch self {
        case .locale(let tag): LocaleState(tag: tag, events: events).register
        case .setting: SettingState(events: events).register
        case .resource: ResourceState(events: events).register
        case .file: Register(events: [], definitionsWin: false) { _ in nil }
        case .unit(project.source, _): DefinitionHistory(events: events).register
        case .unit:
            Register(events: events.filter(\.isTextOrRemoval), definitionsWin: false) {
                $0.payload.text?.json
            }
        }
    }

    /// Returns the subject as text for messages.
    ///
    /// Examples are `fr auth:title`, `the language fr`, and `the setting “frozen”`.
    public func spelled(in project: Project) -> String {
        switch self {
        case .locale(let tag): "the language \(tag)"
        case .setting(let name): "the setting “\(name.string)”"
        case .resource(let section, let locale):
            "the section “\(section.string)”" + (locale.map { " in \($0)" } ?? "")
        case .file(let section, let format, let locale):
            "the \(format.string) file of the section “\(section.string)” in \(locale)"
        case .unit(let locale, let string): UnitID(locale, string).spelled(in: project)
        }
    }
}

extension Subject: Comparable {
    /// Orders languages before settings, sections, files and units, and each kind by name.
    public static func < (a: Subject, b: Subject) -> Bool {
        switch (a, b) {
        case (.locale(let a), .locale(let b)): a < b
        case (.setting(let a), .setting(let b)): a.string.precedesInBytes(b.string)
        case (.resource(let a, let locale), .resource(let b, let other)):
            a == b
                ? (locale?.rawValue ?? "") < (other?.rawValue ?? "")
                : a.string.precedesInBytes(b.string)
        case (.file(let a, let format, let locale), .file(let b, let otherFormat, let other)):
            [locale.rawValue, a.string, format.string].lexicographicallyPrecedes(
                [other.rawValue, b.string, otherFormat.string]
            ) { $0.precedesInBytes($1) }
        case (.unit(let locale, let string), .unit(let otherLocale, let other)):
            UnitID(locale, string) < UnitID(otherLocale, other)
        default: a.rank < b.rank
        }
    }

    private var rank: Int {
        switch self {
        case .locale: 0
        case .setting: 1
        case .resource: 2
        case .file: 3
        case .unit: 4
        }
    }
}
