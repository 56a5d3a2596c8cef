import Texts
import Translation

extension Refusal.Hint.FileHint {
    /// The hint with the verbs and options to type.
    var onCommandLine: String {
        switch self {
        case .nameFormat: "`dragoman import --file-format FORMAT` reads it as another format."
        case .nameFormatVersion: "`dragoman import --file-format FORMAT` reads another version."
        case .fetchAgainOrNameFormat:
            "Fetch the file again, or name its format: `dragoman import --file-format FORMAT`."
        case .nameFormatAmong(let names):
            "`dragoman import --file-format FORMAT` names one of \(names.joined(separator: ", "))."
        case .nameLanguage: "Name it with --locale."
        case .leaveLanguageOrCorrect: "Leave --locale out, or correct the file."
        case .addLanguages(let tags) where tags.count == 1:
            "`dragoman locale add \(tags[0])` adds it, or --add-locales with the import; --locale names another."
        case .addLanguages(let tags):
            "`dragoman locale add \(tags.map(\.rawValue).joined(separator: " "))` adds them, or --add-locales with the import; --locale takes one of them alone."
        case .mapLanguages: "Import one of them, or keep them apart with --locale-map."
        case .mapLanguage(let name, let tag):
            "Correct the name or the attributes of the file, or say with --locale-map \(name)=\(tag) that both are one."
        case .leaveCommentsOrProposals: "Leave out the file or --as-proposals."
        case .tryImport:
            "`dragoman import --dry-run` says what a file of another format would change."
        case .exportApart:
            "`--locale` and `--section` export one of them alone; other formats may hold both."
        case .leaveLanguageOut: "Leave it out with --locale, or export another format."
        case .makeExportProfiles: "`dragoman config export-profiles '[…]'` makes some."
        case .chooseTemplateFormat: "Choose another format with --format."
        case .nameTemplateSection:
            "Name one section with --section, or write all with `dragoman export --untranslated empty`."
        case .nameUnitKeys: "Say with --keys and --numbers how keys of units are named."
        case .removeStringAnyway: "`dragoman string remove` removes it all the same."
        }
    }
}

extension Refusal.Hint.BundleHint {
    /// The hint with the verbs and options to type.
    var onCommandLine: String {
        switch self {
        case .make: "`dragoman bundle -o PATH` makes bundles."
        case .choosePlace: "Name another place with -o, or make this one free."
        case .listContents:
            "`dragoman status` shows the languages; `dragoman config export-profiles` what is written."
        case .useAgent: "`ssh-add KEY` gives it to an agent; --sign KEY.pub then uses that."
        case .openItsProject: "-C names the repository of its project."
        }
    }
}

extension Refusal.Hint.MemoryHint {
    /// The hint with the verbs and options to type.
    var onCommandLine: String {
        switch self {
        case .importFile: "`dragoman memory import FILE.tmx` imports one."
        case .removeOrNameFile(let name):
            "`dragoman memory remove '\(name)'` removes it; --name gives the new one another name."
        }
    }
}
