import Archive
import Foundation
import TestKit
import TestWorld
import Testing

@Suite struct ArchiveTests {
    private static let files = [
        ArchiveWriter.File(path: "a.txt", bytes: Array("one\n".utf8)),
        ArchiveWriter.File(path: "d/empty", bytes: []),
        ArchiveWriter.File(path: "d/Überschrift/見出し.json", bytes: Array("{}\n".utf8)),
        ArchiveWriter.File(
            path: "long/" + String(repeating: "x", count: 150) + "/"
                + String(repeating: "y", count: 90),
            bytes: [UInt8](repeating: 7, count: 200_000)),
    ]
    private static let time: Int64 = 1_795_253_400

    private static func write(_ form: ArchiveForm) throws -> (sandbox: Sandbox, path: String) {
        let sandbox = try Sandbox()
        let path = sandbox.directory + "/x" + (form == .zip ? ".zip" : ".tar.gz")
        let bytes = try ArchiveWriter.bytes(of: files, as: form, modified: time)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return (sandbox, path)
    }

    @Test(arguments: ArchiveForm.allCases)
    func whatIsWrittenIsRead(form: ArchiveForm) throws {
        let (sandbox, path) = try Self.write(form)
        defer { withExtendedLifetime(sandbox) {} }
        var read: [(String, [UInt8])] = []
        try ArchiveReader.read(path, as: form) { read.append(($0, $1)) }
        #expect(read.map(\.0) == Self.files.map(\.path))
        #expect(read.map(\.1) == Self.files.map(\.bytes))
        let start = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(4)
        #expect(ArchiveForm(firstBytes: start) == form)
        #expect(ArchiveForm(path: path) == form)
    }

    @Test func tarKnowsModesOwnersAndTimes() throws {
        let (sandbox, path) = try Self.write(.tarGzip)
        let listed = try sandbox.execute(
            "/usr/bin/env", ["tar", "--numeric-owner", "--full-time", "-tzvf", path],
            environment: ["LC_ALL": "C.UTF-8"])
        #expect(listed.status == 0, "\(listed)")
        #expect(listed.errors == "")
        let lines = listed.output.split(separator: "\n")
        #expect(lines.count == Self.files.count)
        for (line, file) in zip(lines, Self.files) {
            #expect(line.hasPrefix("-rw-r--r-- 0/0"))
            #expect(line.hasSuffix(" 2026-11-21 09:30:00 \(file.path)"))
        }
        // RFC 1952: no flags, no time, the best compression, Unix.
        let start = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(10)
        #expect(Array(start) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3])
    }

    @Test func zipIsReadByOthers() throws {
        let (sandbox, path) = try Self.write(.zip)
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as z:
                assert z.testzip() is None
                for i in z.infolist():
                    print(oct(i.external_attr >> 16), *i.date_time, i.file_size, i.filename)
            """
        let listed = try sandbox.execute(
            "/usr/bin/env", ["python3", "-c", script, path],
            environment: ["LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"])
        guard listed.status != 127 else { return }
        #expect(listed.status == 0, "\(listed)")
        #expect(
            listed.output.split(separator: "\n").map(String.init)
                == Self.files.map { "0o100644 1980 1 1 0 0 0 \($0.bytes.count) \($0.path)" })
    }

    @Test func limitsAreKept() throws {
        for form in ArchiveForm.allCases {
            let (sandbox, path) = try Self.write(form)
            defer { withExtendedLifetime(sandbox) {} }
            for limits in [
                ArchiveReader.Limits(entries: 3), .init(fileSize: 199_999),
                .init(totalSize: 199_999),
            ] {
                let error = try #require(throws: ArchiveError.self) {
                    try ArchiveReader.read(path, as: form, limits: limits) { _, _ in }
                }
                #expect(error.code == .tooLarge)
            }
            try ArchiveReader.read(
                path, as: form, limits: .init(entries: 4, fileSize: 200_000, totalSize: 200_007)
            ) { _, _ in }
        }
    }

    @Test func linksAndDevicesAreNoFiles() throws {
        let sandbox = try Sandbox()
        try sandbox.write("x", to: "in/file")
        for (name, make) in [
            ("symbolic", "ln -s /etc/passwd in/link"), ("hard", "ln in/file in/link"),
            ("fifo", "mkfifo in/link"),
        ] {
            let packed = try sandbox.execute(
                "/bin/sh", ["-c", "\(make) && tar -czf \(name).tar.gz -C in . && rm in/link"])
            #expect(packed.status == 0, "\(packed)")
            let error = try #require(throws: ArchiveError.self) {
                try ArchiveReader.read(
                    sandbox.directory + "/\(name).tar.gz", as: .tarGzip
                ) { _, _ in }
            }
            #expect(error.code == .foreign)
        }
    }

    @Test func oneLayerOfCompressionIsAll() throws {
        let (sandbox, path) = try Self.write(.tarGzip)
        let packed = try sandbox.execute("/bin/sh", ["-c", "gzip <'\(path)' >twice.tar.gz"])
        #expect(packed.status == 0)
        #expect(throws: ArchiveError.self) {
            try ArchiveReader.read(sandbox.directory + "/twice.tar.gz", as: .tarGzip) { _, _ in }
        }
    }

    /// Damage makes reading fail or is harmless; the checksums of zip files are verified.
    @Test(arguments: ArchiveForm.allCases, 0..<40)
    func damageIsSeen(form: ArchiveForm, seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let (sandbox, path) = try Self.write(form)
        defer { withExtendedLifetime(sandbox) {} }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        if random.chance(1, in: 4) {
            bytes = bytes.prefix(Int.random(in: 4..<bytes.count, using: &random))
        } else {
            let index = Int.random(in: 4..<bytes.count, using: &random)
            bytes[index] ^= UInt8.random(in: 1...255, using: &random)
        }
        try bytes.write(to: URL(fileURLWithPath: path))
        var read: [String: [UInt8]] = [:]
        do {
            try ArchiveReader.read(path, as: form) { read[$0] = $1 }
        } catch {
            return
        }
        // A readable file equals the original, differs visibly, or is damaged in unused fields.
        let known = Dictionary(uniqueKeysWithValues: Self.files.map { ($0.path, $0.bytes) })
        for (path, bytes) in read where known[path] != nil && form == .zip {
            #expect(known[path] == bytes, "the checksum of \(path) was not looked at")
        }
    }
}
