import ArgumentParser
import Texts
import Translation
import Workspace

/// The option that maps language names used in files to the project's languages.
struct LocaleMapOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Map the language names in the files to the project's: simple=en-x-simple,sr-ec=sr-Cyrl; mediawiki selects MediaWiki's names.",
            valueName: "name=tag|mediawiki,…"))
    var localeMap: String?

    /// Parses `--locale-map`, a list of preset names and `name=tag` pairs; pairs override presets.
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
                    "--locale-map expects name=tag,name=tag or a preset: \(names).")
            }
        }
        presets.merge(LocaleMap(languages))
        return presets
    }
}
