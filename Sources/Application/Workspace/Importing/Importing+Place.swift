import Interchange
import Texts
import Translation

/// Detection of the language and section from a path.
extension Snapshot {
    /// Returns the language and section in a path, and a directory that may have been meant as a
    /// language.
    ///
    /// A directory above the file's own directory counts as a language if the rest of the path is a
    /// section of the project. Otherwise a language of the project in the last two parts of the
    /// path has priority. In an absolute path, such a directory is ignored, because the path
    /// contains the names of users and mount points.
    func place(
        ofPath name: String, _ format: any FileFormat, _ context: OpeningContext
    ) -> (place: FilePlace, passedOver: String?) {
        // Shells name pipes this way, for example `/dev/fd/63`.
        guard !["/dev/fd/", "/dev/std", "/proc/"].contains(where: name.hasPrefix) else {
            return (FilePlace(), nil)
        }
        let map = context.request.localeMap
        let relative = context.request.relative(name)
        let place = format.place(ofPath: relative, languages: context.languages)
        // A file name in the map has priority over a directory of any kind, as in `mw/qqq.json`.
        if let named = map.name(ofPath: name),
            place.language.map({ !isCertain($0, context) }) ?? true
        {
            return (FilePlace(language: named), nil)
        }
        guard place.isDistant,
            !context.sections.contains(project.section(named: place.section ?? ""))
        else { return (place, nil) }
        let end = relative.utf8.split(separator: UInt8(ascii: "/")).suffix(2)
            .map { String(decoding: $0, as: UTF8.self) }
        let near = format.place(
            ofPath: end.joined(separator: "/"), languages: context.languages)
        if relative.hasPrefix("/") {
            return (near, near.language == nil ? place.language : nil)
        }
        return (near.language.map { isKnown($0, context) } ?? false ? near : place, nil)
    }

    /// Returns the language in a path if it contradicts `locale`, the language of the file's
    /// contents.
    func contradiction(
        _ spelling: String, _ locale: LanguageTag, _ context: OpeningContext
    ) -> LanguageTag? {
        guard FileLanguage.isSpelling(spelling),
            let tag = try? Workspace.language(ofFile: spelling, warn: { _ in }),
            let path = try? LanguageSubtags(tag.rawValue),
            let inside = try? LanguageSubtags(locale.rawValue)
        else { return nil }
        // `pt.po` is consistent with `pt-PT` in its contents.
        func differ(_ a: String?, _ b: String?) -> Bool { a != nil && b != nil && a != b }
        let isOther =
            path.language != inside.language || differ(path.script, inside.script)
            || differ(path.region, inside.region)
        return isOther ? tag : nil
    }

    /// Returns true if a name in a path can only be a language.
    ///
    /// It is a language in the project, a name that the user maps, or a tag with more than a
    /// language subtag, such as `pt-BR`.
    func isCertain(_ spelling: String, _ context: OpeningContext) -> Bool {
        if isKnown(spelling, context) { return true }
        let tag = try? Workspace.language(ofFile: spelling, warn: { _ in })
        return tag?.rawValue.utf8.contains(UInt8(ascii: "-")) ?? false
    }

    /// Returns true if a name in a path is the language that the contents declare.
    func isSame(_ spelling: String, _ inside: String, _ context: OpeningContext) -> Bool {
        guard let tag = try? mapped(spelling, context), let other = try? mapped(inside, context)
        else { return false }
        return context.isSame(tag, other)
    }

    /// Returns true if a name in a path is a language that the project has or the user maps.
    func isKnown(_ spelling: String, _ context: OpeningContext) -> Bool {
        if context.request.localeMap.knows(spelling) { return true }
        guard let tag = try? Workspace.language(ofFile: spelling, warn: { _ in }) else {
            return false
        }
        return context.languages.contains(context.meant(by: tag))
            || context.languages.contains { context.areNorwegian($0, tag) }
    }
}
