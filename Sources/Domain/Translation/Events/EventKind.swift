import JSON

/// A type of event: its name, its fields, and the rules that the rest of the program applies to it.
///
/// Each type has its own file in `Kinds`. ``Payload`` lists them all, and
/// `docs/internals/data-model.md` defines them for other programs.
protocol EventKind: SendableMetatype {
    /// The fields specific to this type; `Void` if there are none.
    associatedtype Fields

    /// The stored name.
    static var name: String { get }
    /// The rules for events of the type.
    static var traits: EventTraits { get }

    /// Reads the fields of a stored event.
    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> Fields

    /// Adds the fields to a stored event, in the order of the data model's table.
    static func add(_ fields: Fields, to members: inout some JSONObjectBuilder)

    /// Replaces the ids of other events in the fields.
    ///
    /// Types without such ids do nothing.
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
        /// A language of the project.
        case locale
        /// A setting.
        case setting
        /// A section, as a file of the app.
        case resource
        /// The last import of a file.
        case file
        /// A string in the source language.
        case sourceText
        /// A string in another language.
        case translation
        /// A string in any language.
        case anyText
        /// The subject is unknown.
        case unknown

        /// True if the subject is a string.
        ///
        /// The event must then have a key.
        package var isString: Bool {
            switch self {
            case .sourceText, .translation, .anyText: true
            case .locale, .setting, .resource, .file, .unknown: false
            }
        }
    }

    /// The people who may write events of a type, if the project restricts rights.
    package enum Writer: Sendable {
        /// Anyone who may write at all.
        case anybody
        /// Reviewers of the language. Only they may revert it.
        case reviewer
        /// Maintainers of the project.
        case maintainer
    }

    /// Derived state that events of a type can change.
    package struct Effects: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The text of a string in a language.
        package static let texts = Effects(rawValue: 1)
        /// The review of a text.
        package static let review = Effects(rawValue: 2)
        /// The findings of checks, although the text itself does not change.
        package static let findings = Effects(rawValue: 4)
        /// The state of proposals.
        package static let proposals = Effects(rawValue: 8)
        /// All languages, not only that of the event.
        package static let project = Effects(rawValue: 16)
    }

    /// The subject of an event.
    package let subject: Subject
    /// The people who may write the event.
    package let writer: Writer
    /// The derived state that the event can change.
    package let effects: Effects
    /// True if the event removes something.
    package let removes: Bool
    /// True if the event changes only the proposals of one guid for one text.
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
    /// They allow for any meaning.
    static let unknown = EventTraits(
        .unknown, affects: [.texts, .review, .findings, .proposals, .project])
}
