import ArgumentParser
import Languages
import Pictures
import Texts
import Translation
import Workspace

/// `dragoman string`.
struct StringVerbs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "string", abstract: "Define, change, rename and remove source strings.",
        subcommands: [
            StringAdd.self, StringEdit.self, StringRename.self, StringCarry.self,
            StringRemove.self,
        ])
}

/// The options for the metadata of a source string.
struct AttributeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A comment for translators.", valueName: "text"))
    var comment: String?

    @Option(
        help: ArgumentHelp(
            "The maximum length of a translation: 20, or 20:width, :grapheme, :utf16, :byte.",
            valueName: "n[:unit]"))
    var maxLength: String?

    @Option(help: ArgumentHelp("A label for the string. Can be repeated.", valueName: "word"))
    var label: [String] = []

    @Option(
        help: ArgumentHelp(
            "A place where the string is used. Can be repeated.", valueName: "file:line"))
    var reference: [String] = []

    @Option(
        help: ArgumentHelp(
            "A screenshot of the string in use: a PNG or JPEG file of at most 1 MiB, or an address. An empty text removes it.",
            valueName: "file"))
    var screenshot: String?

    @OptionGroup var marking: MarkOption

    @Flag(inversion: .prefixedNo, help: "Whether the string should be translated.")
    var translate: Bool?

    /// Returns the screenshot, after storing it if it is a file.
    ///
    /// `current` is the string's stored picture, whose mark changes if only a mark is given.
    func picture(
        _ workspace: Workspace, _ session: Session, _ global: GlobalOptions,
        current: PictureReference? = nil
    ) throws -> DefinitionEdit.Change<Definition.Screenshot>? {
        guard let screenshot else {
            guard marking.mark != nil else { return nil }
            guard let current else { throw MarkOption.withoutPicture }
            let marked = PictureReference(current.name, mark: try marking.checked())
            // A mark can also be removed if the picture is not here.
            return .set(
                try marked.mark == nil
                    ? Definition.Screenshot(marked)
                    : workspace.screenshot(at: marked.description))
        }
        if screenshot.isEmpty || ["https://", "http://"].contains(where: screenshot.hasPrefix) {
            if try marking.checked() != nil { throw MarkOption.withoutPicture }
            return screenshot.isEmpty ? .remove : .set(try workspace.screenshot(at: screenshot))
        }
        if let picture = PictureReference(screenshot) {
            let marked = try marking.mark.map { _ in
                PictureReference(picture.name, mark: try marking.checked()).description
            }
            return .set(try workspace.screenshot(at: marked ?? screenshot))
        }
        let stored = try session.storedPicture(
            screenshot, mark: marking.checked(), in: workspace, global)
        return .set(
            Definition.Screenshot(marking.mark == nil ? stored.keepingMark(of: current) : stored))
    }

    func limit() throws -> Definition.Limit? {
        guard let maxLength else { return nil }
        let parts = maxLength.split(separator: ":", maxSplits: 1)
        let unit = parts.count == 2 ? String(parts[1]) : "grapheme"
        guard let count = parts.first.flatMap({ Int64($0) }), count > 0,
            let unit = Definition.Limit.Unit(rawValue: unit)
        else {
            throw Refusal(
                .invalidValue, "“\(maxLength)” is not a valid length.",
                hint: "Write 20, or 20:width, 20:grapheme, 20:utf16, 20:byte.")
        }
        return Definition.Limit(count: count, unit: unit)
    }
}

/// `dragoman string add`.
struct StringAdd: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Define a source string.",
        discussion:
            "Without a text, the key is used as the text, as in apps whose keys are English texts.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var section: SectionOption
    @OptionGroup var values: ValueOptions
    @OptionGroup var attributes: AttributeOptions

    @Argument(help: "The key.")
    var key: String

    @Argument(help: "The source text; - reads standard input.")
    var text: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let value = try values.value(argument: text, in: session, editing: nil)
        let limit = try attributes.limit()
        let string = try workspace.readForWriting { try $0.newString(section.key(key)) }
        let picture = try attributes.picture(workspace, session, global)
        let outcome = try workspace.perform(
            Action(
                .addString(
                    string,
                    Definition(
                        value: value ?? Value(string.key), comment: attributes.comment,
                        maximumLength: limit, isTranslatable: attributes.translate ?? true,
                        references: attributes.reference, labels: attributes.label,
                        screenshot: picture?.value))),
            idempotencyKey: idempotency.key)
        session.report(outcome, output, saying: "Defined \(Visible.escaping(key)).")
        return .done
    }
}

/// `dragoman string edit`.
struct StringEdit: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a source string or its attributes.",
        discussion: """
            Translations of the old text become stale, unless --minor marks them as still \
            correct. --mark '' removes the mark from the picture. If no change is specified, \
            opens the text in $EDITOR.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var section: SectionOption
    @OptionGroup var values: ValueOptions
    @OptionGroup var attributes: AttributeOptions

    @Argument(help: "The key.")
    var key: String

    @Argument(help: "The new source text; - reads standard input.")
    var text: String?

    @Flag(help: "Keep translations of the old text valid.")
    var minor = false

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let (string, source, picture) = try workspace.readForWriting { snapshot in
            let string = try snapshot.string(section.key(key))
            return (
                string, try snapshot.sourceValue(of: string),
                try snapshot.pictureReference(of: string)
            )
        }
        var edit = DefinitionEdit()
        edit.comment = attributes.comment
        edit.maximumLength = try attributes.limit().map { .set($0) }
        edit.isTranslatable = attributes.translate
        edit.labels = attributes.label.isEmpty ? nil : attributes.label
        edit.references = attributes.reference.isEmpty ? nil : attributes.reference
        edit.screenshot = try attributes.picture(workspace, session, global, current: picture)
        edit.isMinor = minor
        edit.value = try values.value(
            argument: text, in: session,
            editing: edit.saysSomething ? nil : source?.plainText)
        guard edit.saysSomething else {
            throw ValidationError("Specify a change: a text, --comment, --max-length, ….")
        }
        edit.value = edit.value.map { values.conforming($0, to: source) }
        let outcome = try workspace.perform(
            Action(.editString(string, edit)), idempotencyKey: idempotency.key)
        session.report(outcome, output, saying: "Changed \(Visible.escaping(key)).")
        return .done
    }
}

extension DefinitionEdit {
    /// Whether any change was requested.
    fileprivate var saysSomething: Bool {
        value != nil || comment != nil || maximumLength != nil || isTranslatable != nil
            || labels != nil || references != nil || screenshot != nil
    }
}

/// `dragoman string rename`.
struct StringRename: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract:
            "Change the key of a string. Its texts and open proposals move with it, and keep their authors.",
        discussion: """
            A new key without a section is in the default section, as everywhere else. To specify \
            another section, write it before the key, or use --section or --new-section. A note is \
            printed if the string moves to another section.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var section: SectionOption

    @Argument(help: "The key.")
    var key: String

    @Argument(help: "The new key.")
    var newKey: String

    @Option(help: ArgumentHelp("The new section.", valueName: "name"))
    var newSection: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let (old, new) = try workspace.readForWriting { snapshot in
            let old = try snapshot.string(section.key(key))
            let new =
                newSection == nil && section.section == nil
                ? try snapshot.newString(KeyArgument(newKey), isNewName: true)
                : StringID(section: newSection.map(snapshot.section) ?? old.section, key: newKey)
            return (old, new)
        }
        let outcome = try workspace.perform(
            Action(.renameString(old, to: new)), idempotencyKey: idempotency.key)
        session.report(
            outcome, output,
            saying: "Renamed \(Visible.escaping(key)) to \(Visible.escaping(newKey)).")
        if !outcome.events.isEmpty, !old.section.hasSameBytes(as: new.section) {
            let sections = [old, new].map { "“\(Visible.escaping($0.section))”" }
            session.say(
                "note: The string moved from section \(sections[0]) to \(sections[1]).")
        }
        return .done
    }
}

/// `dragoman string remove`.
struct StringRemove: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract:
            "Remove a string. Its texts stay in the log, and are restored if it is added again.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var section: SectionOption

    @Argument(help: "The key.")
    var key: String

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let string = try workspace.readForWriting { try $0.string(section.key(key)) }
        let outcome = try workspace.perform(
            Action(.removeString(string)), idempotencyKey: idempotency.key)
        session.report(outcome, output, saying: "Removed \(Visible.escaping(key)).")
        return .done
    }
}
