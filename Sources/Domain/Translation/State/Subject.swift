public import Texts

/// What an event speaks of; the events of one subject are folded together, and alone.
public enum Subject: Hashable, Sendable {
    /// A language of the project.
    case locale(LanguageTag)
    /// A setting, by name.
    case setting(Value.Text)
    /// A section as a file; in the source language, which names no language, or in another one.
    case resource(Value.Text, in: LanguageTag?)
    /// What the file of a section said at its last import, in one format and language.
    case file(Value.Text, format: Value.Text, in: LanguageTag)
    /// A string in one language: its text, or in the source language its definition, and its proposals.
    case unit(LanguageTag, StringID)
}

extension Event {
    /// The string that the event speaks of; a missing section is the default one.
    public func string(in project: Project) -> StringID? {
        key.map { StringID(section: section ?? project.defaultSection, key: $0) }
    }

    /// What the event is folded with, or `nil` for events that no fold knows or that are out of place.
    ///
    /// Out of place are definitions outside the source language and texts inside it.
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
