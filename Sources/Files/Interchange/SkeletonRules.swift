public import Translation

/// The handling of skeletons by a format; see ``ReadFile/skeleton``.
///
/// By default a skeleton is the one file that it came from.
public protocol SkeletonRules: Sendable {
    /// Returns the text of a file as it came, or `nil` if the skeleton does not have it.
    ///
    /// `path` is the path that an export gives the file.
    func layout(ofFile path: String, in skeleton: String) -> String?

    /// Returns a layout of the source language's file without the parts about that language alone, such as its translators.
    func template(of layout: String) -> String

    /// Returns a skeleton with `layout` for the file at `path`, and everything else from the skeleton `known`.
    func skeleton(_ known: String, with layout: String, ofFile path: String) -> String

    /// Returns the values in a skeleton that are no texts, by name, such as numbers in JSON and fields of a header.
    ///
    /// `written` is the file that an export writes without the skeleton. Concurrent changes of such values are a conflict.
    func keptValues(
        in skeleton: String, besides written: [UInt8]
    ) -> [(name: String, value: String)]

    /// Returns the translations in a skeleton of strings that the sources no longer have.
    func obsolete(in skeleton: String, context: ReadContext) -> [FileEntry]

    /// Returns true if two skeletons differ only in data that changes whenever a tool writes the file, such as a date.
    func isIncidental(_ skeleton: String, after known: String) -> Bool
}

extension SkeletonRules {
    /// Returns the skeleton.
    public func layout(ofFile _: String, in skeleton: String) -> String? {
        skeleton.isEmpty ? nil : skeleton
    }

    /// Returns the layout.
    public func template(of layout: String) -> String { layout }

    /// Returns the layout.
    public func skeleton(_: String, with layout: String, ofFile _: String) -> String { layout }

    /// Returns the values of a JSON file that an export does not write, and none for other files.
    public func keptValues(
        in skeleton: String, besides written: [UInt8]
    ) -> [(name: String, value: String)] {
        JSONLayout.values(in: Array(skeleton.utf8), besides: written)
    }

    /// Returns no translations.
    public func obsolete(in _: String, context _: ReadContext) -> [FileEntry] { [] }

    /// Returns false.
    public func isIncidental(_: String, after _: String) -> Bool { false }
}

/// The skeletons of formats without rules of their own.
struct PlainSkeletons: SkeletonRules {}
