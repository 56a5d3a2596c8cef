import Texts
import Translation

/// The skeletons of PO files: the header and the obsolete messages, or a whole file.
struct GettextSkeletons: SkeletonRules {
    /// A skeleton with messages is a whole file; one without has the header and obsolete messages only.
    func layout(ofFile _: String, in skeleton: String) -> String? {
        let hasMessages = Self.parser(skeleton)?.messages.contains { !$0.isHeader } ?? false
        return hasMessages ? skeleton : nil
    }

    /// The layout without obsolete messages, and without the fields of the header that are about a language or its translators.
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

    /// The fields of the header, except for dates, names of the last translator and tools, and what an export computes.
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

    /// The obsolete messages; none of a skeleton that is no PO file.
    func obsolete(in skeleton: String, context: ReadContext) -> [FileEntry] {
        guard let parser = Self.parser(skeleton) else { return [] }
        return GettextPO.obsolete(of: parser, context)
    }

    /// Whether the two differ in the dates of the header at most.
    func isIncidental(_ skeleton: String, after known: String) -> Bool {
        if layout(ofFile: "", in: skeleton) != nil || layout(ofFile: "", in: known) != nil {
            return Self.undated(skeleton) == Self.undated(known)
        }
        guard let skeleton = try? POSkeleton(text: skeleton),
            let known = try? POSkeleton(text: known)
        else { return false }
        return skeleton.undatedText == known.undatedText
    }

    /// The lines of a file without those of the header that have a date.
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
