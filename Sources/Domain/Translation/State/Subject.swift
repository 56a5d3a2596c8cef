public import Texts

/// The subject of an event.
///
/// The events of each subject are folded separately.
public enum Subject: Hashable, Sendable {
    /// A language of the project.
    case locale(LanguageTag)
    /// A setting, by name.
    case setting(Value.Text)
    /// A section as a file; in the source language, which names no language, or in another one.
    case resource(Value.Text, in: LanguageTag?)
    /// The content of a section's file at its last import, in one format and language.
    case file(Value.Text, format: Value.Text, in: LanguageTag)
    /// A string in one language: its text, or in the source language its definition, and its proposals.
    case unit(LanguageTag, StringID)
}

extension Event {
    /// The string that the event speaks of; a missing section is the default one.
    public func string(in project: Project) -> StringID? {
        key.map { StringID(section: section ?? project.defaultSection, key: $0) }
    }

    /// Returns the subject of the event, or `nil` if it is unknown or misplaced.
    ///
    /// Misplaced events are definitions outside the source language and texts inside it.
    public func subject(in project: Project) -> Subject? {
        func section() -> Value.Text { Value.Text(self.section ?? project.defaultSection) }
        switch payload.traits.subject {
        case .locale: return .locale(locale)
        case .setting:
            guard case .settingChanged(let name, _) = payload else { return nil }
            return .setting(Value.Text(name))
        case .resource:
            return .resource(section(), in: locale == project.source ? nil : locale)
        case .file:
            guard case .fileRead(let read) = payload else { return nil }
            return .file(section(), format: Value.Text(read.format), in: locale)
        case .unknown: return nil
        case .sourceText: guard locale == project.source else { return nil }
        case .translation: guard locale != project.source else { return nil }
        case .anyText: break
        }
        return string(in: project).map { .unit(locale, $0) }
    }
}
