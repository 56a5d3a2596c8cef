import JSON

/// A type of event: its name, its fields, and the rules that the program applies to it.
///
/// Each type has its own file in `Kinds`. ``Payload`` lists them all, and
/// `docs/internals/data-model.md` defines them for other programs.
protocol EventKind: SendableMetatype {
    /// The type-specific fields; `Void` if there are none.
    associatedtype Fields

    /// The type's name as stored in events.
    static var name: String { get }
    /// The rules for events of this type.
    static var traits: EventTraits { get }

    /// Reads the type-specific fields of a stored event.
    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> Fields

    /// Adds the type-specific fields to a stored event, in the order of the data model's table.
    static func add(_ fields: Fields, to members: inout some JSONObjectBuilder)

    /// Replaces the ids of other events in the fields.
    ///
    /// The default implementation is for types without such ids and does nothing.
    static func resolve(_ fields: inout Fields, _ resolve: (EventID) -> EventID)
}

extension EventKind {
    static func resolve(_: inout Fields, _: (EventID) -> EventID) {}
}

extension EventKind where Fields == Void {
    static func fields(_: FieldReader<some JSONReadableObject>) {}

    static func add(_: Void, to _: inout some JSONObjectBuilder) {}
}

/// The rules for events of one type.
package struct EventTraits: Sendable {
    /// The kinds of subject that events of a type can have.
    package enum Subject: Sendable {
        /// A language in the project.
        case locale
        /// A setting.
        case setting
        /// A section's file.
        case resource
        /// The content of a file at its last import.
        case file
        /// A string in the source language.
        case sourceText
        /// A string in another language.
        case translation
        /// A string in any language.
        case anyText
        /// A subject that this version does not know.
        case unknown

        /// True if the subject is a string.
        ///
        /// Such an event must have a key.
        package var isString: Bool {
            switch self {
            case .sourceText, .translation, .anyText: true
            case .locale, .setting, .resource, .file, .unknown: false
            }
        }
    }

    /// The people who may write events of a type if the project restricts write access.
    package enum Writer: Sendable {
        /// Anyone with write access.
        case anybody
        /// The language's translators, its reviewers and the maintainers, if it has translators.
        case translator
        /// The language's reviewers, who are also the only people who may revert such an event.
        case reviewer
        /// The project's maintainers.
        case maintainer
    }

    /// Derived state that events of a type can change.
    package struct Effects: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// A string's text in a language.
        package static let texts = Effects(rawValue: 1)
        /// The review of a text.
        package static let review = Effects(rawValue: 2)
        /// Findings, when the text itself does not change.
        package static let findings = Effects(rawValue: 4)
        /// The states of proposals.
        package static let proposals = Effects(rawValue: 8)
        /// All languages, not only the event's language.
        package static let project = Effects(rawValue: 16)
    }

    /// The kind of subject of the events.
    package let subject: Subject
    /// The people who may write the events.
    package let writer: Writer
    /// The derived state that the events can change.
    package let effects: Effects
    /// True if the events remove a language, a string or a text.
    package let removes: Bool
    /// True if the events only affect one guid's proposals for one text.
    package let isAside: Bool

    init(
        _ subject: Subject, writer: Writer = .anybody, affects effects: Effects,
        removes: Bool = false, isAside: Bool = false
    ) {
        self.subject = subject
        self.writer = writer
        self.effects = effects
        self.removes = removes
        self.isAside = isAside
    }

    /// The traits of unknown types.
    ///
    /// An event of an unknown type may change all derived state.
    static let unknown = EventTraits(
        .unknown, affects: [.texts, .review, .findings, .proposals, .project])
}
