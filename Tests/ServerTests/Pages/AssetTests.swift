import Testing

@testable import ServerPages

/// The files that pages load.
@Suite struct AssetTests {
    /// The names that a script imports: `from './news.js'`.
    private static func imports(of script: Asset) -> [String] {
        String(decoding: script.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            guard line.hasPrefix("import ") || line.hasPrefix("} from ") else { return nil }
            let parts = line.split(separator: "'")
            return parts.count > 1 ? String(parts[1]) : nil
        }
    }

    @Test func importsFindTheirScripts() {
        let names = Set(Asset.modules.map { "./" + $0.name })
        var imported: Set<String> = []
        for script in [Asset.script] + Asset.modules {
            #expect(script.hash == Asset.script.hash, "\(script.name) has an address of its own")
            for name in Self.imports(of: script) {
                #expect(names.contains(name), "\(script.name) imports \(name)")
                imported.insert(name)
            }
        }
        #expect(imported == names)
    }

    @Test func addressesDiffer() {
        #expect(Set(Asset.all.map(\.path)).count == Asset.all.count)
        #expect(Asset.style.hash != Asset.script.hash)
    }
}
