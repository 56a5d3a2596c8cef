/// Values for the holes of a template, or of a section of one: each stored property fills the hole of its name.
///
/// A property is a text, a flag, further values, a list of texts or values, or an optional of one of these. An encoder reads
/// the properties of a value (``FilledHoles``). A decoder in a test lists those of a type.
protocol TemplateValues: Sendable, Codable {}

/// The values of a template.
protocol Template: TemplateValues {
    /// The file of the template, without `.mustache`.
    static var template: String { get }
}
