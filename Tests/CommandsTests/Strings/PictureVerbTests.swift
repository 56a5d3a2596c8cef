import Foundation
import Pictures
import TestKit
import TestWorld
import Testing

/// Pictures of strings on the command line.
@Suite struct PictureVerbTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add fr", "string add title Cart"])
        try write(SamplePicture.png(trailer: Array("<script>".utf8)), "cart.png")
        try write(Array("<html>".utf8), "page.png")
        try write(SamplePicture.png(width: 9_999, height: 9_999, isHollow: true), "bomb.png")
        try write([UInt8](repeating: 0x89, count: 5 << 20), "long.png")
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: sandbox.directory + "/app/" + name))
    }

    private func run(_ line: String, status: Int32 = 0) throws -> Sandbox.Result {
        let result = sandbox.run(Transcript.words(line), in: "app")
        try #require(result.status == status, "\(line): \(result)")
        return result
    }

    /// Returns the screenshot in the newest definition.
    private func screenshot() throws -> String? {
        let log = try run("log --format json").output
        let start = try #require(log.firstRange(of: "string.defined")).upperBound
        let event = log[start...]
        let end = event.firstRange(of: "\"type\"")?.lowerBound ?? event.endIndex
        return event[..<end].firstMatch(of: /"url": ?"(.*?)"/).map { String($0.1) }
    }

    @Test func aFileIsStoredWithoutItsMetadata() throws {
        _ = try run("string edit title --screenshot cart.png")
        let reference = try #require(try screenshot())
        #expect(PictureReference(reference) != nil)
        _ = try run("picture save title copy.png")
        let copy = Array(
            try Data(contentsOf: URL(fileURLWithPath: sandbox.directory + "/app/copy.png")))
        #expect(copy == (try Picture(recoding: SamplePicture.png())).bytes)
        // Its branch is not the branch of texts, and has no history.
        let files = try sandbox.git(
            "ls-tree", "-r", "--name-only", "translations", in: "app")
        #expect(!files.contains(".png"))
        let commits = try sandbox.git("rev-list", "--count", "refs/dragoman/pictures", in: "app")
        #expect(commits == "1\n")
        // The same file again changes nothing.
        let again = try run("string edit title --screenshot cart.png")
        #expect(again.errors.contains("othing"), "\(again)")
        _ = try run("string add subtitle Items --screenshot cart.png")
        #expect(try screenshot() == reference)
    }

    @Test func addressesStayLinks() throws {
        _ = try run("string edit title --screenshot https://example.org/cart.png")
        #expect(try screenshot() == "https://example.org/cart.png")
        let none = try run("picture save title copy.png", status: 2)
        #expect(none.errors.contains("title has no stored picture."))
        _ = try run("string edit title --screenshot ''")
        #expect(try screenshot() == nil)
        let unknown = "pictures/\(String(repeating: "0", count: 64)).png"
        let refused = try run("string edit title --screenshot \(unknown)", status: 2)
        #expect(refused.errors.contains("The picture \(unknown) is not stored."), "\(refused)")
    }

    @Test func aRemovedPictureIsGone() throws {
        _ = try run("string edit title --screenshot cart.png")
        let reference = try #require(try screenshot())
        #expect(
            try run("picture remove title").errors.contains("Removed \(reference)."))
        #expect(try screenshot() == nil)
        let gone = try run("picture save \(reference) copy.png", status: 2)
        #expect(gone.errors.contains("was removed"))
        #expect(
            try run("string edit title --screenshot cart.png", status: 2).errors
                .contains("This picture was removed, and is not stored again."))
        let objects = try sandbox.git(
            "rev-list", "--objects", "refs/dragoman/pictures", in: "app")
        #expect(objects.split(separator: "\n").count { $0.hasSuffix(".png") } == 1)
        #expect(objects.contains("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"))
        #expect(
            !FileManager.default.fileExists(
                atPath: sandbox.directory + "/app/.git/logs/refs/dragoman/pictures"))
    }

    @Test func aPictureInUseStays() throws {
        _ = try run("string edit title --screenshot cart.png")
        let reference = try #require(try screenshot())
        _ = try run("string add subtitle Items --screenshot cart.png")
        _ = try run("propose fr title Panier --picture cart.png")
        let first = try run("picture remove title").errors
        #expect(first.contains("title no longer has \(reference)."), "\(first)")
        #expect(first.contains("used by: subtitle, "), "\(first)")
        _ = try run("picture save \(reference) copy.png")
        // The reference alone removes it, whatever refers to it.
        #expect(try run("picture remove \(reference)").errors == "Removed \(reference).\n")
        _ = try run("picture save \(reference) copy.png", status: 2)
    }

    @Test func picturesThatNoEventNamesAreRemoved() throws {
        var references: [String] = []
        for shade in [1, 2, 3] as [UInt8] {
            try write(SamplePicture.png(shade: shade), "\(shade).png")
            references.append(try Picture(recoding: SamplePicture.png(shade: shade)).name.reference)
        }
        // An attachment that is undone is still in the log.
        _ = try run("string edit title --screenshot 1.png")
        _ = try run("string edit title --screenshot ''")
        _ = try run("propose fr title Caddie --picture 2.png")
        // The same text as the current one makes no proposal, after its picture was stored.
        _ = try run("set fr title Panier")
        _ = sandbox.run(Transcript.words("propose fr title Panier --picture 3.png"), in: "app")
        let stored = try sandbox.git(
            "ls-tree", "-r", "--name-only", "refs/dragoman/pictures", in: "app")
        try #require(stored.contains(references[2].dropFirst("pictures/".count)))
        #expect(
            try run("picture remove --unused").errors == "Removed \(references[2]).\n")
        for (reference, status) in zip(references, [0, 0, 2] as [Int32]) {
            _ = try run("picture save \(reference) copy.png", status: status)
        }
        #expect(try run("picture remove --unused").errors == "There are no unused pictures.\n")
        // It can be attached again.
        _ = try run("string edit title --screenshot 3.png")
        _ = try run("picture save \(references[2]) copy.png")
        _ = try run("picture remove", status: 64)
        _ = try run("picture remove title --unused", status: 64)
    }

    @Test func picturesOfOtherBranchesStay() throws {
        try write(SamplePicture.png(shade: 1), "1.png")
        _ = try sandbox.git("branch", "spring", "translations", in: "app")
        _ = try run("string edit title --screenshot 1.png --branch spring")
        let refused = try run("picture remove --unused", status: 2)
        #expect(
            refused.errors.contains("Other branches may use pictures: spring."), "\(refused)")
        _ = try run("picture save title copy.png --branch spring")
        _ = try sandbox.git("branch", "-D", "spring", in: "app")
        #expect(try run("picture remove --unused").errors.hasPrefix("Removed pictures/"))
    }

    @Test func aMarkShowsThePlaceOfTheText() throws {
        let name = try Picture(recoding: SamplePicture.png()).name.reference
        _ = try run("string edit title --screenshot cart.png --mark 1,0,2,3")
        #expect(try screenshot() == name + "#xywh=1,0,2,3")
        _ = try run("string edit title --mark 0,0,4,1")
        #expect(try screenshot() == name + "#xywh=0,0,4,1")
        _ = try run("string edit title --mark 0,0,4,1 --comment Heading")
        #expect(try run("picture list").output.hasSuffix("\(name)  title\n"))
        // The same file keeps its mark.
        _ = try run("string edit title --screenshot cart.png")
        #expect(try screenshot() == name + "#xywh=0,0,4,1")
        _ = try run("string edit title --screenshot cart.png --mark ''")
        #expect(try screenshot() == name)
        _ = try run("string edit title --mark 0,0,4,1")
        _ = try run("string edit title --mark ''")
        #expect(try screenshot() == name)
        _ = try run("string edit title --screenshot \(name)#xywh=1,1,1,1")
        #expect(try screenshot() == name + "#xywh=1,1,1,1")
        _ = try run("string edit title --screenshot \(name)#xywh=1,1,1,1 --mark 1,1,2,2")
        #expect(try screenshot() == name + "#xywh=1,1,2,2")
        _ = try run("string add subtitle Items --screenshot cart.png --mark 0,0,1,1")
        #expect(try screenshot() == name + "#xywh=0,0,1,1")
        _ = try run("propose fr title Panier --picture cart.png --mark 0,1,4,1")
        #expect(
            try run("proposals -l fr --format json").output.contains(name + "#xywh=0,1,4,1"))
        // A marked picture is in use like any other.
        #expect(try run("picture remove title").errors.contains("used by: subtitle, "))
    }

    @Test func marksOutsideOfThePictureAreRefused() throws {
        for line in [
            "string edit title --mark 0,0,1,1", "string add other Other --mark 0,0,1,1",
            "string edit title --screenshot https://example.org/a.png --mark 0,0,1,1",
            "string edit title --screenshot '' --mark 0,0,1,1", "string edit title --mark ''",
        ] {
            #expect(
                try run(line, status: 2).errors
                    .contains("Only a stored picture can have a mark."), "\(line)")
        }
        for (mark, message) in [
            ("3,0,2,1", "The mark 3,0,2,1 is not inside the picture, which is 4 × 3 pixels."),
            ("1,2,3", "“1,2,3” is not a valid mark."),
            ("0,0,0,1", "“0,0,0,1” is not a valid mark."),
        ] {
            for line in [
                "string edit title --screenshot cart.png", "propose fr title P --picture cart.png",
            ] {
                let refused = try run("\(line) --mark \(mark)", status: 2)
                #expect(refused.errors.contains(message), "\(refused)")
            }
        }
        _ = try run("string edit title --screenshot '' --mark ''")
        // Nothing was stored.
        #expect(try run("picture list").output == "")
        _ = try run("propose fr title P --mark 0,0,1,1", status: 64)
        _ = try run("string edit title --screenshot cart.png")
        let name = try #require(try screenshot())
        for fragment in ["#xywh=1,2,3", "#t=3", "#"] {
            let refused = try run("string edit title --screenshot \(name)\(fragment)", status: 2)
            #expect(refused.errors.contains("is not valid."), "\(refused)")
        }
    }

    @Test func picturesAreListedWithTheirSizesAndUses() throws {
        #expect(try run("picture list").output == "")
        _ = try run("string edit title --screenshot cart.png")
        let reference = try #require(try screenshot())
        _ = try run("string add subtitle Items --screenshot cart.png")
        try write(SamplePicture.png(width: 40, height: 40), "wide.png")
        _ = try run("string edit title --screenshot wide.png")
        let wide = try #require(try screenshot())
        _ = try run("propose fr title Panier --picture cart.png")
        let lines = try run("picture list").output.split(separator: "\n")
        #expect(lines.count == 2, "\(lines)")
        #expect(lines[0].hasSuffix("\(wide)  title"), "\(lines)")
        #expect(lines[1].contains("\(reference)  subtitle, "), "\(lines)")
        let size = try Picture(recoding: SamplePicture.png()).bytes.count
        let json = try run("picture list --format json").output
        #expect(json.contains(#""bytes": \#(size)"#) && json.contains(#""subtitle""#), "\(json)")
    }

    @Test(arguments: [
        ("page.png", "The file is neither a PNG nor a JPEG picture."),
        ("bomb.png", "The picture has 9999 × 9999 pixels, which is more than 16 million."),
        ("long.png", "The picture has more than 1 MiB."), ("none.png", "none.png"),
    ])
    func otherFilesAreRefused(file: String, message: String) throws {
        let refused = try run("string edit title --screenshot \(file)", status: 2)
        #expect(refused.errors.contains(message), "\(refused)")
        #expect(try screenshot() == nil)
    }
}
