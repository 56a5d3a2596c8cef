import Texts
import Translation

/// The rules for skeletons of PO files: the header and obsolete messages, or a whole file.
struct GettextSkeletons: SkeletonRules {
    /// Returns the skeleton if it contains messages, because it is then a whole file.
    ///
    /// A skeleton without messages contains only the header and obsolete messages.
    func layout(ofFile _: String, in skeleton: String) -> String? {
        let hasMessages = Self.parser(skeleton)?.messages.contains { !$0.isHeader } ?? false
        return hasMessages ? skeleton : nil
    }

    /// Returns the layout without obsolete messages, and without header fields that describe a
    /// language or its translators.
    func template(of layout: String) -> String {
        let fields = [
            "PO-Revision-Date", "Last-Translator", "Language-Team", "Language", "Plural-Forms",
        ].map { Array("\"\($0):".utf8) }
        var isInHeader = true
        let lines = layout.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).filter {
            line in
            if line.starts(with: "#~".utf8) { return false }
            guard isInHeader else { return true }
            isInHeader = !line.allSatisfy { $0 == 0x0D }
            return !fields.contains { line.starts(with: $0) } && !line.starts(with: "#, fuzzy".utf8)
        }
        return String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self)
    }

    /// Returns the header fields, except for dates, the last translator, the names of tools, and
    /// computed fields.
    func keptValues(
        in skeleton: String, besides _: [UInt8]
    ) -> [(name: String, value: String)] {
        guard let parser = Self.parser(skeleton) else { return [] }
        let passing: Set = [
            "pot-creation-date", "po-revision-date", "last-translator", "x-generator",
        ]
        return POHeader(POSkeleton(parser).header).fields.filter {
            !passing.contains($0.name.lowercased()) && !$0.value.isEmpty
        }.map { ($0.name, $0.value) }
    }

    /// Returns the obsolete messages, or an empty list if the skeleton is not a PO file.
    func obsolete(in skeleton: String, context: ReadContext) -> [FileEntry] {
        guard let parser = Self.parser(skeleton) else { return [] }
        return GettextPO.obsolete(of: parser, context)
    }

    /// Returns whether two skeletons differ only in the dates in the header.
    func isIncidental(_ skeleton: String, after known: String) -> Bool {
        if layout(ofFile: "", in: skeleton) != nil || layout(ofFile: "", in: known) != nil {
            return Self.undated(skeleton) == Self.undated(known)
        }
        guard let skeleton = try? POSkeleton(text: skeleton),
            let known = try? POSkeleton(text: known)
        else { return false }
        return skeleton.undatedText == known.undatedText
    }

    /// Returns the lines of a file without the header lines that contain a date.
    private static func undated(_ file: String) -> [String] {
        file.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).filter { line in
            !line.starts(with: "\"POT-Creation-Date:".utf8)
                && !line.starts(with: "\"PO-Revision-Date:".utf8)
        }.map { String($0) ?? "" }
    }

    private static func parser(_ skeleton: String) -> POParser? {
        try? POParser(Array(FileText.withoutMark(Array(skeleton.utf8)[...])))
    }
}
