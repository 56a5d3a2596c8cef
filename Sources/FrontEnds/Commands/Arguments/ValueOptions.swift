import ArgumentParser
import JSON
import Texts
import Translation

/// The ways to provide a text: as an argument, from standard input or an editor, or form by form.
struct ValueOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The text, even if it begins with a dash.", valueName: "text"))
    var value: String?

    @Option(
        help: ArgumentHelp("A plural form: one=…, other=…, =0=….", valueName: "case=text"))
    var plural: [String] = []

    @Option(
        help: ArgumentHelp("An ordinal form: one=…, other=….", valueName: "case=text"))
    var ordinal: [String] = []

    @Option(help: ArgumentHelp("The value as JSON, for a tree of texts.", valueName: "json"))
    var json: String?

    @Flag(help: "Keep the final newline of standard input or the editor.")
    var exact = false

    @Flag(help: "Allow an empty text.")
    var empty = false

    /// Whether an option provides the text, so that no argument may provide it.
    var saysText: Bool {
        value != nil || !plural.isEmpty || !ordinal.isEmpty || json != nil
    }

    /// Returns the value given by the options, the argument or the editor, or nil if there is none.
    ///
    /// Rejects an empty text unless `--empty` is set. Otherwise, an unset variable in a script or a
    /// failed pipe would erase a translation.
    func value(argument: String?, in session: Session, editing text: String?) throws -> Value? {
        let value = try givenValue(argument: argument, in: session, editing: text)
        guard !empty, value?.plainText?.isEmpty == true else { return value }
        throw ValidationError("The text is empty. Use --empty to allow that.")
    }

    private func givenValue(
        argument: String?, in session: Session, editing text: String?
    ) throws -> Value? {
        let ways = [
            argument != nil, value != nil, !plural.isEmpty || !ordinal.isEmpty, json != nil,
        ]
        guard ways.count(where: { $0 }) <= 1 else {
            throw ValidationError("Provide the text only once.")
        }
        if let json { return try parse(json) }
        if !plural.isEmpty || !ordinal.isEmpty { return try choice() }
        if let value { return Value(value) }
        if argument == "-" { return Value(try session.standardInput(keepingNewline: exact)) }
        if let argument { return Value(argument) }
        guard let text, session.terminal.canAsk else { return nil }
        return Value(try session.edited(text, keepingNewline: exact))
    }

    private func parse(_ json: String) throws -> Value {
        do {
            return try Value(json: JSONValue.parse(Array(json.utf8)))
        } catch {
            throw Refusal(
                .invalidValue, "The value is not valid: \(error)",
                hint:
                    "Write a string, or an object with “list”, “format”, or both “by” and “cases”.")
        }
    }

    private func choice() throws -> Value {
        guard plural.isEmpty || ordinal.isEmpty else {
            throw ValidationError("Use --plural or --ordinal, not both.")
        }
        let forms = plural.isEmpty ? ordinal : plural
        let cases = try forms.map { form -> Value.Case in
            // The name of an exact case starts with an equals sign: =0=none.
            let search =
                form.utf8.first == UInt8(ascii: "=") ? form.utf8.dropFirst() : form.utf8[...]
            guard let sign = search.firstIndex(of: UInt8(ascii: "=")) else {
                throw ValidationError("Write each form as case=text, such as one=“%d file”.")
            }
            return Value.Case(
                String(form[..<sign]), Value(String(form[form.utf8.index(after: sign)...])))
        }
        guard
            let choice = Value.Choice(
                by: plural.isEmpty ? .ordinal : .plural, argument: "count", cases: cases)
        else {
            throw Refusal(
                .invalidValue, "A plural form is invalid or occurs twice.",
                hint: "The plural cases are zero, one, two, few, many, other, and =N.")
        }
        return .choice(choice)
    }
}

extension ValueOptions {
    /// Returns the value with the selecting argument copied from the source text.
    ///
    /// `--plural` and `--ordinal` do not specify this argument.
    func conforming(_ value: Value, to source: Value?) -> Value {
        guard !plural.isEmpty || !ordinal.isEmpty, case .choice(let choice) = value,
            case .choice(let known)? = source, known.selector == choice.selector
        else { return value }
        let conforming = Value.Choice(
            by: choice.selector, argument: known.argument?.string, cases: choice.cases)
        return conforming.map(Value.choice) ?? value
    }

    /// Returns the value, or throws if there is none.
    ///
    /// If no value is given on a terminal, opens the editor with the text from `editing`.
    func requireValue(
        argument: String?, in session: Session, editing text: () throws -> String
    ) throws -> Value {
        if let value = try value(argument: argument, in: session, editing: nil) { return value }
        guard session.terminal.canAsk else {
            throw ValidationError("Provide the text as an argument, or use - for standard input.")
        }
        guard let value = try value(argument: nil, in: session, editing: try text()) else {
            throw ValidationError("Provide the text.")
        }
        return value
    }
}
