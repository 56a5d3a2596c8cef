import Foundation
import TestWorld
import Testing

/// Real full disks, limits, and read-only directories.
@Suite struct DiskTests {
    /// Runs a command with a little free space, then with more and more, and at last with enough.
    ///
    /// `$1` is the program. Exit statuses go to `endings`, outputs to `answers`, and the repository
    /// is copied back to `app`.
    private static let script = """
        mkdir disk answers
        mount -t tmpfs -o "$mount" dragoman-torture disk 2>/dev/null || exit 77
        cp -a app disk/app
        for room in $rooms; do
            fill $room
            (cd disk/app && "$1" propose fr greeting "Salut $room" --format json) \\
                > out 2> errors
            status=$?
            cp out answers/$room
            hint=$(grep -c '"hint":' errors)
            echo "$room $status $hint" >> endings
            clear
        done
        rm -rf app
        cp -a disk/app app
        umount disk
        """

    private func runOut(of what: String, mount: String, rooms: [Int], _ functions: String) throws {
        let scene = try Scene()
        let script =
            "mount='\(mount)'\nrooms='\(rooms.map(String.init).joined(separator: " "))'\n"
            + functions + "\n" + Self.script
        let isRoot = geteuid() == 0
        let result = try scene.sandbox.execute(
            "/usr/bin/env",
            [
                "unshare", isRoot ? "-m" : "-rm", "/bin/sh", "-c", script, "sh",
                try Products.dragoman,
            ])
        guard ![77, 1].contains(result.status) else {
            print("torture: skipped, a file system without \(what): nothing can be mounted here")
            return
        }
        try #require(result.status == 0, "\(result)")
        let endings = try scene.sandbox.read("endings").split(separator: "\n")
        #expect(endings.count == rooms.count)
        var statuses: Set<String> = []
        for ending in endings {
            let words = ending.split(separator: " ").map(String.init)
            statuses.insert(words[1])
            #expect(words[1] == "0" || (words[1] == "2" && words[2] == "1"), "\(what): \(ending)")
            let answer = try scene.sandbox.read("answers/" + words[0])
            try scene.acknowledge(.init(status: 0, output: answer, errors: ""))
        }
        #expect(statuses == ["0", "2"], "\(endings)")
        #expect(try scene.problems() == [])
        #expect(scene.leftFiles { $0.contains("tmp_object") } == [])
    }

    @Test func aFullDiskRefusesAndLosesNothing() throws {
        let step = Torture.isLong ? 4 : 32
        try runOut(
            of: "room", mount: "size=3m", rooms: Array(stride(from: 0, through: 256, by: step)),
            """
            fill() {
                cat /dev/zero > disk/filler 2>/dev/null
                size=$(stat -c %s disk/filler)
                truncate -s $((size - $1 * 1024)) disk/filler
            }
            clear() { rm -f disk/filler; }
            """)
    }

    @Test func aDiskWithoutInodesRefusesAndLosesNothing() throws {
        let step = Torture.isLong ? 1 : 5
        try runOut(
            of: "inodes", mount: "size=16m,nr_inodes=400",
            rooms: Array(stride(from: 0, through: 30, by: step)),
            """
            fill() {
                mkdir disk/filler
                number=0
                while touch disk/filler/$number 2>/dev/null; do number=$((number + 1)); done
                while [ $number -gt 0 ] && [ ${freed:=0} -lt $1 ]; do
                    number=$((number - 1)); freed=$((freed + 1)); rm disk/filler/$number
                done
                freed=0
            }
            clear() { rm -rf disk/filler; }
            """)
    }

    @Test func aLimitOnTheSizeOfFilesRefusesAndKillsNobody() throws {
        let scene = try Scene()
        let members = (0..<400).map { #""key\#($0)": "Text \#($0) that takes some room""# }
        try scene.sandbox.write("{\(members.joined(separator: ","))}", to: "import.json")
        let program = try Products.dragoman
        for limit in Torture.isLong ? [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512] : [0, 2, 64] {
            let copy = try scene.copy()
            let script = "ulimit -f \(limit); exec \"$@\""
            let words = [
                program, "import", "-l", "en", "-s", "default", "--file-format", "i18next-json",
                "--format", "json", "../import.json",
            ]
            let result = try copy.sandbox.execute(
                "/bin/bash", ["-c", script, "sh"] + words, in: "app")
            #expect([0, 2].contains(result.status), "\(limit): \(result)")
            if result.status == 2 { #expect(result.errors.contains("\"hint\":")) }
            try copy.acknowledge(result)
            #expect(try copy.problems() == [], "\(limit)")
        }
    }

    /// Returns a prefix that runs commands as an unprivileged user; `nil` if that is impossible.
    private func unprivileged(_ scene: Scene) throws -> [String]? {
        guard geteuid() == 0 else { return [] }
        let prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        let tried = try scene.sandbox.execute(
            "/usr/bin/env", prefix + [try Products.dragoman, "--version"])
        guard tried.status == 0 else {
            print("torture: skipped, rights: nobody but root may run the built program here")
            return nil
        }
        try scene.sandbox.execute("/bin/chown", ["-R", "65534:65534", scene.sandbox.directory])
        return prefix
    }

    @Test func aDirectoryThatMayNotBeWrittenIsReadAndNotWritten() throws {
        let scene = try Scene()
        guard let prefix = try unprivileged(scene) else { return }
        let program = try Products.dragoman
        func run(_ words: String...) throws -> Sandbox.Result {
            try scene.sandbox.execute("/usr/bin/env", prefix + [program] + words, in: "app")
        }
        let before = try run("list", "fr")
        #expect(before.status == 0, "\(before)")
        try scene.sandbox.execute("/bin/chmod", ["-R", "a-w", scene.sandbox.directory + "/app"])
        let read = try run("list", "fr")
        #expect(read.status == 0 && read.output == before.output, "\(read)")
        let written = try run("propose", "fr", "greeting", "Salut")
        #expect(written.status == 2, "\(written)")
        #expect(written.errors.contains("hint: "))
        try scene.sandbox.execute("/bin/chmod", ["-R", "u+w", scene.sandbox.directory + "/app"])
        #expect(try run("propose", "fr", "greeting", "Salut").status == 0)
        #expect(try run("fsck").status == 0)
    }

    @Test func aReadModelThatCannotBeWrittenIsKeptInMemory() throws {
        let scene = try Scene()
        let before = scene.run(["list", "fr"])
        for name in scene.leftFiles({ $0.hasPrefix("dragoman/translations.sqlite") }) {
            try FileManager.default.removeItem(
                atPath: scene.sandbox.directory + "/app/.git/" + name)
        }
        // SQLite cannot open a directory, even as root.
        try scene.sandbox.write("", to: "app/.git/dragoman/translations.sqlite/in-the-way")
        let read = scene.run(["list", "fr"])
        #expect(read.status == 0 && read.output == before.output, "\(read)")
        #expect(read.errors.contains("in memory"))
        let written = try scene.execute(["propose", "fr", "greeting", "Salut", "--format", "json"])
        #expect(written.status == 0, "\(written)")
        try scene.acknowledge(written)
        #expect(try scene.problems() == [])
    }
}
