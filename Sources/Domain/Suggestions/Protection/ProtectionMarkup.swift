/// The markup of placeholders in an engine's input.
public enum ProtectionMarkup: Sendable, Hashable {
    /// A numbered element, `<x id="1"/>`; all other characters stand for themselves.
    case elements
    /// A numbered element in XML: `&`, `<` and `>` of the text are escaped.
    case xml
    /// Apertium's stream format, with placeholders as superblanks: <https://wiki.apertium.org/wiki/Apertium_stream_format>.
    case superblanks
    /// Nothing is replaced; placeholders are only compared afterwards.
    case none
}
