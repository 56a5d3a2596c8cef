import DragomanClient
import FoundationEssentials
import HTTPSuggestions
import Interchange
import Recognition
import Suggestions
import Texts
import Translation
import Workspace

/// The languages of the project that a directory lies in.
func languages(of directory: String, on host: Host) throws -> [LanguageTag] {
    let workspace = try Workspace.open(directory, host: host)
    try workspace.catchUp()
    return try workspace.read { snapshot in try snapshot.locales() }
}

/// Proposes a text.
func propose(_ text: String, for key: String, in locale: LanguageTag, to workspace: Workspace)
    throws
{
    let string = StringID(section: workspace.project.defaultSection, key: key)
    _ = try workspace.perform(
        "propose", guid: "outside", .propose(locale, string, Proposing(value: Value(text))))
}

/// The language that a text is in.
func language(of text: String) -> LanguageSubtags? {
    LanguageRecognizer.dominantLanguage(for: text)
}

/// An engine of a service over HTTP.
func engine(at url: URL) throws -> any TranslationEngine { try HTTPEngine(.deepL, at: url) }

/// A text of an i18next app.
func greeting(_ texts: I18nextTexts) -> String { texts.text("greeting", language: "fr") }

print(FileFormats.all.map(\.name))
