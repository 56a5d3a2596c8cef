import JSON
import Texts
import Translation

/// A string that is read from an XLIFF file, with a unit for each of its texts.
struct XLIFFString {
    /// A unit in the file.
    struct Unit {
        let path: String
        let line: Int
        let source: String
        let target: String?
        /// Whether the state means that the text needs work; `nil` if there is no state.
        let needsWork: Bool?
        /// Whether the state means that the text was never translated.
        let isNew: Bool
    }

    let string: StringID
    let line: Int
    var units: [Unit] = []
    var details = StringDetails()
    var textMeta = JSONMembers()
    /// Whether the source text may be just the string's key.
    var isSourceKey = false
    /// The names of arguments and types of variables specified in the file.
    var annotations: [(String, String)] = []

    init(string: StringID, line: Int) {
        self.string = string
        self.line = line
    }

    /// Returns the entry for the string, and adds its stub to `stubs`.
    ///
    /// Adds a notice if the units do not form a valid value.
    func entry(
        _ context: ReadContext, _ notices: inout Notices, _ stubs: inout [StringID: ReadFile.Stub]
    ) -> FileEntry? {
        var value: Value?
        var source: Value?
        do throws(ValueUnits.Fault) {
            let targets = units.compactMap { unit in
                unit.target.map { ValueUnit(path: unit.path, text: $0) }
            }
            let sources = units.map { ValueUnit(path: $0.path, text: $0.source) }
            let isUntouched = units.allSatisfy {
                $0.target == nil || $0.isNew && ($0.target == $0.source || $0.target == "")
            }
            if !targets.isEmpty, !isUntouched || context.isSource {
                value = try ValueUnits.value(of: targets)
            } else if context.isSource {
                value = try ValueUnits.value(of: sources)
            } else if !targets.isEmpty {
                let text = ValueAnnotations.adding(
                    annotations, to: try ValueUnits.value(of: targets))
                let meta = FormatMeta.bounded(textMeta, of: string.key, line: line, &notices)
                stubs[string] = ReadFile.Stub(
                    value: text, details: TextDetails(needsWork: true, meta: meta))
            }
            source = isSourceKey ? nil : self.source(like: context.shape.values[string])
        } catch {
            notices.leftOut(string.key, line: line, error.sentence)
            return nil
        }
        value = value.map {
            context.shape.conforming(
                ValueAnnotations.adding(annotations, to: $0), of: string,
                namesVariables: true)
        }
        var textDetails = TextDetails()
        if value != nil, !context.isSource {
            let marks = units.filter { $0.target != nil }.map(\.needsWork)
            textDetails.needsWork =
                marks.contains(true) ? true : marks.contains(false) ? false : nil
            textDetails.meta = FormatMeta.bounded(textMeta, of: string.key, line: line, &notices)
        }
        return FileEntry(
            string: string, source: source, value: value,
            // Tools write empty targets to be filled in, so only a state can mark an empty target
            // as deliberate.
            isDeliberatelyEmpty: value?.isEmptyText == true
                && (context.isSource || units[0].target == "" && units[0].needsWork != nil),
            line: line, details: details, textDetails: textDetails)
    }
}

extension XLIFFString {
    /// Returns the source text, as far as the units determine it.
    ///
    /// If a translation has more forms than the source, some source forms are repeated. If it has
    /// fewer forms, some source forms are unknown.
    private func source(like known: Value?) -> Value? {
        let isWhole = units.count == 1 && units[0].path.isEmpty
        guard let known, let forms = try? ValueUnits.units(of: known) else {
            return isWhole ? Value(units[0].source) : nil
        }
        let texts = forms.compactMap { form in
            units.first { $0.path == form.path }.map { ValueUnit(path: form.path, text: $0.source) }
        }
        if texts.count == forms.count { return try? ValueUnits.value(of: texts) }
        // An export pairs a single text with one form of the source, which is not the complete
        // source text.
        let usual = Value(ValueUnits.source(of: "", in: forms))
        return isWhole && Value(units[0].source) != usual ? Value(units[0].source) : nil
    }
}

/// The names of arguments and the types of variables, by their path in a value.
enum ValueAnnotations {
    /// Returns the annotations of a value, in the order of its texts.
    static func all(of value: Value, path: String = "") -> [(String, String)] {
        switch value {
        case .text: return []
        case .list(let values):
            return values.enumerated().flatMap { all(of: $1, path: "\(path)list.\($0).") }
        case .choice(let choice): return all(of: choice, path: path)
        case .format(_, let variables):
            return variables.flatMap { variable in
                let below = "\(path)substitutions.\(variable.name.string)."
                return (variable.spec.map { [("spec:" + below, $0.string)] } ?? [])
                    + all(of: variable.choice, path: below)
            }
        }
    }

    private static func all(of choice: Value.Choice, path: String) -> [(String, String)] {
        (choice.argument.map { [("argument:" + path, $0.string)] } ?? [])
            + choice.cases.flatMap {
                all(of: $0.value, path: "\(path)\(choice.selector.rawValue).\($0.name.string).")
            }
    }

    /// Returns a value completed with the data from annotations.
    static func adding(_ annotations: [(String, String)], to value: Value) -> Value {
        guard !annotations.isEmpty else { return value }
        let known = Dictionary(annotations, uniquingKeysWith: { first, _ in first })
        return adding(known, to: value, path: "")
    }

    private static func adding(
        _ known: [String: String], to value: Value, path: String
    ) -> Value {
        switch value {
        case .text: value
        case .list(let values):
            .list(
                values.enumerated().map { adding(known, to: $1, path: "\(path)list.\($0).") })
        case .choice(let choice): .choice(adding(known, to: choice, path: path))
        case .format(let text, let variables):
            .format(
                text,
                variables.map { variable in
                    let below = "\(path)substitutions.\(variable.name.string)."
                    return Value.Variable(
                        name: variable.name.string,
                        spec: variable.spec?.string ?? known["spec:" + below],
                        choice: adding(known, to: variable.choice, path: below))
                })
        }
    }

    private static func adding(
        _ known: [String: String], to choice: Value.Choice, path: String
    ) -> Value.Choice {
        let cases = choice.cases.map { item in
            let below = "\(path)\(choice.selector.rawValue).\(item.name.string)."
            return Value.Case(item.name.string, adding(known, to: item.value, path: below))
        }
        let argument = choice.argument?.string ?? known["argument:" + path]
        return Value.Choice(by: choice.selector, argument: argument, cases: cases) ?? choice
    }
}
