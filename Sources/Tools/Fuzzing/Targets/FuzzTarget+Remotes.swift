import Sync
import Translation
import Workspace

extension FuzzTarget {
    static let remoteAddress = FuzzTarget(
        "remote-address",
        "The address of a remote: no part looks like an option, and no password is shown.",
        maximumSize: 1 << 9,
        seeds: [
            "https://ines:secret@host.example/a/b.git", "git@host.example:team/app.git",
            "ssh://ines@[::1]:2222/~/app.git", "/srv/app.git", "../app", "file:///srv/a%20b.git",
            "[host:2222]:app", "git://host/b.git", "ext::sh -c x", "http://localhost:8080/x",
        ],
        words: [
            "://", "@", ":", "::", "[", "]", "-", "%00", "%2F", "ssh", "https", "file", ".git", "~",
            "localhost", "-oProxyCommand=x", "?", "#", "\u{301}", "\u{200D}", "/..",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        let address: RemoteAddress
        do { address = try RemoteAddress(text, from: "/home/ines") } catch is Refusal {
            return .refused
        }
        for part in [address.host, address.user ?? "", address.text] {
            try law(
                "No part of an address looks like an option.", !part.utf8.starts(with: "-".utf8))
        }
        try law(
            "A host is one word.",
            !address.host.utf8.contains { $0 <= 0x20 || "/@".utf8.contains($0) }, address.host)
        try law(
            "A path has no control characters.",
            !address.path.utf8.contains { $0 < 0x20 || $0 == 0x7F })
        do {
            let shown = try RemoteAddress(address.shown, from: "/")
            try law(
                "Removing the password does not change the location.",
                shown.kind == address.kind && shown.host == address.host
                    && shown.port == address.port && shown.path == address.path
                    && shown.user == address.user, address.shown)
            try law("No password is shown.", shown.shown == address.shown, address.shown)
        } catch let refusal as Refusal {
            throw BrokenLaw(
                law: "An address without its password is valid.", detail: refusal.message)
        }
        try law(
            "A clone's directory is a single path component.",
            !address.directoryName.utf8.contains(UInt8(ascii: "/")),
            address.directoryName)
        return .accepted
    }

    static let gitTalk = FuzzTarget(
        "git-talk",
        "A server's messages through git: independent of how they are split, and without effect on a terminal.",
        maximumSize: 1 << 12,
        seeds: [
            "remote: Hello\nReceiving objects:  45% (9/20), 1.20 MiB | 2.00 MiB/s\rremote: \u{1B}[31mred\nfatal: x\n",
            "remote: Counting objects: 100% (3/3), done.\nremote: \nTotal 3 (delta 0)\n",
        ],
        words: [
            "remote: ", "% (", "/", "), ", "\r", "\n", "Receiving objects: ", "MiB", "|",
            "\u{1B}]0;x\u{7}",
        ]
    ) { input in
        let whole = RemoteReaders.gitTalk([input])
        let single = RemoteReaders.gitTalk(input.map { [$0] })
        try law(
            "Messages do not depend on how their bytes are split.",
            whole.told == single.told && whole.progress == single.progress)
        try law(
            "A server's message cannot control a terminal.",
            whole.told.allSatisfy { line in
                !line.unicodeScalars.contains { $0.properties.generalCategory == .control }
            }, "\(whole.told)")
        return whole.told.isEmpty ? .refused : .accepted
    }
}
