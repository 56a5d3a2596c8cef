import Foundation
import TestWorld
import Testing

@testable import Git

/// `core.sharedRepository`: the file modes, as Git's own code computes them.
@Suite struct SharingTests {
    @Test(
        arguments: [
            ("group", 0o100600, 0o100660), ("group", 0o100400, 0o100440),
            ("group", 0o40700, 0o42770),
            ("group", 0o100755, 0o100775), ("true", 0o100600, 0o100660), ("1", 0o100600, 0o100660),
            ("all", 0o100600, 0o100664), ("all", 0o100400, 0o100444), ("all", 0o40700, 0o42775),
            ("2", 0o100600, 0o100664), ("0640", 0o100666, 0o100640), ("0640", 0o100444, 0o100440),
            ("0640", 0o40777, 0o42750), ("0600", 0o40777, 0o40700), ("0600", 0o100644, 0o100600),
            ("umask", 0o100600, 0o100600), ("false", 0o40700, 0o40700), ("0", 0o100600, 0o100600),
            ("0070", 0o100600, 0o100600), ("nonsense", 0o100600, 0o100600),
        ] as [(String, mode_t, mode_t)])
    func modesAreThoseOfGit(setting: String, old: mode_t, new: mode_t) {
        #expect(RepositorySharing(setting: setting).mode(old) == new)
    }

    @Test func withoutASettingTheUmaskDecides() {
        #expect(!RepositorySharing(setting: nil).isOn)
    }

    /// A repository as `git init --shared` creates it, written to with a umask that excludes
    /// everyone else.
    @Test(arguments: ["group", "0640", "all"]) func allThatIsWrittenIsForTheGroup(
        setting: String
    ) throws {
        let sandbox = try Sandbox()
        try sandbox.git("init", "-q", "--bare", "--shared=\(setting)", "repo")
        let repository = try GitRepository.open(at: sandbox.directory + "/repo")
        let sharing = repository.sharing
        #expect(sharing.isOn)
        let batch = LooseBatch(directory: repository.objectsDirectory, sharing: sharing)
        let object = RawObject(kind: .blob, bytes: Array("text".utf8))
        batch.objects.add(object, try object.id)
        try batch.finish()
        let pack = try PackFile(in: repository.objectsDirectory + "/pack", sharing: sharing)
        let id = try object.id
        try object.bytes.withUnsafeBytes { try pack.add($0, kind: .blob, id: id) }
        _ = try pack.finish()
        for path in try FileManager.default.subpathsOfDirectory(
            atPath: repository.objectsDirectory)
        {
            var status = stat()
            #expect(lstat(repository.objectsDirectory + "/" + path, &status) == 0)
            #expect(sharing.mode(status.st_mode) == status.st_mode, "\(path)")
        }
    }
}

/// Special files are refused without waiting.
@Suite struct RegularFileTests {
    @Test(arguments: [O_RDONLY, O_WRONLY, O_RDWR, O_WRONLY | O_CREAT | O_TRUNC])
    func aPipeIsRefused(flags: Int32) throws {
        let sandbox = try Sandbox()
        let path = sandbox.directory + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(RegularFile.open(path, flags, 0o600) == -1)
        #expect(errno == RegularFile.notRegular)
        #expect(throws: GitError.self) { try RegularFile.require(at: path) }
    }

    @Test func aFileIsOpened() throws {
        let sandbox = try Sandbox()
        try sandbox.write("text", to: "file")
        let descriptor = RegularFile.open(sandbox.directory + "/file", O_RDONLY)
        #expect(descriptor >= 0)
        close(descriptor)
        #expect(RegularFile.open(sandbox.directory + "/missing", O_RDONLY) == -1)
        #expect(errno == ENOENT)
        #expect(RegularFile.open("/dev/null", O_RDONLY) == -1)
        #expect(errno == RegularFile.notRegular)
    }
}
