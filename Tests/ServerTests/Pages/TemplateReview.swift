@testable import ServerPages

/// Compares the placeholders of templates with the properties of the structs that fill them.
struct TemplateReview {
    /// The differences, one sentence each.
    private(set) var problems: [String] = []
    private var shapes = TemplateShapes()
    private var files: [String: any Template.Type] = [:]
    private var used: [ObjectIdentifier: Set<String>] = [:]
    private var types: [ObjectIdentifier: any TemplateValues.Type] = [:]

    /// The scopes in which a name is looked up, from the inside out.
    private enum Context {
        case values(any TemplateValues.Type)
        /// The page's frame, whose values are available to every page.
        case frame
        case text
    }

    /// Reviews templates, given by name, against the types of their values.
    init(_ templates: [(name: String, text: String)], _ contents: [any Template.Type]) throws {
        for type in contents { files[type.template] = type }
        for (name, text) in templates {
            var contexts: [Context] = []
            if name == PageFrame.template || text.contains("{{<") { contexts.append(.frame) }
            if name != PageFrame.template, let type = files[name] { contexts.append(.values(type)) }
            try review(name, text, contexts)
        }
        for type in contents { try findUnused(type) }
    }

    private mutating func review(_ name: String, _ text: String, _ outer: [Context]) throws {
        var contexts = outer
        // The open sections, and whether each has its own context.
        var open: [(name: String, isContext: Bool)] = []
        for tag in Self.tags(of: text) {
            var path = tag.dropFirst().description
            switch tag.first {
            case "!", "$": if tag.first == "$" { open.append((path, false)) }
            case "<": open.append((path, false))
            case "/":
                guard let last = open.popLast(), last.name == path else {
                    problems.append("\(name) closes \(path), which is not open.")
                    return
                }
                if last.isContext { contexts.removeLast() }
            case ">": try reviewPartial(name, path, contexts.last)
            case "#", "^":
                open.append((path, false))
                let isTransformed = path.hasPrefix("empty(")
                if isTransformed { path = String(path.dropFirst(6).dropLast()) }
                guard let property = try property(path, contexts) else {
                    problems.append("\(name) has no property for {{\(tag)}}.")
                    continue
                }
                guard tag.first == "#", !isTransformed else { continue }
                switch property {
                case .flag: continue
                case .text: contexts.append(.text)
                case .values(let type): contexts.append(.values(type))
                }
                open[open.count - 1].isContext = true
            default:
                if tag == "." {
                    guard case .text = contexts.last else {
                        problems.append("\(name) has {{.}} where there is no text.")
                        continue
                    }
                } else if case .text = try property(tag, contexts) {
                    continue
                } else {
                    problems.append("\(name) has no text for {{\(tag)}}.")
                }
            }
        }
    }

    /// Requires that the values right around a partial fill it, unless it has no placeholders.
    private mutating func reviewPartial(
        _ name: String, _ partial: String, _ context: Context?
    ) throws {
        guard let type = files[partial] else {
            if !["shortcuts", Templates.sprite].contains(partial) {
                problems.append("\(name) has the partial \(partial), which no struct fills.")
            }
            return
        }
        if case .values(let around) = context, around == type { return }
        problems.append("\(name) has the partial \(partial) outside of its values.")
    }

    /// Looks a name up from the inside out, as the renderer does.
    private mutating func property(
        _ path: String, _ contexts: [Context]
    ) throws -> TemplateShapes.Property? {
        var names = path.split(separator: ".").map(String.init)[...]
        let first = names.removeFirst()
        var found: TemplateShapes.Property?
        for context in contexts.reversed() {
            switch context {
            case .values(let type): found = try use(first, of: type)
            case .frame: found = first == "frame" ? .values(PageFrame.self) : nil
            case .text: continue
            }
            if found != nil { break }
        }
        for name in names {
            guard case .values(let type) = found else { return nil }
            found = try use(name, of: type)
        }
        return found
    }

    private mutating func use(
        _ name: String, of type: any TemplateValues.Type
    ) throws -> TemplateShapes.Property? {
        let property = try shapes.properties(of: type)[name]
        if property != nil { used[ObjectIdentifier(type), default: []].insert(name) }
        return property
    }

    private mutating func findUnused(_ type: any TemplateValues.Type) throws {
        guard types.updateValue(type, forKey: ObjectIdentifier(type)) == nil else { return }
        for (name, property) in try shapes.properties(of: type).sorted(by: { $0.key < $1.key }) {
            if used[ObjectIdentifier(type)]?.contains(name) != true {
                problems.append("\(type) has \(name), which no template shows.")
            }
            if case .values(let inner) = property { try findUnused(inner) }
        }
    }

    /// Returns the contents of the tags of a template.
    private static func tags(of text: String) -> [String] {
        text.split(separator: "{{", omittingEmptySubsequences: false).dropFirst().map { part in
            String(part.prefix { $0 != "}" })
        }
    }
}
