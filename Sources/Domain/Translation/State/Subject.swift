public import Texts

/// The subject of an event.
///
/// Each subject's events are folded separately.
public enum Subject: Hashable, Sendable {
    /// A language in the project.
    case locale(LanguageTag)
    /// A setting, by name.
    case setting(Value.Text)
    /// A section's file in a language; `nil` for the source language.
    case resource(Value.Text, in: LanguageTag?)
    /// The content of a section's file at its last import, in one format and language.
    case file(Value.Text, format: Value.Text, in: LanguageTag)
    /// A string in one language: its proposals, and its text or, in the source language, its
    /// definition.
    case unit(LanguageTag, StringID)
}

extension Event {
    /// Returns the string that the event is about, or nil if it has no key.
    ///
    /// If the event has no section, the string is in the default section.
    public func string(in project: Project) -> StringID? {
        key.map { StringID(section: section ?? project.defaultSection, key: $0) }
    }

    /// Returns the event's subject, or `nil` if the event has an unknown type or is misplaced.
    ///
    /// Misplaced events are definitions outside the source language, and texts in the source
    /// language.
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
