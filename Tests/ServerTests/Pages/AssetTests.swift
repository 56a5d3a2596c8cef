import Compression
import Testing

@testable import ServerPages

/// The files that pages load.
@Suite struct AssetTests {
    private static let modules = Asset.modules.map { module in
        (module.name, String(decoding: module.bytes, as: UTF8.self))
    }

    /// The modules share one scope in the script.
    @Test func namesOfModulesDiffer() {
        var seen: [Substring: String] = [:]
        for (module, text) in Self.modules {
            let names = text.matches(
                of: /(?m)^(?:export )?(?:async )?(?:function|const|let|class) (\w+)/
            ).map(\.1)
            #expect(!names.isEmpty || module == "app.js")
            for name in names {
                #expect(seen.updateValue(module, forKey: name) == nil, "\(name) in \(module)")
            }
        }
    }

    @Test func importedNamesAreExported() {
        var exports: [Substring: Set<Substring>] = [:]
        for (module, text) in Self.modules {
            exports["./" + module] = Set(
                text.matches(of: /(?m)^export (?:async )?(?:function|const|class) (\w+)/).map(\.1))
        }
        var imported: Set<Substring> = []
        for (module, text) in Self.modules {
            for match in text.matches(of: /(?m)^import (?:\{([^}]*)\} from )?'(.*)';$/) {
                imported.insert(match.2)
                for name in (match.1 ?? "").matches(of: /\w+/).map(\.0) {
                    #expect(
                        exports[match.2]?.contains(name) == true,
                        "\(name) of \(match.2) in \(module)")
                }
            }
        }
        #expect(imported == Set(exports.keys).subtracting(["./app.js"]))
    }

    @Test func aScriptHasNeitherCommentsNorImports() {
        let first = """
            // A comment.
            import { b } from './b.js';
            import {
              c,
            } from './c.js';

            /** One line. */
            export function a() {
              /*
               * Several lines.
               */
              return b / c; // The end.
            }
            """
        let script = AssetBundle.script([Array(first.utf8), Array("export const d = '/*';\n".utf8)])
        #expect(
            String(decoding: script, as: UTF8.self) == """
                function a() {
                return b / c; // The end.
                }
                const d = '/*';

                """)
    }

    @Test func aStyleSheetHasNoNeedlessSpaces() {
        let sheets = [
            "/* a */\n@media (min-width: 60rem) {\n  a > b :is(c, d)::before { content: \" ; \"; }\n}\n",
            "e { width: calc(1px + 2px); /* * */ color: red }\n",
        ]
        #expect(
            String(decoding: AssetBundle.style(sheets.map { Array($0.utf8) }), as: UTF8.self)
                == "@media (min-width:60rem){a>b :is(c,d)::before{content:\" ; \"}}e{width:calc(1px + 2px);color:red}"
        )
    }

    /// Limits in KiB, compressed.
    @Test(arguments: [(Asset.style, 12.5), (Asset.script, 18.0), (Asset.icons, 4.0)])
    func assetsAreSmall(asset: Asset, limit: Double) throws {
        let size = try Gzip.compress(asset.bytes).count
        #expect(Double(size) <= limit * 1024, "\(asset.name) has \(size) bytes")
    }

    /// The texts of the script are a file of their own, in each language.
    @Test func textsOfScriptsAreSmall() throws {
        for (_, wording) in try Wordings.builtIn.get().all {
            let size = try Gzip.compress(wording.script.bytes).count
            #expect(size <= 3 * 1024, "\(wording.script.name) has \(size) bytes")
        }
    }

    @Test func addressesDiffer() throws {
        let assets = try Asset.all + Wordings.builtIn.get().all.map(\.wording.script)
        #expect(Set(assets.map(\.path)).count == assets.count)
    }
}
