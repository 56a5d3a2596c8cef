import Compression
import Foundation
import Testing

@testable import Server

/// The joining of the in-context editor's modules into one script.
@Suite struct InContextScriptTests {
    @Test func modulesShareOneScope() {
        let joined = InContextScript.joined([
            """
            // The first module.

            export const one = 1;
            /** Returns a text with `export` in it. */
            export function text() {
              // A reason.
              return `
            * { color: red; }
              export`; // not a line
            }
            """,
            """
            import { one } from './one.js';

            /**
             * The result.
             */
            export const two = one + 1;
            export class Color {
              #name = '#fff';
              #shown = () => this.#name;
              get text() {
                return `${this.#shown()} ${this.#name}`;
              }
            }
            """,
        ])
        #expect(
            joined == """
                const one = 1;
                function text() {
                return `
                * { color: red; }
                export`; // not a line
                }
                export const two = one + 1;
                export class Color {
                #a = '#fff';
                #b = () => this.#a;
                get text() {
                return `${this.#b()} ${this.#a}`;
                }
                }

                """)
    }

    /// Names are shared, so none may be declared twice at the top of a module.
    @Test func noNameIsDeclaredTwice() throws {
        let script = String(decoding: InContextScript.bytes, as: UTF8.self)
        #expect(!script.contains("\nimport "))
        #expect(script.components(separatedBy: "\nexport ").count == 2)
        let modules = try FileManager.default.contentsOfDirectory(atPath: Self.directory)
            .map { try String(contentsOfFile: Self.directory + "/" + $0, encoding: .utf8) }
        let pattern = /^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+)/
            .anchorsMatchLineEndings()
        let names = modules.flatMap { $0.matches(of: pattern).map { String($0.1) } }
        let repeated = Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys
        #expect(names.count > 50)
        #expect(repeated.isEmpty, "\(repeated.sorted())")
    }

    @Test func everyModuleIsJoinedAndShort() throws {
        let script = String(decoding: InContextScript.bytes, as: UTF8.self)
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.directory) {
            let module = try String(
                contentsOfFile: Self.directory + "/" + name, encoding: .utf8)
            let lines = module.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 400, "\(name)")
            #expect(lines.allSatisfy { $0.count <= 120 }, "\(name)")
            let joined = InContextScript.joined([module]).split(separator: "\n")
            let last = try #require(joined.last { $0.count > 10 })
            #expect(script.contains(last), "\(name) is not joined")
        }
    }

    @Test func theScriptIsSmall() throws {
        #expect(try Gzip.compress(InContextScript.bytes).count <= 20 * 1024)
    }

    private static let directory =
        URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path + "/Sources/FrontEnds/Server/InContext/Script"
}
