import TestWorld
import Testing

@testable import Hosting

@Suite struct DiskRoomTests {
    /// The directory of a project's state does not exist before the first write.
    @Test func aDirectoryThatDoesNotExistHasRoom() throws {
        let sandbox = try Sandbox()
        #expect(DiskRoom.isThere(in: sandbox.directory))
        #expect(DiskRoom.isThere(in: sandbox.directory + "/missing"))
    }

    @Test func aFileIsNoDirectoryWithRoom() throws {
        let sandbox = try Sandbox()
        try sandbox.write("text", to: "file")
        #expect(!DiskRoom.isThere(in: sandbox.directory + "/file"))
    }
}
