public import JSON
public import Texts

/// The folded state of one language in the project.
public struct LocaleState: Sendable {
    /// The language.
    public let tag: LanguageTag
    /// The heads of the language's register.
    public let register: Register
    /// The language's attributes, or `nil` if it was removed.
    public let attributes: LocaleAttributes?

    /// Folds the events of one language.
    ///
    /// An addition wins over a concurrent removal.
    public init(tag: LanguageTag, events: [Event]) {
        let events = events.sorted { $0.id < $1.id }
        let register = Register(events: events, definitionsWin: true) { event in
            event.payload.localeAttributes.map { attributes in
                var members = JSONMembers()
                LocaleAdded.add(attributes, to: &members)
                return members.json
            }
        }
        self.tag = tag
        self.register = register
        attributes = events.first { $0.id == register.current }?.payload.localeAttributes
    }

    /// True if the project has the language.
    public var exists: Bool { attributes != nil }
}

extension LocaleAttributes {
    /// Returns the languages that lend their texts to a language with these attributes, nearest
    /// first.
    ///
    /// These are the languages in ``fallback`` that exist in the project. The source language lends
    /// only to its own variants.
    public func lenders(
        to locale: LanguageTag, source: LanguageTag, exists: (LanguageTag) throws -> Bool
    ) rethrows -> [LanguageTag] {
        try fallback.filter { lender in
            guard lender != locale else { return false }
            return try lender == source ? locale.isVariant(of: source) : exists(lender)
        }
    }
}

/// The folded state of one setting.
public struct SettingState: Sendable {
    /// The heads of the setting's register.
    public let register: Register
    /// The value, or `nil` if the setting has its default.
    public let value: JSONValue?

    /// Folds the events of one setting.
    public init(events: [Event]) {
        let register = Register(events: events, definitionsWin: false) { event in
            if case .settingChanged(_, let value) = event.payload { value } else { nil }
        }
        self.register = register
        let current = events.first { $0.id == register.current }
        if case .settingChanged(_, let value) = current?.payload {
            self.value = value
        } else {
            value = nil
        }
    }
}

/// The folded state of a section's file in one language.
public struct ResourceState: Sendable {
    /// The heads of the file's register.
    public let register: Register
    /// The description of the file; empty if there are no events.
    public let file: FileResource

    /// Folds the events of one section in one language.
    ///
    /// If two descriptions differ only in their skeletons, for example in a header's date, they do
    /// not conflict. Kept values are compared by their digests.
    public init(events: [Event]) {
        let register = Register(events: events, definitionsWin: false) { event in
            guard case .resourceDefined(var file) = event.payload else { return nil }
            file.skeleton = nil
            var members = JSONMembers()
            Payload.resourceDefined(file).addOwnFields(to: &members, showsAddresses: true)
            return members.json
        }
        self.register = register
        let current = events.first { $0.id == register.current }
        if case .resourceDefined(let file) = current?.payload {
            self.file = file
        } else {
            file = FileResource()
        }
    }
}

extension Payload {
    /// The attributes of the language that the event adds.
    var localeAttributes: LocaleAttributes? {
        if case .localeAdded(let attributes) = self { attributes } else { nil }
    }
}
