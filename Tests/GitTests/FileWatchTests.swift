import Foundation
import Git
import TestWorld
import Testing

struct FileWatchTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private var path: String { sandbox.directory + "/file" }

    @Test func eachChangeIsSeenOnce() throws {
        var watch = FileWatch(path)
        #expect(try watch.hasChanged())
        #expect(try !watch.hasChanged())
        try sandbox.write("a", to: "file")
        #expect(try watch.hasChanged())
        #expect(try !watch.hasChanged())
        try sandbox.write("longer", to: "file")
        #expect(try watch.hasChanged())
        try FileManager.default.removeItem(atPath: path)
        #expect(try watch.hasChanged())
        #expect(try !watch.hasChanged())
    }

    @Test func aFileOfTheSameSizeAndTimeThatIsRenamedIntoPlaceIsAnother() throws {
        let times: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSince1970: 1)]
        try sandbox.write("a", to: "file")
        try sandbox.write("b", to: "other")
        for name in ["file", "other"] {
            try FileManager.default.setAttributes(
                times, ofItemAtPath: sandbox.directory + "/" + name)
        }
        var watch = FileWatch(path)
        #expect(try watch.hasChanged())
        rename(sandbox.directory + "/other", path)
        #expect(try watch.hasChanged())
        #expect(try !watch.hasChanged())
    }

    @Test func aTimeAloneIsAChange() throws {
        try sandbox.write("a", to: "file")
        var watch = FileWatch(path)
        #expect(try watch.hasChanged())
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
        #expect(try watch.hasChanged())
    }

    @Test func linksAreFollowed() throws {
        try sandbox.write("a", to: "one")
        try sandbox.write("b", to: "two")
        symlink("one", path)
        var watch = FileWatch(path)
        #expect(try watch.hasChanged())
        #expect(try !watch.hasChanged())
        symlink("two", sandbox.directory + "/next")
        rename(sandbox.directory + "/next", path)
        #expect(try watch.hasChanged())
    }

    @Test func whatWasForgottenIsAChange() throws {
        try sandbox.write("a", to: "file")
        var watch = FileWatch(path)
        #expect(try watch.hasChanged())
        watch.forget()
        #expect(try watch.hasChanged())
        #expect(try !watch.hasChanged())
    }
}
