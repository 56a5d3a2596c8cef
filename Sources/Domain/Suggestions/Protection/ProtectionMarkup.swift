/// The markup of placeholders in an engine's input.
public enum ProtectionMarkup: Sendable, Hashable {
    /// A numbered element, `<x id="1"/>`. Nothing else is escaped.
    case elements
    /// A numbered element in XML. `&`, `<` and `>` in the text are escaped.
    case xml
    /// Apertium's stream format, with placeholders as superblanks: <https://wiki.apertium.org/wiki/Apertium_stream_format>.
    case superblanks
    /// No markup. Placeholders are left in the text and only compared afterwards.
    case none
}
