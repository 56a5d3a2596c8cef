import Texts
import Translation

/// The names used in `.stringsdict` files.
enum StringsDict {
    static let format = "NSStringLocalizedFormatKey"
    static let width = "NSStringVariableWidthRuleType"
    static let device = "NSStringDeviceSpecificRuleType"
    static let ruleType = "NSStringFormatSpecTypeKey"
    static let plural = "NSStringPluralRuleType"
    static let valueType = "NSStringFormatValueTypeKey"

    /// The reason why an entry could not be read.
    struct Fault: Error {
        let sentence: String

        init(_ sentence: String) { self.sentence = sentence }
    }

    /// Returns the type of the first number that a plural's texts print, such as `lld`.
    ///
    /// Returns `d` if no text prints a number. Later cases are searched first.
    static func valueType(printedBy choice: Value.Choice?) -> String {
        guard let choice else { return "d" }
        let texts = choice.cases.reversed().compactMap { $0.value.plainText }
        return texts.lazy.compactMap { valueType(printedBy: $0) }.first ?? "d"
    }

    private static func valueType(printedBy text: String) -> String? {
        var rest = text.utf8[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            rest = rest[rest.index(after: percent)...]
            if rest.first == UInt8(ascii: "%") {
                rest = rest.dropFirst()
                continue
            }
            let spec = rest.drop { "0123456789$+- #.'".utf8.contains($0) }
            let length = spec.prefix { "hlqzjt".utf8.contains($0) }
            guard let conversion = spec.dropFirst(length.count).first,
                "dioxXueEfgGaA".utf8.contains(conversion)
            else { continue }
            return String(decoding: length + [conversion], as: UTF8.self)
        }
        return nil
    }
}

/// An entry of a `.stringsdict` file.
struct StringsDictEntry {
    private(set) var value = Value("")
    /// The types of the numbers that select plurals, if these types cannot be inferred from the
    /// texts.
    private(set) var valueTypes: [(variable: String, type: String)] = []
    /// The names of unknown members.
    private(set) var unknown: [String] = []
    /// Whether a plural is read as a format with a single variable, because the source is a format.
    private let keepsFormats: Bool

    init(_ node: PropertyList.Node, keepsFormats: Bool) throws(StringsDict.Fault) {
        self.keepsFormats = keepsFormats
        value = try read(node)
        guard value.depth <= Value.maximumDepth else {
            throw StringsDict.Fault("The rules are nested too deeply.")
        }
    }

    private mutating func read(_ node: PropertyList.Node) throws(StringsDict.Fault) -> Value {
        switch node {
        case .text(let text): return Value(text)
        case .other(let name):
            throw StringsDict.Fault("The entry has a <\(name)>, which is not a text.")
        case .dictionary(let members):
            let rules = [StringsDict.format, StringsDict.width, StringsDict.device]
            let found = members.filter { rules.contains($0.key) }
            guard found.count == 1, let rule = found.first else {
                throw StringsDict.Fault(
                    found.isEmpty
                        ? "The entry has neither a format nor a rule for widths or devices."
                        : "The entry has several rules side by side.")
            }
            guard rule.key != StringsDict.format else {
                return try format(rule, members.filter { $0.key != StringsDict.format })
            }
            unknown += members.map(\.key).filter { $0 != rule.key }
            guard case .dictionary(let cases) = rule.value else {
                throw StringsDict.Fault("The rule \(rule.key) is not a dictionary.")
            }
            var items: [Value.Case] = []
            for item in cases { items.append(Value.Case(item.key, try read(item.value))) }
            let selector: Value.Selector = rule.key == StringsDict.width ? .width : .device
            guard let choice = Value.Choice(by: selector, cases: items) else {
                throw StringsDict.Fault("The rule \(rule.key) is empty.")
            }
            return .choice(choice)
        }
    }

    private mutating func format(
        _ rule: PropertyList.Member, _ members: [PropertyList.Member]
    ) throws(StringsDict.Fault) -> Value {
        guard case .text(let text) = rule.value else {
            throw StringsDict.Fault("\(StringsDict.format) is not a text.")
        }
        var variables: [Value.Variable] = []
        for member in members { variables.append(try variable(member)) }
        guard let first = variables.first else { return Value(text) }
        guard variables.count == 1, text == "%#@\(first.name.string)@", !keepsFormats else {
            return .format(Value.Text(text), variables)
        }
        let name = first.name.string
        if let type = first.spec?.string, type != StringsDict.valueType(printedBy: first.choice) {
            valueTypes.append((name, type))
        }
        let choice = Value.Choice(
            by: .plural, argument: name == AppleStrings.usualVariable ? nil : name,
            cases: first.choice.cases)
        return choice.map { .choice($0) } ?? Value(text)
    }

    private mutating func variable(
        _ member: PropertyList.Member
    ) throws(StringsDict.Fault) -> Value.Variable {
        guard case .dictionary(let members) = member.value else {
            throw StringsDict.Fault("The variable “\(member.key)” is not a dictionary.")
        }
        var type: String?
        var rule: String?
        var cases: [Value.Case] = []
        for item in members {
            guard case .text(let text) = item.value else {
                throw StringsDict.Fault(
                    "The variable “\(member.key)” contains something other than texts.")
            }
            switch item.key {
            case StringsDict.ruleType: rule = text
            case StringsDict.valueType: type = text
            default:
                guard PluralCase.categories.contains(item.key) else {
                    throw StringsDict.Fault(
                        "“\(item.key)” is not one of zero, one, two, few, many and other.")
                }
                cases.append(Value.Case(item.key, Value(text)))
            }
        }
        guard rule == StringsDict.plural, let choice = Value.Choice(by: .plural, cases: cases)
        else {
            throw StringsDict.Fault("The variable “\(member.key)” is not a plural with cases.")
        }
        return Value.Variable(name: member.key, spec: type, choice: choice)
    }
}
