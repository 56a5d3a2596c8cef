import ArgumentParser
import Texts
import Translation
import Workspace

/// What names of languages mean that are called otherwise here.
struct LocaleMapOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What languages of files are called here: simple=en-x-simple,sr-ec=sr-Cyrl; mediawiki has MediaWiki's.",
            valueName: "name=tag|mediawiki,…"))
    var localeMap: String?

    /// Reads `--locale-map`: presets by their names, and pairs, which count more than these.
    func map(in workspace: Workspace) throws -> LocaleMap {
        var presets = LocaleMap()
        var languages: [String: LanguageTag] = [:]
        for item in localeMap?.split(separator: ",") ?? [] {
            let parts = item.split(separator: "=", maxSplits: 1)
            if parts.count == 2 {
                languages[String(parts[0])] = try workspace.language(String(parts[1]))
            } else if let preset = LocaleMap.presets[String(item)] {
                presets.merge(preset)
            } else {
                let names = LocaleMap.presets.keys.sorted().joined(separator: ", ")
                throw ValidationError(
                    "--locale-map is written name=tag,name=tag; what has a name is \(names).")
            }
        }
        presets.merge(LocaleMap(languages))
        return presets
    }
}
