import Interchange
import Texts
import Translation

/// What the path of a file says.
extension Snapshot {
    /// Returns language and section that a path says, and a directory in it that may have been meant for a language.
    ///
    /// A directory further up than the file's own is a language where what follows it is a section of the project. Else a
    /// file's own name says more than it, and of a path from the root, which has the names of people and mounts in it, it
    /// says nothing.
    func place(
        ofPath name: String, _ format: any FileFormat, _ context: OpeningContext
    ) -> (place: FilePlace, passedOver: String?) {
        // Shells name pipes there, such as `/dev/fd/63`.
        guard !["/dev/fd/", "/dev/std", "/proc/"].contains(where: name.hasPrefix) else {
            return (FilePlace(), nil)
        }
        let map = context.request.localeMap
        let relative = context.request.relative(name)
        let place = format.place(ofPath: relative, languages: context.languages)
        // A file that the map names says more than a directory that may be anything, as in `mw/qqq.json`.
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

    /// The language of a path that a file in `locale` has by mistake, if it is one.
    func contradiction(
        _ spelling: String, _ locale: LanguageTag, _ context: OpeningContext
    ) -> LanguageTag? {
        guard FileLanguage.isSpelling(spelling),
            let tag = try? Workspace.language(ofFile: spelling, warn: { _ in }),
            let path = try? LanguageSubtags(tag.rawValue),
            let inside = try? LanguageSubtags(locale.rawValue)
        else { return nil }
        // `pt.po` may be in `pt-PT`.
        func differ(_ a: String?, _ b: String?) -> Bool { a != nil && b != nil && a != b }
        let isOther =
            path.language != inside.language || differ(path.script, inside.script)
            || differ(path.region, inside.region)
        return isOther ? tag : nil
    }

    /// Whether a name in a path can only be that of a language: one that the project has or the user maps, or a
    /// tag with more than a language in it, such as `pt-BR`.
    func isCertain(_ spelling: String, _ context: OpeningContext) -> Bool {
        if isKnown(spelling, context) { return true }
        let tag = try? Workspace.language(ofFile: spelling, warn: { _ in })
        return tag?.rawValue.utf8.contains(UInt8(ascii: "-")) ?? false
    }

    /// Whether a name in a path is that of the language that the file names inside.
    func isSame(_ spelling: String, _ inside: String, _ context: OpeningContext) -> Bool {
        guard let tag = try? mapped(spelling, context), let other = try? mapped(inside, context)
        else { return false }
        return context.isSame(tag, other)
    }

    /// Whether a name in a path is that of a language that the project has or the user maps.
    func isKnown(_ spelling: String, _ context: OpeningContext) -> Bool {
        if context.request.localeMap.knows(spelling) { return true }
        guard let tag = try? Workspace.language(ofFile: spelling, warn: { _ in }) else {
            return false
        }
        return context.languages.contains(context.meant(by: tag))
            || context.languages.contains { context.areNorwegian($0, tag) }
    }
}
