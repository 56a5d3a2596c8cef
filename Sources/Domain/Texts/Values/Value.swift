/// The value of a string: a text, or a tree of texts by plural, gender, device and the like.
///
/// Compared byte by byte. The empty text is a value: deliberately empty.
public enum Value: Hashable, Sendable {
    /// One text.
    case text(Text)
    /// One of several values by a number, a word or the device.
    case choice(Choice)
    /// Several values in order, as i18next's arrays and Android's string arrays.
    case list([Value])
    /// A text with variables that are themselves choices, as Apple's substitutions.
    case format(Text, [Variable])

    /// The maximum depth of a tree; a text has depth 1.
    public static let maximumDepth = 4

    /// A text that is compared by its bytes.
    public struct Text: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The text.
        public let string: String

        /// Takes a text as it is.
        public init(_ string: String) { self.string = string }

        /// Takes a text as it is.
        public init(stringLiteral value: String) { string = value }

        /// Compares by bytes.
        public static func == (a: Text, b: Text) -> Bool { a.string.hasSameBytes(as: b.string) }

        /// Feeds the bytes that are compared.
        public func hash(into hasher: inout Hasher) { string.hashBytes(into: &hasher) }
    }

    /// The condition of a choice.
    public enum Selector: String, CaseIterable, Sendable {
        /// CLDR's cardinal categories and `=N`.
        case plural
        /// CLDR's ordinal categories and `=N`.
        case ordinal
        /// Words of the app, as in ICU's `select`.
        case select
        /// Apple's device names.
        case device
        /// Apple's width variants.
        case width
    }

    /// One of several values.
    public struct Choice: Hashable, Sendable {
        /// The condition.
        public let selector: Selector
        /// The name of the argument that decides, where there is one.
        public let argument: Text?
        /// The values by case, in CLDR order for plurals and ordinals, else as given; never empty.
        public let cases: [Case]

        /// Makes a choice; plural and ordinal cases are put into CLDR order, `=N` first by number.
        ///
        /// Returns `nil` without cases, for a case that stands twice, and for a plural or ordinal case
        /// that is neither a CLDR category nor `=N`.
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

        /// The value of a case, if the choice has it.
        public subscript(name: String) -> Value? {
            cases.first { $0.name == Text(name) }?.value
        }
    }

    /// A case of a choice and its value.
    public struct Case: Hashable, Sendable {
        /// The case's name, such as `one`, `=0` or `iphone`.
        public let name: Text
        /// The value in that case.
        public let value: Value

        /// Names a case.
        public init(_ name: String, _ value: Value) {
            self.name = Text(name)
            self.value = value
        }
    }

    /// A variable of a format and the choice that it stands for.
    public struct Variable: Hashable, Sendable {
        /// The variable's name in the text.
        public let name: Text
        /// The printf format of the argument, such as `lld`.
        public let spec: Text?
        /// The value that it stands for.
        public let choice: Choice

        /// Makes a variable.
        public init(name: String, spec: String? = nil, choice: Choice) {
            self.name = Text(name)
            self.spec = spec.map { Text($0) }
            self.choice = choice
        }
    }

    /// Makes a value of one text.
    public init(_ text: String) { self = .text(Text(text)) }

    /// The text of a value that is one text.
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

    /// Every text of the tree with the path to it, such as `("one", "…")`; the path of a lone text is empty.
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
