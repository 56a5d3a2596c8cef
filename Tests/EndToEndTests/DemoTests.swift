import Foundation
import TestWorld
import Testing

/// Runs the scripts of `make demo` and `make demo-in-context`, which exit with an error if any step has an
/// unexpected result.
struct DemoTests {
    @Test func theDemonstrationRunsToItsEnd() throws {
        try run(["docs/demo/demo.sh"])
    }

    @Test(.enabled(if: BrowserTests.hasI18next, "node-i18next is not installed"))
    func anAppWithTheEditorIsServedUntilItIsStopped() throws {
        let script = """
            set -euo pipefail
            cd "$(dirname "$DEMO_DIR")"
            "$0" >printed 2>&1 &
            # Nothing may outlive a failure, because the test waits for all processes.
            trap 'kill $! 2>/dev/null || true' EXIT
            timeout 60 bash -c 'until grep -q Ctrl-C printed; do sleep 0.1; done' || { cat printed; exit 1; }
            app=$(sed -nE 's|^The app +||p' printed)
            server=$(sed -nE 's|^The pages +(.*)/projects/shop$|\\1|p' printed)
            curl -sf "$app/" "$app/app.js" "$app/i18next.js" "$app/texts/ar/shop.json" >files
            curl -sf "$app/config.js" | grep "server = '$server'"
            curl -sf -D head -H "Origin: $app" "$server/in-context.js" | grep -o 'export function inContext'
            grep -i "^access-control-allow-origin: $app" head
            kill $!
            wait $! || true
            for address in "$app" "$server"; do ! curl -s "$address" || exit 1; done
            """
        try run(["-c", script, "docs/demo/demo-in-context.sh"])
    }

    /// Runs bash; the last word is a file of this package.
    private func run(_ words: [String]) throws {
        let sandbox = try Sandbox()
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = package.appending(path: words.last ?? "").path
        let result = try sandbox.execute(
            "/bin/bash", words.dropLast() + [file],
            environment: [
                "DRAGOMAN": try Products.dragoman, "DEMO_DIR": sandbox.directory + "/demo",
            ])
        #expect(result.status == 0, "\(result.output.suffix(2000))\(result.errors.suffix(500))")
    }
}
