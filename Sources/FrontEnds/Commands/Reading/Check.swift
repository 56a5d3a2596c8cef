import ArgumentParser
import Interchange
import JSON
import Languages
import Machine
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// `dragoman check`.
struct Check: Verb {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Report missing, stale and faulty texts; exit 1 on errors.",
        discussion: """
            With languages, or without arguments, checks the project's texts; --list lists the \
            checks. Missing and stale texts are warnings, or errors in the languages specified \
            with --require. Use dragoman silence if a check is wrong about a string. --format \
            github, sarif and junit are for CI. With Ver-ID XML files, each file is compared with \
            the source strings. The output is “All translated”, or “Missing:” and a line for each \
            missing string. Further lines report differing placeholders (errors), and originals \
            that the sources do not contain. They also report a language that is missing or \
            contradicts the file name. With --sources, no repository is needed.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp(
            "The output format: text, json, or for CI: github (annotations), sarif, junit.",
            valueName: "text|json|github|sarif|junit"))
    var format: Form = .text

    @OptionGroup var moment: MomentOptions

    @OptionGroup var option: NamedLocalesOption

    @Argument(help: "Languages, or Ver-ID XML files.")
    var subjects: [String] = []

    @Option(
        help: ArgumentHelp(
            "Treat missing and stale texts as errors in these languages; * for all.",
            valueName: "tag,…"))
    var require: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Run only this check. Can be repeated.", valueName: "id"))
    var check: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Skip this check. Can be repeated.", valueName: "id"))
    var skip: [String] = []

    @Flag(help: "Also run slow checks, such as whether long texts are in the right language.")
    var all = false

    @Flag(help: "Show only silenced findings.")
    var silenced = false

    @Flag(name: .shortAndLong, help: "Print nothing; only set the exit status.")
    var quiet = false

    @Flag(help: "Show only errors.")
    var errors = false

    @Flag(help: "List the checks.")
    var list = false

    @Option(
        help: ArgumentHelp(
            "The lowest severity that results in exit status 1.", valueName: "error|warning"))
    var failOn: FailureThreshold = .error

    @Option(
        help: ArgumentHelp(
            "Read the source strings from a Ver-ID XML file, a Swift file, or a directory.",
            valueName: "path"))
    var sources: String?

    enum Form: String, ExpressibleByArgument {
        case text
        case json
        case github
        case sarif
        case junit
    }

    var answersInJSON: Bool { format == .json || format == .sarif }

    func run(in session: Session) throws -> ExitStatus {
        if list {
            listChecks(to: session)
            return .done
        }
        let isFile = { (subject: String) in
            subject.hasSuffix(".xml") || Files.isFile(session.path(subject, global))
        }
        if sources != nil || (!subjects.isEmpty && subjects.allSatisfy(isFile)) {
            return try checkFiles(in: session)
        }
        return try checkLanguages(in: session)
    }

    // MARK: The project's texts

    private func checkLanguages(in session: Session) throws -> ExitStatus {
        let selection = try CheckSelection(
            only: check, skipping: skip, all: all, silenced: silenced)
        let workspace = try session.open(global)
        let named = try (subjects + option.locales).map(workspace.language)
        return try workspace.read(
            at: moment.moment(), locales: named.isEmpty ? nil : named
        ) { snapshot in
            let locales = named.isEmpty ? try snapshot.locales() : named
            for locale in locales { try snapshot.requireLocale(locale) }
            let required: [LanguageTag] =
                require == "*"
                ? locales
                : try (require ?? "").split(separator: ",").map {
                    try snapshot.language(String($0))
                }
            for locale in required { try snapshot.requireLocale(locale) }
            // A project without strings has no missing texts, so a build would pass with nothing
            // translated.
            if try !required.isEmpty
                && snapshot.model.status(of: snapshot.project.source).total == 0
            {
                throw Refusal(
                    .noText, "The project has no strings, so no language can be complete.",
                    hint: "Use `dragoman import` or `dragoman extract` to add strings.")
            }
            if selection.lacksLanguages {
                session.say(
                    "note: The check “language” was skipped, because it requires the package libexttextcat-data."
                )
            }
            let results = try snapshot.check(
                locales, required: .init(required), selection: selection)
            if !quiet {
                write(results, of: locales, project: snapshot.project, to: session)
                let untranslated =
                    selection.only.isEmpty || selection.contains(.unchanged)
                    ? try snapshot.untranslated(among: locales) : []
                if !untranslated.isEmpty {
                    session.say("note: \(Snapshot.sentence(onUntranslated: untranslated))")
                }
            }
            return !silenced && results.contains { $0.severity >= failOn.severity } ? .found : .done
        }
    }

    private func listChecks(to session: Session) {
        guard !answersInJSON else {
            return session.write(.array(CheckInfo.all.map(\.json)))
        }
        var table = Table(style: session.style)
        for info in CheckInfo.all {
            table.add([
                .init(info.name), .init(info.severity.rawValue),
                .init(info.isDefault ? "" : "--all"), .init(info.summary),
            ])
        }
        session.terminal.write(table.lines(columns: session.tableColumns, isWrapped: true))
    }

    private func write(
        _ all: [CheckResult], of locales: [LanguageTag], project: Project, to session: Session
    ) {
        let results = errors ? all.filter { $0.severity == .error } : all
        switch format {
        case .json: session.write(.array(results.map(\.json)))
        case .sarif: session.write(CheckResult.sarif(results, in: project))
        case .github:
            session.terminal.write(CheckAnnotations.text(results, in: project))
        case .junit:
            let suites = CheckSuites(
                results: results, locales: locales.filter { $0 != project.source },
                project: project, threshold: failOn.severity)
            session.terminal.write(suites.text)
        case .text: writeTable(results, project: project, to: session)
        }
    }

    private func writeTable(_ results: [CheckResult], project: Project, to session: Session) {
        let style = session.style
        var table = Table(style: style)
        for result in results {
            table.add([
                .init(result.severity.rawValue, paint: style.paint(of: result.severity)),
                .init(result.locale.rawValue), .init(result.check),
                .init(result.string.spelled(in: project)),
                .init(result.message),
            ])
        }
        session.terminal.write(table.lines(columns: session.tableColumns, isWrapped: true))
        let errors = results.count { $0.severity == .error }
        let warnings = results.count { $0.severity == .warning }
        let notes = results.count - errors - warnings
        let counts = [
            counted(errors, "error"), counted(warnings, "warning"),
            notes > 0 ? counted(notes, "note") : nil,
        ]
        session.say(counts.compactMap(\.self).joined(separator: ", "))
    }

    // MARK: Ver-ID files

    private func checkFiles(in session: Session) throws -> ExitStatus {
        guard !subjects.isEmpty else { throw ValidationError("Specify a file to check.") }
        guard option.locales.isEmpty else {
            throw ValidationError(
                "--locale applies only to the project's texts; a file specifies its own language.")
        }
        guard format == .text || format == .json else {
            throw ValidationError(
                "--format \(format.rawValue) applies only to the project's texts.")
        }
        let originals = try originals(in: session)
        guard !originals.isEmpty else {
            throw Refusal(
                .noText, "\(sources ?? "The project") has no strings to compare files with.",
                hint:
                    "In Swift files, only `translatedStrings[\"…\"]` is recognized here. `dragoman extract` and `check LANGUAGE` recognize other calls."
            )
        }
        var answers: [JSONValue] = []
        var isFound = false
        for path in subjects {
            let bytes = try Files.read(session.path(path, global))
            let found = try VerIDFile.missing(of: originals, in: bytes, path: path)
            let shown = found.findings.filter { !errors || $0.severity == .error }
            answers += found.originals.map {
                UntranslatedOriginal(path: path, locale: found.locale, original: $0).json
            }
            answers += shown.map { $0.json(path: path, locale: found.locale) }
            isFound =
                isFound || !found.originals.isEmpty
                || found.findings.contains { $0.severity >= failOn.severity }
            if format == .text, !quiet {
                write(found.originals, shown, path: subjects.count > 1 ? path : nil, to: session)
            }
        }
        if format == .json, !quiet { session.write(.array(answers)) }
        return isFound ? .found : .done
    }

    private func originals(in session: Session) throws -> [String] {
        if let sources {
            return try Originals.read(session.path(sources, global), on: session.host) {
                session.say("note: \($0)")
            }
        }
        let workspace = try session.open(global)
        return try workspace.read(at: moment.moment(), locales: []) { snapshot in
            try snapshot.originals()
        }
    }

    private func write(
        _ missing: [String], _ findings: [VerIDFinding], path: String?, to session: Session
    ) {
        let prefix = path.map { Visible.escaping($0) + ": " } ?? ""
        session.terminal.write("\(prefix)\(missing.isEmpty ? "All translated" : "Missing:")\n")
        for original in missing { session.terminal.write(Visible.escaping(original) + "\n") }
        for finding in findings {
            let severity = session.style.paint(of: finding.severity)(finding.severity.rawValue)
            let original = finding.original.map { "“\(Visible.escaping($0))”: " } ?? ""
            session.terminal.write(
                "\(prefix)\(severity)  \(finding.check)  \(original)\(Visible.escaping(finding.message))\n"
            )
        }
    }
}

/// The minimum severity with which a check fails.
enum FailureThreshold: String, ExpressibleByArgument {
    case error
    case warning

    var severity: Finding.Severity { self == .error ? .error : .warning }
}

extension Style {
    func paint(of severity: Finding.Severity) -> (String) -> String {
        switch severity {
        case .error: red
        case .warning: yellow
        case .info: dim
        }
    }
}
