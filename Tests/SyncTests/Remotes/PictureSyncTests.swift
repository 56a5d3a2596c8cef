import Foundation
import TestKit
import TestWorld
import Testing

/// Pictures between a repository and its remote.
@Suite struct PictureSyncTests {
    private let hub: Hub

    init() throws {
        hub = try Hub(.path)
        try hub.run("clone \(hub.url) otto")
    }

    private func attach(_ shade: UInt8, to directory: String) throws {
        let file = URL(fileURLWithPath: hub.sandbox.directory + "/picture.png")
        try Data(SamplePicture.png(shade: shade)).write(to: file)
        try hub.run(
            "string edit greeting --screenshot \(hub.sandbox.directory)/picture.png",
            in: directory)
    }

    private func commit(_ directory: String) throws -> String {
        try hub.sandbox.git(
            "for-each-ref", "--format=%(objectname)", "refs/dragoman/pictures", in: directory)
    }

    /// Returns the paths of the pictures, with the ids of their bytes.
    private func files(_ directory: String) throws -> String {
        try hub.sandbox.git("ls-tree", "-r", "refs/dragoman/pictures", in: directory)
    }

    @Test func aCloneFetchesPicturesOnlyIfAsked() throws {
        try attach(1, to: "app")
        try hub.run("sync", in: "app")
        #expect(try commit("app") == commit("hub.git"))
        try hub.run("sync", in: "otto")
        try hub.run("clone \(hub.url) late")
        for name in ["otto", "late"] {
            #expect(try hub.sandbox.git("for-each-ref", "refs/dragoman", in: name) == "")
            let refused = try hub.refused("picture save greeting x.png", in: name)
            #expect(refused.contains("`dragoman sync --pictures` fetches"), "\(refused)")
            try hub.run("sync --pictures", in: name)
            try hub.run("picture save greeting x.png", in: name)
            #expect(try commit(name) == commit("hub.git"))
        }
        try hub.sandbox.git("clone", "-q", hub.url, "plain")
        #expect(try hub.sandbox.git("for-each-ref", "refs/dragoman", in: "plain") == "")
        // There is nothing left to exchange.
        let before = try commit("hub.git")
        for name in ["app", "otto", "app"] { try hub.run("sync", in: name) }
        #expect(try commit("hub.git") == before)
    }

    @Test func bothSidesPicturesAreMerged() throws {
        try attach(1, to: "app")
        try attach(2, to: "otto")
        for name in ["app", "otto", "app"] { try hub.run("sync", in: name) }
        let all = try files("hub.git")
        #expect(all.split(separator: "\n").count == 2)
        #expect(try files("app") == all && files("otto") == all)
        #expect(
            try hub.sandbox.git("rev-list", "--count", "refs/dragoman/pictures", in: "hub.git")
                == "1\n")
    }

    @Test func aRemovalWinsEverywhere() throws {
        try attach(1, to: "app")
        try hub.run("sync", in: "app")
        try hub.run("sync --pictures", in: "otto")
        try hub.run("picture remove greeting", in: "otto")
        // The record of the hub's pictures does not keep it, either.
        let kept = try hub.sandbox.git("rev-list", "--objects", "--all", "--reflog", in: "otto")
        #expect(kept.split(separator: "\n").count { $0.hasSuffix(".png") } == 1, "\(kept)")
        try attach(2, to: "app")
        for name in ["app", "otto", "app"] { try hub.run("sync", in: name) }
        let all = try files("hub.git")
        #expect(all.contains("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"))
        #expect(all.split(separator: "\n").count == 2)
        #expect(try files("app") == all && files("otto") == all)
        // No reference or log leads to the removed bytes any more.
        for name in ["app", "otto", "hub.git"] {
            let objects = try hub.sandbox.git(
                "rev-list", "--objects", "--all", "--reflog", in: name)
            #expect(objects.split(separator: "\n").count { $0.hasSuffix(".png") } == 2, "\(name)")
        }
    }

    /// Replaces the pictures at the hub as somebody with plain Git can: with a history, and with
    /// `script` printing the bytes of the picture.
    ///
    /// `name` is a shell expression for the picture's name, or nil for the name of the first picture.
    private func plant(_ script: String, name: String? = nil) throws {
        let line = try #require(try files("hub.git").split(separator: "\n").first)
        let known = try #require(line.split(separator: "/").last)
        let plant = """
            name=\(name ?? String(known))
            blob=$(\(script) | git hash-object -w --stdin)
            inner=$(printf '100644 blob %s\\t%s\\n' $blob $name | git mktree)
            outer=$(printf '040000 tree %s\\t%s\\n' $inner $(printf %.2s $name) | git mktree)
            git -c user.name=E -c user.email=e@example.org update-ref refs/dragoman/pictures \\
                $(git -c user.name=E -c user.email=e@example.org commit-tree $outer \\
                    -p refs/dragoman/pictures -m planted)
            """
        let planted = try hub.sandbox.execute("/bin/sh", ["-ec", plant], in: "hub.git")
        try #require(planted.status == 0, "\(planted.errors)")
    }

    @Test(arguments: ["printf '<script>'", "head -c 3000000 /dev/zero"])
    func otherBytesUnderTheNameAreNotTakenOver(script: String) throws {
        try attach(1, to: "app")
        try hub.run("sync", in: "app")
        let all = try files("hub.git")
        try plant(script)
        #expect(try files("hub.git") != all)
        // A clone without the picture does not take them over.
        try hub.run("sync --pictures", in: "otto")
        #expect(try files("otto") == "")
        _ = try hub.refused("picture save greeting x.png", in: "otto")
        // One with the picture restores it.
        for name in ["app", "otto"] { try hub.run("sync --pictures", in: name) }
        for name in ["app", "otto", "hub.git"] { #expect(try files(name) == all, "\(name)") }
        #expect(
            try hub.sandbox.git("rev-list", "--count", "refs/dragoman/pictures", in: "hub.git")
                == "1\n")
    }

    /// Their names are the hashes of their bytes.
    @Test(arguments: [
        (SamplePicture.png(width: 60_000, height: 60_000, isHollow: true), "png"),
        (SamplePicture.png(chunks: [("tEXt", Array("Comment\0<script>".utf8))]), "png"),
        (SamplePicture.jpeg(segments: SamplePicture.segment(0xFE, [1])), "jpg"),
    ])
    func filesThatAreNoStoredPicturesAreNotTakenOver(file: [UInt8], format: String) throws {
        try attach(1, to: "app")
        try hub.run("sync", in: "app")
        try Data(file).write(
            to: URL(fileURLWithPath: hub.sandbox.directory + "/hub.git/planted"))
        try plant("cat planted", name: "$(sha256sum planted | head -c 64).\(format)")
        try #require(try files("hub.git").contains(".\(format)"))
        try hub.run("sync --pictures", in: "otto")
        #expect(try files("otto") == "")
    }

    /// A reference that looks like the pictures cannot be stored beside the record of the pictures.
    @Test func strayReferencesDoNotStopTheTexts() throws {
        try attach(1, to: "app")
        try hub.run("sync", in: "app")
        let pictures = try commit("app").trimmingCharacters(in: .newlines)
        for name in ["pictures-old", "pictures/stray"] {
            if name.contains("/") {
                try hub.sandbox.git("update-ref", "-d", "refs/dragoman/pictures", in: "hub.git")
            }
            try hub.sandbox.git("update-ref", "refs/dragoman/\(name)", pictures, in: "hub.git")
            try hub.run("set fr greeting '\(name)'", in: "otto")
            try hub.run("sync", in: "otto")
            try hub.run("sync", in: "app")
            #expect(try hub.run("get fr greeting", in: "app").output.contains(name))
            let copies = try hub.sandbox.git(
                "for-each-ref", "--format=%(refname)", "refs/dragoman/remotes", in: "app")
            #expect(copies == "refs/dragoman/remotes/origin/pictures\n")
        }
    }

    @Test func anUnusedPictureComesBackFromWhereItIs() throws {
        try attach(1, to: "app")
        try hub.run("sync", in: "app")
        let all = try files("hub.git")
        // Otto has the picture, but not the definition.
        try hub.sandbox.git(
            "fetch", "-q", "origin", "refs/dragoman/pictures:refs/dragoman/pictures", in: "otto")
        try hub.run("picture remove --unused", in: "otto")
        #expect(try files("otto") == "")
        try hub.run("sync", in: "otto")
        for name in ["otto", "hub.git"] { #expect(try files(name) == all, "\(name)") }
    }

    @Test func theSamePicturesWithAHistoryAreReplaced() throws {
        try attach(1, to: "app")
        try hub.run("sync", in: "app")
        let all = try files("hub.git")
        let blob = try #require(all.split(whereSeparator: \.isWhitespace).dropFirst(2).first)
        try plant("git cat-file blob \(blob)")
        #expect(try files("hub.git") == all)
        for name in ["app", "otto"] { try hub.run("sync --pictures", in: name) }
        for name in ["app", "otto", "hub.git"] {
            #expect(try files(name) == all, "\(name)")
            #expect(
                try hub.sandbox.git("rev-list", "--count", "refs/dragoman/pictures", in: name)
                    == "1\n", "\(name)")
        }
    }

    @Test func picturesThatTheRemoteLostAreSentAgain() throws {
        try attach(1, to: "app")
        try hub.run("sync", in: "app")
        let all = try files("hub.git")
        try hub.sandbox.git("update-ref", "-d", "refs/dragoman/pictures", in: "hub.git")
        try hub.run("sync --pictures", in: "app")
        #expect(try files("hub.git") == all)
    }

    /// Like a server's repository over HTTP.
    @Test func aRemoteThatHidesPicturesFromPushesIsNamed() throws {
        try attach(1, to: "app")
        try hub.run("sync", in: "app")
        try hub.sandbox.git("config", "receive.hideRefs", "refs/dragoman", in: "hub.git")
        try attach(2, to: "app")
        let warning = try hub.run("sync", in: "app").errors
        #expect(warning.contains("hub.git rejects pushes of pictures."), "\(warning)")
        #expect(try hub.sandbox.commit("translations", in: "app") == hub.tip)
        try hub.run("sync --pictures", in: "otto")
        #expect(try files("otto") == files("hub.git"))
    }

    @Test func aRemoteThatRefusesPicturesIsNamed() throws {
        try hub.addHook(
            "update", "case $1 in refs/dragoman/*) echo 'no pictures'; exit 1;; esac\n",
            to: "hub.git")
        try attach(1, to: "app")
        let warning = try hub.run("sync", in: "app").errors
        #expect(warning.contains("warning: The pictures were not exchanged"), "\(warning)")
        // The texts were sent before.
        #expect(try hub.sandbox.commit("translations", in: "app") == hub.tip)
        let refused = try hub.refused("sync --pictures", in: "app")
        #expect(refused.contains("dragoman/pictures"), "\(refused)")
    }
}
