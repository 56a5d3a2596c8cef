import Interchange
import Texts
import Translation

/// Support for languages with several names.
extension Snapshot {
    /// Replaces languages that the project lacks with equivalent languages in the project.
    ///
    /// Languages are equivalent if they agree after likely subtags are added. `zh-rCN` becomes
    /// `zh-Hans`, unless another file in the import has that name. `no` and `nb` always count as
    /// one language. Languages from `--locale-map` or `--locale` are never changed. Returns a
    /// notice for each replaced name.
    func namedAsInProject(
        _ files: [OpenedFile], _ context: OpeningContext
    ) -> (files: [OpenedFile], notices: [ImportNotice]) {
        let named = Set(files.map(\.place.locale))
        var notices: [ImportNotice] = []
        var said: Set<String> = []
        let files = files.map { file in
            guard context.request.locale == nil, !context.languages.contains(file.place.locale),
                !context.request.localeMap.knows(file.place.spelling),
                let locale = alias(of: file.place.locale, named, context)
            else { return file }
            if said.insert(file.place.spelling).inserted {
                let message =
                    "“\(file.place.spelling)” is read as \(locale), which is the same language."
                notices.append((file.input.name, FileNotice(message: message), nil))
            }
            var file = file
            file.place.locale = locale
            return file
        }
        return (files, notices)
    }

    /// Returns the language for which a tag is another name, or nil if none or several match.
    ///
    /// The result is a language in the project. If the project has neither `nb` nor `no`, files in
    /// `no` belong to `nb` if the import also contains `nb`.
    private func alias(
        of tag: LanguageTag, _ named: Set<LanguageTag>, _ context: OpeningContext
    ) -> LanguageTag? {
        let same = context.languages.filter { context.agree($0, tag) }
        if same.count == 1, let only = same.first {
            return named.contains(only) && !context.areNorwegian(only, tag) ? nil : only
        }
        return same.isEmpty ? named.first { $0 < tag && context.areNorwegian($0, tag) } : nil
    }

    /// Returns true if a path names a language in a different script than the contents do:
    /// `sr_Latn` and `sr`.
    ///
    /// The contents then name only the language, and the user must choose the script.
    func differInScript(
        _ spelling: String, _ inside: String, _ context: OpeningContext
    ) -> Bool {
        guard FileLanguage.isSpelling(spelling), let path = try? mapped(spelling, context),
            let content = try? mapped(inside, context), path.language == content.language,
            let script = LikelySubtags.script(of: path.rawValue),
            let other = LikelySubtags.script(of: content.rawValue)
        else { return false }
        // A region can imply the script: a file in `zh_TW`, which means Traditional Chinese, may
        // declare `zh` inside.
        return script != other && content.language == content.rawValue
    }
}

extension Snapshot.OpeningContext {
    /// Returns true if two tags are the same language after likely subtags are added.
    func agree(_ a: LanguageTag, _ b: LanguageTag) -> Bool {
        LikelySubtags.agree(Self.asBokmal(a), Self.asBokmal(b))
    }

    /// Returns true if two tags are `nb` and `no`, with the same region if any.
    func areNorwegian(_ a: LanguageTag, _ b: LanguageTag) -> Bool {
        a != b && Self.asBokmal(a) == Self.asBokmal(b)
    }

    /// Returns the tag with `nb` instead of `no`, because apps and their files use `no` for Bokmål.
    private static func asBokmal(_ tag: LanguageTag) -> String {
        let tag = tag.rawValue
        return tag == "no" || tag.hasPrefix("no-") ? "nb" + tag.dropFirst(2) : tag
    }
}

/// The texts of one language whose files use several names for it.
///
/// Equal texts count once. Different texts are rejected, because nothing shows which name an app
/// uses.
final class NamesOfOneLanguage {
    private var first: [StringID: (value: Value, file: Snapshot.OpenedFile)] = [:]
    private let project: Project

    /// Returns nil if all files use the same name for the language.
    init?(_ files: [Snapshot.OpenedFile], project: Project) {
        guard Set(files.map(\.place.spelling)).count > 1 else { return nil }
        self.project = project
    }

    /// Removes texts that a file with another name for the language also contains; throws if the
    /// texts differ.
    func takeOut(of read: inout ReadFile, _ file: Snapshot.OpenedFile) throws {
        try read.entries.removeAll { entry in
            guard let value = entry.value, entry.isDeliberatelyEmpty || !value.saysNothing
            else { return false }
            guard let other = first[entry.string], other.file.place.spelling != file.place.spelling
            else {
                first[entry.string] = (value, file)
                return false
            }
            guard other.value != value else { return true }
            let names = [other.file, file].map { file in
                file.part == nil
                    ? file.input.name : "“\(file.place.spelling)” in \(file.input.name)"
            }
            throw Refusal(
                .contradiction,
                "\(names[0]) and \(names[1]) are both \(file.place.locale), and differ for “\(entry.string.spelled(in: project))”.",
                hint: .typed(
                    "Import one of them, or map one to another language with --locale-map."))
        }
    }
}
