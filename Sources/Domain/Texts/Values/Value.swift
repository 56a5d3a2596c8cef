/// The value of a string: a text, or a tree of texts for different plural forms, genders, devices
/// and so on.
///
/// Values are compared by bytes. The empty text is a value: the string is deliberately empty.
public enum Value: Hashable, Sendable {
    /// One text.
    case text(Text)
    /// One of several values, chosen by a number, a word or the device.
    case choice(Choice)
    /// Several values in order, such as i18next's arrays and Android's string arrays.
    case list([Value])
    /// A text with variables that are themselves choices, such as Apple's substitutions.
    case format(Text, [Variable])

    /// The maximum depth of a tree.
    ///
    /// A single text has depth 1.
    public static let maximumDepth = 4

    /// A text that is compared by its bytes.
    public struct Text: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The text.
        public let string: String

        /// Creates a text.
        public init(_ string: String) { self.string = string }

        /// Creates a text from a literal.
        public init(stringLiteral value: String) { string = value }

        /// Compares by bytes.
        public static func == (a: Text, b: Text) -> Bool { a.string.hasSameBytes(as: b.string) }

        /// Feeds the compared bytes to the hasher.
        public func hash(into hasher: inout Hasher) { string.hashBytes(into: &hasher) }
    }

    /// The basis of a choice.
    public enum Selector: String, CaseIterable, Sendable {
        /// CLDR's cardinal categories and `=N`.
        case plural
        /// CLDR's ordinal categories and `=N`.
        case ordinal
        /// Words defined by the app, as in ICU's `select`.
        case select
        /// Apple's device names.
        case device
        /// Apple's width variants.
        case width
    }

    /// One of several values.
    public struct Choice: Hashable, Sendable {
        /// The basis of the choice.
        public let selector: Selector
        /// The name of the selecting argument, if any.
        public let argument: Text?
        /// The values by case, in CLDR order for plurals and ordinals, otherwise as given; never
        /// empty.
        public let cases: [Case]

        /// Creates a choice.
        ///
        /// Plural and ordinal cases are sorted in CLDR order, after `=N` cases, which are sorted by
        /// number.
        ///
        /// Returns `nil` if there are no cases, if a case occurs twice, or if a plural or ordinal
        /// case is neither a CLDR category nor `=N`.
        public init?(by selector: Selector, argument: String? = nil, cases: [Case]) {
            guard !cases.isEmpty, Set(cases.map(\.name)).count == cases.count else { return nil }
            self.selector = selector
            self.argument = argument.map { Text($0) }
            switch selector {
            case .plural, .ordinal:
                guard let sorted = PluralCase.sorted(cases) else { return nil }
                self.cases = sorted
            case .select, .device, .width:
                self.cases = cases
            }
        }

        /// The value of a case, or nil if the choice lacks it.
        public subscript(name: String) -> Value? {
            cases.first { $0.name == Text(name) }?.value
        }
    }

    /// A case of a choice and its value.
    public struct Case: Hashable, Sendable {
        /// The name, such as `one`, `=0` or `iphone`.
        public let name: Text
        /// The value in that case.
        public let value: Value

        /// Creates a case.
        public init(_ name: String, _ value: Value) {
            self.name = Text(name)
            self.value = value
        }
    }

    /// A variable of a format, and the choice that replaces it.
    public struct Variable: Hashable, Sendable {
        /// The variable's name in the text.
        public let name: Text
        /// The printf format of the argument, such as `lld`.
        public let spec: Text?
        /// The choice that replaces the variable.
        public let choice: Choice

        /// Creates a variable.
        public init(name: String, spec: String? = nil, choice: Choice) {
            self.name = Text(name)
            self.spec = spec.map { Text($0) }
            self.choice = choice
        }
    }

    /// Creates a value with a single text.
    public init(_ text: String) { self = .text(Text(text)) }

    /// The text, if the value is a single text.
    public var plainText: String? {
        if case .text(let text) = self { text.string } else { nil }
    }

    /// The number of levels in the tree.
    public var depth: Int {
        switch self {
        case .text: 1
        case .choice(let choice): 1 + (choice.cases.map(\.value.depth).max() ?? 0)
        case .list(let values): 1 + (values.map(\.depth).max() ?? 0)
        case .format(_, let variables):
            1 + (variables.flatMap { $0.choice.cases.map(\.value.depth) }.max() ?? 0)
        }
    }

    /// Every text in the tree with its path, such as `("one", "…")`.
    ///
    /// The path of a single text is empty.
    public var texts: [(path: [String], text: String)] {
        switch self {
        case .text(let text): [([], text.string)]
        case .choice(let choice): Self.texts(of: choice)
        case .list(let values):
            values.enumerated().flatMap { index, value in
                value.texts.map { ([String(index)] + $0.path, $0.text) }
            }
        case .format(let text, let variables):
            [([], text.string)]
                + variables.flatMap { variable in
                    Self.texts(of: variable.choice).map {
                        ([variable.name.string] + $0.path, $0.text)
                    }
                }
        }
    }

    private static func texts(of choice: Choice) -> [(path: [String], text: String)] {
        choice.cases.flatMap { item in
            item.value.texts.map { ([item.name.string] + $0.path, $0.text) }
        }
    }

    /// Whether the value is the empty text.
    public var isEmptyText: Bool { plainText?.isEmpty ?? false }
}
