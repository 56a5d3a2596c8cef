import Foundation
import TestWorld
import Testing

/// Many processes that write to one repository, beside plain Git's maintenance.
@Suite struct RaceTests {
    @Test func writersAndPlainGitBesideEachOtherLoseNothing() throws {
        let scene = try Scene()
        let program = try Products.dragoman
        let processes = 8
        let appends = Torture.rounds(short: 8, long: 200)
        let before = try count(scene)
        try scene.sandbox.git("config", "--unset", "dragoman.lockTimeout", in: "app")
        let script = """
            writers=
            for name in $(seq \(processes)); do
                for number in $(seq \(appends)); do
                    '\(program)' -C app string add writer$name.$number Text > /dev/null || exit 1
                done & writers="$writers $!"
            done
            while kill -0 $writers 2>/dev/null; do
                for upkeep in 'gc -q' 'repack -q -a -d' 'pack-refs --all'; do
                    git -C app $upkeep || echo "git $upkeep" >> failed
                done
                rm -rf app/.git/dragoman
                for look in status fsck 'rebuild' 'log --limit 3'; do
                    '\(program)' -C app $look > said 2>&1 || { echo "$look"; cat said; } >> failed
                done
            done
            for writer in $writers; do wait $writer || echo "writer" >> failed; done
            [ ! -e failed ] || { cat failed; exit 1; }
            """
        let result = try scene.sandbox.execute("/bin/sh", ["-c", script])
        #expect(result.status == 0, "\(result)")
        #expect(try count(scene) == before + processes * appends)
        #expect(try scene.sandbox.git("rev-list", "--merges", "translations", in: "app") == "")
        let listed = scene.run(["list"]).output.split(separator: "\n").count
        #expect(listed == 2 + processes * appends)
        #expect(try scene.problems() == [])
    }

    private func count(_ scene: Scene) throws -> Int {
        let text = try scene.sandbox.git("rev-list", "--count", "translations", in: "app")
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}
