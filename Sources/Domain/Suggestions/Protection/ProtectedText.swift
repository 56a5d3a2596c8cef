public import Texts

/// A text whose placeholders, outer white space and mnemonic are set aside while an engine
/// translates the rest.
///
/// Creating it, encoding it and restoring a translation are pure functions that take linear time in
/// the length of the text.
public struct ProtectedText: Sendable, Hashable {
    /// A part of the text.
    enum Piece: Sendable, Hashable {
        /// Text that the engine translates.
        case text(String)
        /// Text that the engine must keep unchanged.
        case placeholder(String)
    }

    /// The placeholders, in order.
    public let placeholders: [String]

    let pieces: [Piece]
    private let leading: String
    private let trailing: String
    private let mark: Character?
    private let letter: Character?
    private let notations: PlaceholderNotations

    /// Finds the parts of a text to protect.
    ///
    /// `notations` are the project's placeholder notations.
    public init(_ source: String, notations: PlaceholderNotations = .implied) {
        self.notations = notations
        let core = source.drop(while: \.isWhitespace)
        let end = core.lastIndex { !$0.isWhitespace }.map(core.index(after:)) ?? core.startIndex
        leading = String(source[..<core.startIndex])
        trailing = String(core[end...])
        let pieces = Self.pieces(of: String(core[..<end]), notations)
        let texts = pieces.indices.filter { if case .text = pieces[$0] { true } else { false } }
        let splits = texts.compactMap { index -> (index: Int, text: String, Mnemonic)? in
            guard case .text(let text) = pieces[index], let split = Mnemonic.split(text) else {
                return nil
            }
            return (index, split.text, split.mnemonic)
        }
        if splits.count == 1, let only = splits.first {
            var rest = pieces
            rest[only.index] = .text(only.text)
            (self.pieces, mark, letter) = (rest, only.2.mark, only.2.letter)
        } else {
            (self.pieces, mark, letter) = (pieces, nil, nil)
        }
        placeholders = Self.placeholders(pieces)
    }

    /// True if the text has letters outside its placeholders.
    public var hasWords: Bool {
        pieces.contains { piece in
            if case .text(let text) = piece { text.contains(where: \.isLetter) } else { false }
        }
    }

    /// Returns the text for an engine that expects `markup`.
    public func encoded(as markup: ProtectionMarkup) -> String {
        switch markup {
        case .none: Elements.plain(pieces)
        case .elements: Elements.encoded(pieces, escaping: false)
        case .xml: Elements.encoded(pieces, escaping: true)
        case .superblanks: Superblanks(pieces).encoded
        }
    }

    /// Returns the translation with its placeholders, outer white space and mnemonic restored.
    ///
    /// Throws ``TranslationError/broken`` in any of these cases: a placeholder was lost, repeated
    /// or changed; conversions without numbers (`%d`, `%s`) changed their order; elements are no
    /// longer correctly nested.
    public func restored(
        from translation: String, as markup: ProtectionMarkup
    ) throws(TranslationError) -> String {
        let core: String? =
            switch markup {
            case .none: translation
            case .elements: Elements.decoded(translation, placeholders, unescaping: false)
            case .xml: Elements.decoded(translation, placeholders, unescaping: true)
            case .superblanks: Superblanks(pieces).decoded(translation)
            }
        guard let core else { throw .broken }
        let text = String(
            core.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        let found = Self.placeholders(Self.pieces(of: text, notations))
        guard PlaceholderOrder.isKept(from: placeholders, to: found) else { throw .broken }
        guard let mark, let letter else { return leading + text + trailing }
        return leading + Mnemonic(mark: mark, letter: letter).inserted(in: text, notations)
            + trailing
    }

    private static func pieces(
        of text: String, _ notations: PlaceholderNotations
    ) -> [Piece] {
        let bytes = Array(text.utf8)
        func string(_ range: Range<Int>) -> String {
            String(decoding: bytes[range], as: UTF8.self)
        }
        var pieces: [Piece] = []
        var position = 0
        for range in ProtectedRanges.ranges(in: text, notations) {
            if position < range.lowerBound {
                pieces.append(.text(string(position..<range.lowerBound)))
            }
            pieces.append(.placeholder(string(range)))
            position = range.upperBound
        }
        if position < bytes.count { pieces.append(.text(string(position..<bytes.count))) }
        return pieces
    }

    private static func placeholders(_ pieces: [Piece]) -> [String] {
        pieces.compactMap { if case .placeholder(let text) = $0 { text } else { nil } }
    }
}
