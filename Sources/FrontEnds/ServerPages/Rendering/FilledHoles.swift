import Mustache

/// The values of a struct by the names of its properties.
///
/// Reflects each struct once. The renderer on its own would reflect it again for each hole.
struct FilledHoles: MustacheParent {
    private var values: [String: Any]

    init(_ content: any TemplateValues) {
        values = [:]
        for (label, value) in Mirror(reflecting: content).children {
            if let label { values[label] = Self.filling(value) }
        }
    }

    /// The values of a page, with its frame under the name `frame`.
    init(_ content: any Template, frame: PageFrame) {
        self.init(content)
        values["frame"] = FilledHoles(frame)
    }

    func child(named name: String) -> Any? { values[name] }

    private static func filling(_ value: Any) -> Any {
        switch value {
        case let text as String: text
        case let flag as Bool: flag
        case let texts as [String]: texts
        case let list as [any TemplateValues]: list.map(FilledHoles.init)
        case let values as any TemplateValues: FilledHoles(values)
        default: Absent()
        }
    }

    /// Fills the hole of an optional that is nil.
    ///
    /// Without it, the renderer would look for the name in the values around.
    private struct Absent: MustacheCustomRenderable {
        let renderText = ""
        let isNull = true
    }
}
