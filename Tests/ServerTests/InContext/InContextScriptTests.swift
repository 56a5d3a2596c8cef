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
              export`;
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
                const one=1;function text() {return `
                * { color: red; }export`}export const two=one + 1;export class Color {\
                #a='#fff';#b=()=>this.#a;get text() {return `${this.#b()} ${this.#a}`}}
                """)
    }

    @Test func stylesHaveNoNeedlessSpaces() {
        let squeezed = InContextScript.squeezed(
            "a, .b :focus, c::before { inset: 0 auto; margin: calc(1px - 2px); }\n")
        #expect(
            squeezed == "a,.b :focus,c::before{inset:0 auto;margin:calc(1px - 2px);}\n")
    }

    /// Names are shared, so none may be declared twice at the top of a module.
    @Test func noNameIsDeclaredTwice() throws {
        let script = String(decoding: InContextScript.bytes, as: UTF8.self)
        #expect(!script.contains(/\bimport [{*]/))
        #expect(script.matches(of: /\bexport (?:async |const |let |class |function)/).count == 1)
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
        let all = InContextScript.modules + [InContextScript.styles]
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.directory) {
            let module = try String(
                contentsOfFile: Self.directory + "/" + name, encoding: .utf8)
            #expect(all.contains(module), "\(name) is not joined")
            let lines = module.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 400, "\(name)")
            #expect(lines.allSatisfy { $0.count <= 120 }, "\(name)")
            // Joining would extend such a comment.
            let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            #expect(!code.contains { $0.contains(" // ") }, "\(name)")
            // Joining would change such a text.
            let texts = code.flatMap { line in
                ["'", "\""].flatMap { quote in
                    line.split(separator: quote, omittingEmptySubsequences: false).enumerated()
                        .filter { $0.offset % 2 == 1 }.map(\.element)
                }
            }
            let operators = /\ (?:=>|[!=]==|\?\?=?|&&|\|\||=)\ /
            #expect(!texts.contains { $0.contains(operators) || $0.contains(";}") }, "\(name)")
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
