/// Values for the holes of a template or of one of its sections.
///
/// Each stored property fills the hole with its name.
///
/// A property is a text, a Boolean, nested values, a list of texts or values, or an optional of one
/// of these. An encoder reads the properties of a value (``FilledHoles``). A decoder in a test
/// lists the properties of a type.
protocol TemplateValues: Sendable, Codable {}

protocol Template: TemplateValues {
    /// The name of the template file, without `.mustache`.
    static var template: String { get }
}
