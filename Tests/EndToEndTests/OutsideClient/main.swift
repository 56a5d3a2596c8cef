import DragomanClient
import FoundationEssentials
import HTTPSuggestions
import Interchange
import Recognition
import Suggestions
import Texts
import Translation
import Workspace

/// Returns the languages of the project that contains a directory.
func languages(of directory: String, on host: Host) throws -> [LanguageTag] {
    let workspace = try Workspace.open(directory, host: host)
    try workspace.catchUp()
    return try workspace.read { snapshot in try snapshot.locales() }
}

func propose(_ text: String, for key: String, in locale: LanguageTag, to workspace: Workspace)
    throws
{
    let string = StringID(section: workspace.project.defaultSection, key: key)
    _ = try workspace.perform(
        "propose", guid: "outside", .propose(locale, string, ProposeOptions(value: Value(text))))
}

/// Returns the detected language of a text.
func language(of text: String) -> LanguageSubtags? {
    LanguageRecognizer.dominantLanguage(for: text)
}

/// Returns an engine for a service over HTTP.
func engine(at url: URL) throws -> any TranslationEngine { try HTTPEngine(.deepL, at: url) }

/// Returns a text of an i18next app.
func greeting(_ texts: I18nextTexts) -> String { texts.text("greeting", language: "fr") }

print(FileFormats.all.map(\.name))
