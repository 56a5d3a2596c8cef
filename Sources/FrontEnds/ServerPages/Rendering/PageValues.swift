/// What a template is filled with: texts, flags, lists and further values by name.
///
/// A name that a template asks for and that is absent here is looked up in the values around it. Values of list items therefore
/// have every name that their template asks for, with `false` for what is absent.
typealias PageValues = [String: any Sendable]

extension PageValues {
    /// Sets a value, or `false` if it is nil.
    mutating func set(_ name: String, _ value: (any Sendable)?) {
        self[name] = value ?? false
    }
}
