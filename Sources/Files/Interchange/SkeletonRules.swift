public import Translation

/// The rules by which a format handles skeletons; see ``ReadFile/skeleton``.
///
/// By default, a skeleton is the original text of a single file.
public protocol SkeletonRules: Sendable {
    /// Returns the original text of a file, or `nil` if the skeleton does not contain it.
    ///
    /// `path` is the file's path in an export.
    func layout(ofFile path: String, in skeleton: String) -> String?

    /// Returns the layout of the source language's file without the parts that are specific to that
    /// language, such as its translators.
    func template(of layout: String) -> String

    /// Returns the skeleton `known` with the layout of the file at `path` replaced by `layout`.
    func skeleton(_ known: String, with layout: String, ofFile path: String) -> String

    /// Returns the values in a skeleton that are not texts, by name, such as numbers in JSON and
    /// header fields.
    ///
    /// `written` is the file that an export writes without the skeleton. Concurrent changes to such
    /// a value are a conflict.
    func keptValues(
        in skeleton: String, besides written: [UInt8]
    ) -> [(name: String, value: String)]

    /// Returns the translations in a skeleton whose strings are no longer in the sources.
    func obsolete(in skeleton: String, context: ReadContext) -> [FileEntry]

    /// Returns true if two skeletons differ only in data that changes whenever a tool writes the
    /// file, such as a date.
    func isIncidental(_ skeleton: String, after known: String) -> Bool
}

extension SkeletonRules {
    /// Returns the skeleton itself, or `nil` if it is empty.
    public func layout(ofFile _: String, in skeleton: String) -> String? {
        skeleton.isEmpty ? nil : skeleton
    }

    /// Returns the layout unchanged.
    public func template(of layout: String) -> String { layout }

    /// Returns the new layout.
    public func skeleton(_: String, with layout: String, ofFile _: String) -> String { layout }

    /// Returns the values in a JSON file that an export does not write.
    ///
    /// The result is empty for other files.
    public func keptValues(
        in skeleton: String, besides written: [UInt8]
    ) -> [(name: String, value: String)] {
        JSONLayout.values(in: Array(skeleton.utf8), besides: written)
    }

    /// Returns an empty list.
    public func obsolete(in _: String, context _: ReadContext) -> [FileEntry] { [] }

    /// Returns false, so that every difference counts.
    public func isIncidental(_: String, after _: String) -> Bool { false }
}

/// The skeletons of formats without special rules.
struct PlainSkeletons: SkeletonRules {}
