/// The markup for placeholders in an engine's input.
public enum ProtectionMarkup: Sendable, Hashable {
    /// A numbered element, `<x id="1"/>`.
    ///
    /// The text around the elements is not escaped.
    case elements
    /// A numbered element in XML.
    ///
    /// In the text, `&`, `<` and `>` are escaped.
    case xml
    /// Apertium's stream format, with placeholders as superblanks.
    ///
    /// Source: <https://wiki.apertium.org/wiki/Apertium_stream_format>.
    case superblanks
    /// No markup.
    ///
    /// Placeholders stay in the text and are only compared afterwards.
    case none
}
