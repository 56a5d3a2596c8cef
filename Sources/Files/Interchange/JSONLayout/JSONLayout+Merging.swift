import JSON
import Texts
import Translation

extension JSONLayout {
    /// Applies the changes between `base` and `new`, which the format wrote, to a file.
    ///
    /// Returns `nil` unless all three are JSON objects. Objects are merged member by member, in any
    /// order. Other values are replaced as a whole. Contents that exist only in the file keep their
    /// position. The cost is linear in the size of the texts, times their depth.
    static func merged(file: [UInt8], base: [UInt8], new: [UInt8]) -> [UInt8]? {
        guard var layout = JSONLayout(file), let base = JSONLayout(base),
            let new = JSONLayout(new)
        else { return nil }
        let merge = Merge(style: JSONLayoutStyle(of: layout))
        merge.change(&layout.root, from: base.root, to: new.root, level: 0)
        return layout.bytes
    }

    private struct Merge {
        let style: JSONLayoutStyle

        func change(_ node: inout Node, from base: Node, to new: Node, level: Int) {
            guard base.content != new.content else { return }
            guard case .object(var members, var end) = node.body,
                case .object(let old, _) = base.body, case .object(let wanted, _) = new.body
            else {
                node.body = style.body(of: new, level: level)
                return
            }
            let (before, after) = (Self.places(old), Self.places(wanted))
            members.removeAll { $0.key.map { before[$0] != nil && after[$0] == nil } ?? false }
            let places = Self.places(members)
            // A new member is inserted after the member that it follows in the new text.
            var additions: [Value.Text?: [Node]] = [:]
            var anchor: Value.Text?
            for member in wanted {
                let known = member.key.flatMap { before[$0] }.map { old[$0] }
                if let key = member.key, let index = places[key] {
                    anchor = key
                    if let known {
                        change(&members[index], from: known, to: member, level: level + 1)
                    } else {
                        members[index].body = style.body(of: member, level: level + 1)
                    }
                } else if known?.content != member.content {
                    additions[anchor, default: []].append(added(member, to: members, level: level))
                }
            }
            if members.isEmpty, !additions.isEmpty { end = style.lead(level) }
            let first = members.firstIndex { $0.key.map { after[$0] != nil } ?? false }
            var merged = Array(members[..<(first ?? members.count)]) + (additions[nil] ?? [])
            for member in members[(first ?? members.count)...] {
                merged.append(member)
                merged += member.key.flatMap { additions[$0] } ?? []
            }
            node.body = .object(merged, end: end)
        }

        /// Returns a new member that is formatted like its siblings.
        private func added(_ member: Node, to members: [Node], level: Int) -> Node {
            let lineFeed = UInt8(ascii: "\n")
            guard let last = members.last else { return style.member(member, level: level + 1) }
            let isOnOneLine = !last.content.contains(lineFeed)
            var added = (isOnOneLine ? style.onOneLine : style).member(member, level: level + 1)
            added.lead = last.lead.isEmpty ? [UInt8(ascii: " ")] : last.lead
            return added
        }

        private static func places(_ nodes: [Node]) -> [Value.Text: Int] {
            Dictionary(
                nodes.enumerated().compactMap { index, node in node.key.map { ($0, index) } },
                uniquingKeysWith: { first, _ in first })
        }
    }
}

extension JSONLayout.Node {
    fileprivate var key: Value.Text? { name.map { Value.Text($0) } }

    /// The value as spelled in the file, without the name.
    fileprivate var content: [UInt8] {
        JSONLayout.bytes(of: JSONLayout.Node(lead: [], body: body))
    }
}

extension JSONLayoutStyle {
    /// Returns a member written by the format, formatted like the members of the file.
    fileprivate func member(_ node: JSONLayout.Node, level: Int) -> JSONLayout.Node {
        JSONLayout.Node(
            lead: lead(level), name: node.name,
            label: JSONLayout.spelled(.string(node.name ?? "")) + colon,
            body: body(of: node, level: level))
    }

    /// Returns the body of a member, formatted like the bodies in the file.
    fileprivate func body(of node: JSONLayout.Node, level: Int) -> JSONLayout.Body {
        guard case .object(let members, let end) = node.body else { return node.body }
        var bodies = members.map { member($0, level: level + 1) }
        for index in bodies.indices.dropFirst() where bodies[index].lead.isEmpty {
            bodies[index].lead = [UInt8(ascii: " ")]
        }
        return .object(bodies, end: members.isEmpty ? end : lead(level))
    }
}
