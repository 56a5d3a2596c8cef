import ArgumentParser
import JSON
import Languages
import Machine
import Pictures
import Translation
import Workspace

/// `dragoman picture`.
struct PictureVerbs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture", abstract: "List, save and remove the pictures of strings.",
        discussion: """
            string edit --screenshot attaches a picture. Pictures are not part of the branch with \
            the texts: neither clone nor fetch transfers them, but sync --pictures does.
            """,
        subcommands: [PictureList.self, PictureSave.self, PictureRemove.self])
}

/// `dragoman picture list`.
struct PictureList: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the stored pictures, the largest first.",
        discussion: """
            The columns are the size in bytes, the picture's name, and the strings and open \
            proposals that use it.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let project = workspace.project
        let pictures = try workspace.read(at: .tip) { try $0.storedPictures() }
        switch output.format {
        case .json:
            session.write(
                .array(
                    pictures.map { picture in
                        .object {
                            $0.add("picture", picture.name.reference)
                            $0.add("bytes", picture.byteCount)
                            $0.add("uses", list: picture.uses.names(in: project))
                        }
                    }))
        case .text:
            var table = Table(style: session.style)
            for picture in pictures {
                table.add([
                    .init(String(picture.byteCount), isRightAligned: true),
                    .init(picture.name.reference, paint: session.style.bold),
                    .init(picture.uses.summary(in: project)),
                ])
            }
            session.terminal.page(table.lines(columns: session.tableColumns))
        }
        return .done
    }
}

/// `dragoman picture save`.
struct PictureSave: Verb {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Write the picture of a string to a file.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var section: SectionOption

    @Argument(help: "The key, or a reference such as pictures/….png.")
    var key: String

    @Argument(help: "The file; - is standard output.")
    var file: String

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let name = try workspace.pictureName(of: key, section)
        switch try workspace.pictures.state(of: name) {
        case .stored(let bytes):
            guard file != "-" else {
                session.terminal.write(bytes: bytes)
                return .done
            }
            try Files.write(bytes, to: session.path(file, global))
            session.say("Wrote \(Visible.escaping(file)).")
            return .done
        case .removed:
            throw Refusal(
                .noText, "The picture \(name.reference) was removed.",
                hint: .typed("Attach another one with `dragoman string edit --screenshot FILE`."))
        case .missing:
            throw Refusal(
                .noText, "The picture \(name.reference) is not in this repository.",
                hint: .typed("`dragoman sync --pictures` fetches the pictures of the remote."))
        }
    }
}

/// `dragoman picture remove`.
struct PictureRemove: Verb {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a picture for good.",
        discussion: """
            The picture is removed from the repository, and by the next sync from others. With a \
            key, the string no longer refers to it, and the picture is only removed if no other \
            string and no open proposal refers to it. Repositories that do not sync keep it, and \
            so do backups. The bytes disappear from Git when git gc prunes them.

            With --unused, removes all pictures that no event refers to, such as uploads whose \
            proposal was never made. They can be attached again, and a sync brings them back from \
            repositories that have them.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var section: SectionOption

    @Argument(help: "The key, or a reference such as pictures/….png.")
    var key: String?

    @Flag(help: "Remove the pictures that no event refers to.")
    var unused = false

    func validate() throws {
        guard (key == nil) == unused else {
            throw ValidationError("State either a key or --unused.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        guard let key else {
            let names = try workspace.dropUnusedPictures()
            for name in names { session.say("Removed \(name.reference).") }
            if names.isEmpty { session.say("There are no unused pictures.") }
            return .done
        }
        let name = try workspace.pictureName(of: key, section)
        if PictureReference(key) == nil {
            let string = try workspace.readForWriting { try $0.string(section.key(key)) }
            var edit = DefinitionEdit()
            edit.screenshot = .remove
            _ = try workspace.perform(Action(.editString(string, edit)))
            let uses = try workspace.read(at: .tip) { try $0.uses(of: name) }
            guard uses.isEmpty else {
                session.say(
                    "\(Visible.escaping(key)) no longer has \(name.reference). The picture stays, because it is also used by: \(Visible.escaping(uses.summary(in: workspace.project)))"
                )
                return .done
            }
        }
        try workspace.removePicture(name)
        session.say("Removed \(name.reference).")
        return .done
    }
}

extension Session {
    /// Stores the picture in a file, and returns the reference to it.
    ///
    /// Throws a refusal if the mark is not in the picture.
    func storedPicture(
        _ file: String, mark: PictureMark?, in workspace: Workspace, _ global: GlobalOptions
    ) throws -> PictureReference {
        // A longer file is refused, and need not be read.
        let bytes = try Files.read(path(file, global), first: Picture.maximumBytes + 1)
        let picture = try Picture(checking: bytes)
        let reference = try picture.reference(mark)
        try workspace.addPicture(picture)
        return reference
    }
}

extension Workspace {
    /// Returns the name of a string's picture, given the string's key or the picture's reference.
    fileprivate func pictureName(of key: String, _ section: SectionOption) throws -> PictureName {
        if let reference = PictureReference(key) { return reference.name }
        return try read(at: .tip) { snapshot in
            let string = try snapshot.string(section.key(key))
            guard let name = try snapshot.pictureName(of: string) else {
                throw Refusal(
                    .noText, "\(Visible.escaping(key)) has no stored picture.",
                    hint: .typed("Attach one with `dragoman string edit --screenshot FILE`."))
            }
            return name
        }
    }
}
