import ArgumentParser
import JSON
import Languages
import Representations
import Sync
import Workspace

/// `dragoman remote`.
struct RemoteVerbs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote",
        abstract: "Show and change the remote repositories.",
        subcommands: [
            RemoteList.self, RemoteAdd.self, RemoteRemove.self, RemoteSetURL.self,
            RemoteRename.self,
        ], defaultSubcommand: RemoteList.self)
}

/// `dragoman remote list`.
struct RemoteList: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the remotes and their addresses, without passwords.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    func run(in session: Session) throws -> ExitStatus {
        let remotes = try session.exchange(global) { false }.remotes()
        switch output.format {
        case .json:
            session.write(.array(remotes.map(\.json)))
        case .text:
            var table = Table(style: session.style)
            for remote in remotes {
                let push = remote.pushURL.map { " (push: \($0))" } ?? ""
                table.add([
                    .init(remote.name, paint: session.style.bold),
                    .init(remote.url + push),
                ])
            }
            session.terminal.write(table.lines(columns: session.tableColumns))
        }
        return .done
    }
}

/// The arguments for a remote's name and its new address.
struct NamedAddress: ParsableArguments {
    @Argument(help: "The name, such as origin.")
    var name: String

    @Argument(help: "The address.")
    var url: String
}

/// `dragoman remote add`.
struct RemoteAdd: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a remote, without fetching from it.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var place: NamedAddress

    func run(in session: Session) throws -> ExitStatus {
        try session.changeRemote(global, output, "Added") {
            try $0.addRemote(place.name, url: place.url)
        }
    }
}

/// `dragoman remote remove`.
struct RemoteRemove: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a remote, its settings and its remote-tracking branches.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The name.")
    var name: String

    func run(in session: Session) throws -> ExitStatus {
        try session.exchange(global) { false }.removeRemote(name)
        session.report(remote: name, url: nil, output, "Removed")
        return .done
    }
}

/// `dragoman remote set-url`.
struct RemoteSetURL: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "set-url", abstract: "Change a remote's address.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var place: NamedAddress

    func run(in session: Session) throws -> ExitStatus {
        try session.changeRemote(global, output, "Changed") {
            try $0.setURL(place.url, ofRemote: place.name)
        }
    }
}

/// `dragoman remote rename`.
struct RemoteRename: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a remote and its remote-tracking branches.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The current name.")
    var name: String

    @Argument(help: "The new name.")
    var newName: String

    func run(in session: Session) throws -> ExitStatus {
        let unusual = try session.exchange(global) { false }.renameRemote(name, to: newName)
        for refspec in unusual {
            session.say("warning: The refspec \(Visible.escaping(refspec)) is unchanged.")
        }
        session.report(remote: newName, url: nil, output, "Renamed")
        return .done
    }
}

extension Session {
    /// Adds a remote or changes its address, and reports the result.
    fileprivate func changeRemote(
        _ global: GlobalOptions, _ output: OutputOptions, _ done: String,
        _ change: (Exchange) throws -> RemoteDescription
    ) throws -> ExitStatus {
        let remote = try change(exchange(global) { false })
        report(remote: remote.name, url: remote.url, output, done)
        return .done
    }

    fileprivate func report(
        remote name: String, url: String?, _ output: OutputOptions, _ done: String
    ) {
        switch output.format {
        case .json:
            write(.changedRemote(name: name, url: url))
        case .text:
            let place = url.map { ": \(Visible.escaping($0))" } ?? "."
            say("\(done) the remote \(Visible.escaping(name))\(place)")
        }
    }
}
