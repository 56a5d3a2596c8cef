import Interchange
import Texts
import Translation

extension Snapshot {
    /// A file in an import with a known format, language and section.
    struct OpenedFile {
        var input: Input
        var place: Place
        /// The part of a file with several languages, or `nil` for other files.
        var part: Part?
        /// The guesses about language and section that the user should know about.
        var remarks: [Remark] = []

        struct Input {
            /// The name as the user typed it.
            let name: String
            var bytes: () throws -> [UInt8]
            var format: any FileFormat
            /// True if the format was detected and not specified by the user.
            var isFormatGuessed = false
            /// The path within the app, if it is known.
            var appPath: String?
        }

        /// The language, the section and the resource of the strings.
        struct Place {
            var locale: LanguageTag
            /// The language as the file or its path spells it.
            var spelling: String
            var section: String
            /// True if the user specified the section, which then contains all strings in the file.
            let isSectionNamed: Bool
            /// True if the texts are comments on the strings in the source language.
            let holdsComments: Bool
            /// The pattern of the resource, if it is known.
            var pattern: String?
            /// The record of the resource, if the section belongs to the resource.
            var resource: FileResource?
        }

        /// One language of a catalog.
        struct Part {
            let catalogue: any Catalogue
            /// True if another part of the same file was opened earlier.
            var isLater = false
            /// All languages in the file, or an empty array if the user selected one of them.
            var languages: [(spelling: String, locale: LanguageTag)] = []
        }

        /// A guess about the language or the section of a file.
        enum Remark {
            /// A directory in the path that looked like a language, followed by a section.
            ///
            /// It was ignored.
            case passedOver(String)
            /// The language in the path, which contradicts the language in the contents.
            case contradicted(LanguageTag)
            /// The end of the file name, which may be a language that the project lacks.
            ///
            /// The file is read in the source language.
            case doubtful(String)
            /// The words that the contents use as languages although the project does not have
            /// them.
            case words([String])
        }
    }
}

extension Snapshot.OpenedFile {
    /// The resource of the file, if its place in the app is known.
    var imported: ImportedResource? {
        place.pattern.map {
            ImportedResource(pattern: $0, format: input.format.name, section: place.section)
        }
    }

    /// Returns the notice for a remark.
    func notice(of remark: Remark) -> FileNotice {
        switch remark {
        case .passedOver(let name):
            return FileNotice(
                message:
                    "“\(name)” in the path is not read as a language, and the next part is not read as a section."
            )
        case .contradicted(let tag):
            return FileNotice(
                message:
                    "The name indicates \(tag), but the contents declare \(place.locale), which is used.",
                hint: "Correct the file's name or attributes.")
        case .doubtful(let tag):
            return FileNotice(
                message:
                    "“\(tag)” in the name is not read as a language, because the project does not have it.",
                hint: LanguageTag(tag).map { .addLanguages([$0]) } ?? .nameLanguage)
        case .words(let words):
            let names = words.map { "“\($0)”" }.joined(separator: ", ")
            return FileNotice(
                message: "Not read as languages, because the project does not have them: \(names).")
        }
    }
}
