import Compression
import Foundation
import Synchronization
import TestWorld
import Testing
import Texts
import Translation

@testable import Hosting

@Suite(.timeLimit(.minutes(10))) struct BundleStoreTests {
    private let sandbox: Sandbox
    private let key = BundleKey(project: "shop", name: "one")

    init() throws { sandbox = try Sandbox() }

    private func store(capacity: Int = 1 << 20, pause: Duration = .zero) -> BundleStore {
        BundleStore(
            stateDirectory: sandbox.directory + "/state", capacity: capacity, pause: pause)
    }

    private func folder(_ key: BundleKey) -> String {
        "\(sandbox.directory)/state/bundles/\(key.project)/\(key.name)"
    }

    /// Two files, of which the first is worth compressing.
    private static let files = [
        BundleFile(
            path: "web/de.json", mediaType: "application/json",
            bytes: Array(String(repeating: "Warenkorb ", count: 300).utf8)),
        BundleFile(path: "web/fr.json", mediaType: "application/json", bytes: Array("{}".utf8)),
    ]

    private static func content(
        _ path: String, of bundle: StoredBundle
    ) throws -> StoredBundle.Content {
        try #require(bundle.files[Value.Text(path)]).content
    }

    /// Returns a bundle of one file with incompressible bytes.
    private static func random(_ size: Int, seed: UInt8) -> [BundleFile] {
        [
            BundleFile(
                path: "file", mediaType: "text/plain",
                bytes: (0..<size).map { UInt8(truncatingIfNeeded: ($0 * 37) ^ Int(seed)) },
                isCompressed: true)
        ]
    }

    @Test func filesAreStoredWithTheirCompressedForm() async throws {
        let store = store()
        let bundle = try await store.bundle(key) { Self.files }
        #expect(bundle.files.count == 2)
        let large = try #require(bundle.files["web/de.json"])
        let packed = try #require(large.packed)
        let bytes = try await store.bytes(of: packed, in: key) { [] }
        #expect(try bytes == Gzip.compress(Self.files[0].bytes))
        #expect(bundle.files["web/fr.json"]?.packed == nil)
        #expect(try await store.bytes(of: large.content, in: key) { [] } == Self.files[0].bytes)
    }

    @Test func anotherProcessFindsWhatIsStored() async throws {
        let bundle = try await store().bundle(key) { Self.files }
        let again = try await store().bundle(key) {
            throw Refusal(.noText, "Made twice.", hint: "")
        }
        #expect(Set(again.files.keys) == Set(bundle.files.keys))
        #expect(again.contents == bundle.contents)
    }

    @Test func concurrentRequestsShareOneMaking() async throws {
        let store = store()
        let (makings, gate) = (Counter(), Gate())
        try await withThrowingTaskGroup(of: Int.self) { tasks in
            for _ in 0..<20 {
                tasks.addTask {
                    try await store.bundle(key) {
                        makings.add()
                        while !gate.isPassable { try await Task.sleep(for: .milliseconds(1)) }
                        return Self.files
                    }.files.count
                }
            }
            while makings.value == 0 { try await Task.sleep(for: .milliseconds(1)) }
            gate.open()
            for try await count in tasks { #expect(count == 2) }
        }
        #expect(makings.value == 1)
    }

    @Test(arguments: ["removed", "shortened", "altered", "without an index", "gone"])
    func aDamagedBundleIsMadeAgain(how: String) async throws {
        let (store, makings) = (store(), Counter())
        let make: BundleStore.Maker = {
            makings.add()
            return Self.files
        }
        let content = try Self.content("web/de.json", of: try await store.bundle(key, make))
        let path = folder(key) + "/" + content.sha256
        switch how {
        case "removed": try FileManager.default.removeItem(atPath: path)
        case "shortened": #expect(truncate(path, off_t(content.size - 1)) == 0)
        case "altered":
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes[10] ^= 1
            try bytes.write(to: URL(filePath: path))
        case "without an index":
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.removeItem(atPath: folder(key) + "/index")
        default: try FileManager.default.removeItem(atPath: folder(key))
        }
        #expect(try await store.bytes(of: content, in: key, make) == Self.files[0].bytes)
        #expect(makings.value == 2)
    }

    @Test func aDamagedIndexIsNotTrusted() async throws {
        _ = try await store().bundle(key) { Self.files }
        let path = folder(key) + "/index"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing("web/fr.json", with: "web/it.json").write(
            toFile: path, atomically: true, encoding: .utf8)
        let makings = Counter()
        let bundle = try await store().bundle(key) {
            makings.add()
            return Self.files
        }
        #expect(makings.value == 1)
        #expect(bundle.files["web/it.json"] == nil)
    }

    /// A file that the bundle does not have any more ends in an error instead of a loop.
    @Test func aFileThatCannotBeMadeAgainIsRefused() async throws {
        let store = store()
        let unknown = StoredBundle.Content(sha256: String(repeating: "0", count: 64), size: 3)
        await #expect(throws: Refusal.self) {
            try await store.bytes(of: unknown, in: key) { Self.files }
        }
    }

    @Test func theLeastRecentlyUsedGoesFirst() async throws {
        let store = store(capacity: 35_000)
        let keys = (0..<4).map { BundleKey(project: "shop", name: "bundle-\($0)") }
        for (seed, key) in keys.prefix(3).enumerated() {
            _ = try await store.bundle(key) { Self.random(10_000, seed: UInt8(seed)) }
        }
        #expect(store.kept(keys[0]) != nil)
        _ = try await store.bundle(keys[3]) { Self.random(10_000, seed: 3) }
        #expect(store.size <= 35_000)
        #expect(keys.map { store.kept($0) != nil } == [true, false, true, true])
        #expect(
            keys.map { FileManager.default.fileExists(atPath: folder($0)) }
                == [true, false, true, true])
    }

    @Test func theOrderOfUseSurvivesARestart() async throws {
        let keys = (0..<3).map { BundleKey(project: "shop", name: "bundle-\($0)") }
        for (seed, key) in keys.enumerated() {
            _ = try await store().bundle(key) { Self.random(10_000, seed: UInt8(seed)) }
            // The times of directories decide; they are far enough apart on every file system.
            let time = Date(timeIntervalSince1970: Double(1_000_000 + 1_000 * seed))
            try FileManager.default.setAttributes(
                [.modificationDate: time], ofItemAtPath: folder(key))
        }
        let store = store(capacity: 35_000)
        _ = try await store.bundle(keys[0]) { [] }
        let new = BundleKey(project: "other", name: "new")
        _ = try await store.bundle(new) { Self.random(10_000, seed: 9) }
        #expect(
            keys.map { FileManager.default.fileExists(atPath: folder($0)) } == [true, false, true])
    }

    @Test func aBundleLargerThanTheLimitIsRefused() async throws {
        let store = store(capacity: 5_000)
        let small = BundleKey(project: "shop", name: "small")
        _ = try await store.bundle(small) { Self.files }
        let error = await #expect(throws: Refusal.self) {
            try await store.bundle(key) { Self.random(10_000, seed: 1) }
        }
        #expect(error?.code == .diskFull)
        #expect(store.kept(small) != nil)
        #expect(!FileManager.default.fileExists(atPath: folder(key)))
    }

    @Test func aFailureIsRepeatedWithoutAnotherAttempt() async throws {
        let (store, makings) = (store(pause: .seconds(3600)), Counter())
        for _ in 0..<3 {
            let error = await #expect(throws: Refusal.self) {
                try await store.bundle(key) {
                    makings.add()
                    throw Refusal(.noText, "Nothing to write.", hint: "")
                }
            }
            #expect(error?.code == .noText)
        }
        #expect(makings.value == 1)
        // A server that was too busy has not tried.
        let other = BundleKey(project: "shop", name: "two")
        await #expect(throws: Overload.self) {
            try await store.bundle(other) { throw Overload() }
        }
        #expect(try await store.bundle(other) { Self.files }.files.count == 2)
    }

    @Test func anUnfinishedBundleIsRemoved() async throws {
        let draft = "\(sandbox.directory)/state/bundles/shop/.new-\(getpid())-1"
        try sandbox.write("half", to: "state/bundles/shop/.new-\(getpid())-1/file")
        let store = store()
        _ = try await store.bundle(key) { Self.files }
        #expect(!FileManager.default.fileExists(atPath: draft))
        #expect(store.size > 0)
    }

    @Test func aDirectoryInTheWayIsReplaced() async throws {
        let store = store()
        _ = try await store.bundle(BundleKey(project: "shop", name: "first")) { Self.files }
        // Another process with the same state directory stores the bundle.
        try sandbox.write("{}", to: "state/bundles/shop/one/index")
        #expect(try await store.bundle(key) { Self.files }.files.count == 2)
        #expect(try await self.store().bundle(key) { [] }.files.count == 2)
    }
}
