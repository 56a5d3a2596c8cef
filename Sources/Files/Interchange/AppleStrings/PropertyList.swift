import Texts
import Translation

/// XML property lists, limited to the types that string tables use: dictionaries and texts.
enum PropertyList {
    /// A value of a property list.
    indirect enum Node {
        case text(String)
        case dictionary([Member])
        /// Any other value, represented by the name of its element.
        case other(String)
    }

    /// A key–value pair in a dictionary.
    struct Member {
        let key: String
        let value: Node
        let line: Int
        /// The comment before the key, if any.
        var comment: String?
    }

    /// Returns whether a file begins like an XML property list.
    static func isBegun(_ bytes: [UInt8]) -> Bool {
        if let root = XMLRoot.name(bytes) { return root.elementsEqual("plist".utf8) }
        var scanner = ByteScanner(bytes.prefix(1000))
        _ = scanner.skip([0xEF, 0xBB, 0xBF])
        scanner.skipSpace()
        guard scanner.next == UInt8(ascii: "<") else { return false }
        return scanner.skip(behind: "<!DOCTYPE plist".utf8)
    }

    /// Reads the top-level dictionary in a file.
    ///
    /// In the result, `hasOtherComments` is true if a comment does not belong to any member.
    static func read(
        _ bytes: [UInt8]
    ) throws(InterchangeError) -> (members: [Member], hasOtherComments: Bool) {
        guard let root = try XMLDocument.root(of: bytes, allowsExternalType: true),
            root.name == "plist", let first = root.elements.first, root.elements.count == 1,
            first.name == "dict"
        else {
            throw InterchangeError(
                "The file is not a property list with a single dictionary.",
                hint: .nameFormat, line: 1)
        }
        var hasOtherComments = false
        let members = try members(of: first, &hasOtherComments)
        return (members, hasOtherComments)
    }

    private static func members(
        of node: XMLNode, _ hasOtherComments: inout Bool
    ) throws(InterchangeError) -> [Member] {
        var members: [Member] = []
        var comments = AdjacentComments()
        var pending: (key: String, line: Int, comment: String?)?
        var lines: [Value.Text: Int] = [:]
        for child in node.children {
            switch child {
            case .text(let text):
                comments.pass(text)
                guard text.utf8.allSatisfy(ByteScanner.isSpace) else {
                    throw InterchangeError(
                        "There is text between the members of a dictionary.",
                        hint: "Put it into <string>.", line: node.line)
                }
            case .comment(let text): comments.add(text)
            case .element(let element) where pending == nil:
                guard element.name == "key" else {
                    throw InterchangeError(
                        "The dictionary has <\(element.name)> where a <key> is required.",
                        hint: "Write the key before it.", line: element.line)
                }
                let comment = comments.take()
                hasOtherComments = hasOtherComments || comment.detached
                if let first = lines.updateValue(element.line, forKey: Value.Text(element.text)) {
                    throw InterchangeError(
                        "The key “\(element.text.prefix(60))” appears on line \(first) and again on line \(element.line).",
                        hint: "Remove one of them.", line: element.line)
                }
                pending = (element.text, element.line, comment.text)
            case .element(let element):
                guard let (key, line, comment) = pending else { continue }
                members.append(
                    Member(
                        key: key, value: try value(of: element, &hasOtherComments), line: line,
                        comment: comment))
                pending = nil
            }
        }
        if let pending {
            throw InterchangeError(
                "The key “\(pending.key.prefix(60))” has no value.", hint: "Add it.",
                line: pending.line)
        }
        hasOtherComments = hasOtherComments || !comments.isEmpty
        return members
    }

    private static func value(
        of node: XMLNode, _ hasOtherComments: inout Bool
    ) throws(InterchangeError) -> Node {
        switch node.name {
        case "string": .text(node.text)
        case "dict": .dictionary(try members(of: node, &hasOtherComments))
        default: .other(node.name)
        }
    }
}
