import Interchange
import Texts
import Translation

/// Several names of one language.
extension Snapshot {
    /// Gives files whose language the project lacks the one of its languages that is the same with likely subtags.
    ///
    /// `zh-rCN` is `zh-Hans`, unless another file of the import has the name of that. `no` and `nb` are two names of one
    /// language in any case. What `--locale-map` or `--locale` says is never changed. Returns a notice for each name.
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
                    "“\(file.place.spelling)” is taken for \(locale), which is the same language."
                notices.append((file.input.name, FileNotice(message: message), nil))
            }
            var file = file
            file.place.locale = locale
            return file
        }
        return (files, notices)
    }

    /// The language that a tag is another name of; nil where there is none, or more than one.
    private func alias(
        of tag: LanguageTag, _ named: Set<LanguageTag>, _ context: OpeningContext
    ) -> LanguageTag? {
        let same = context.languages.filter { context.agree($0, tag) }
        if same.count == 1, let only = same.first {
            return named.contains(only) && !context.areNorwegian(only, tag) ? nil : only
        }
        return same.isEmpty ? named.first { $0 < tag && context.areNorwegian($0, tag) } : nil
    }

    /// Whether a path names a language in another script than a file does inside: `sr_Latn` and `sr`.
    ///
    /// The contents only say the language then, and which script is meant is for people to say.
    func differInScript(
        _ spelling: String, _ inside: String, _ context: OpeningContext
    ) -> Bool {
        guard FileLanguage.isSpelling(spelling), let path = try? mapped(spelling, context),
            let content = try? mapped(inside, context), path.language == content.language,
            let script = LikelySubtags.script(of: path.rawValue),
            let other = LikelySubtags.script(of: content.rawValue)
        else { return false }
        // A region implies a script as well: `zh_TW` in Traditional Chinese says `zh` inside.
        return script != other && content.language == content.rawValue
    }
}

extension Snapshot.OpeningContext {
    /// Whether two tags name one language with likely subtags.
    func agree(_ a: LanguageTag, _ b: LanguageTag) -> Bool {
        LikelySubtags.agree(Self.asBokmal(a), Self.asBokmal(b))
    }

    /// Whether two tags are `nb` and `no` or one of each with the same region.
    func areNorwegian(_ a: LanguageTag, _ b: LanguageTag) -> Bool {
        a != b && Self.asBokmal(a) == Self.asBokmal(b)
    }

    /// The tag with `nb` for `no`, which is what apps and their files mean by it.
    private static func asBokmal(_ tag: LanguageTag) -> String {
        let tag = tag.rawValue
        return tag == "no" || tag.hasPrefix("no-") ? "nb" + tag.dropFirst(2) : tag
    }
}

/// What the files of one language say whose names for it are several.
///
/// Equal texts count once. Different ones are refused, since nobody knows which of the names an app takes.
final class NamesOfOneLanguage {
    private var first: [StringID: (value: Value, file: Snapshot.OpenedFile)] = [:]
    private let project: Project

    /// Returns nil where all files have one name for the language.
    init?(_ files: [Snapshot.OpenedFile], project: Project) {
        guard Set(files.map(\.place.spelling)).count > 1 else { return nil }
        self.project = project
    }

    /// Takes out of a file what one under another name says too; refused where they differ.
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
                    ? file.input.name : "“\(file.place.spelling)” of \(file.input.name)"
            }
            throw Refusal(
                .contradiction,
                "\(names[0]) and \(names[1]) are both \(file.place.locale), and differ in “\(entry.string.spelled(in: project))”.",
                hint: .typed("Import one of them, or keep them apart with --locale-map."))
        }
    }
}
