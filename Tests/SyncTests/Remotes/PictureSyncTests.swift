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

    @Test func bothSidesPicturesAreUnited() throws {
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

    @Test func aRemoteThatRefusesPicturesIsNamed() throws {
        try hub.addHook(
            "update", "case $1 in refs/dragoman/*) echo 'no pictures'; exit 1;; esac\n",
            to: "hub.git")
        try attach(1, to: "app")
        let refused = try hub.refused("sync", in: "app")
        #expect(refused.contains("dragoman/pictures"), "\(refused)")
        // The texts were sent before.
        #expect(try hub.sandbox.commit("translations", in: "app") == hub.tip)
    }
}
