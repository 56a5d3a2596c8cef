import JSON
import TestKit
import Texts
package import Translation

extension RandomLog {
    /// A file of a log: its folder, and lines that are mostly events.
    package struct File: Sendable {
        /// The language of the last event that is not misplaced.
        package let folder: String
        /// The lines, each with its newline, except that the last newline is sometimes missing.
        package let content: [UInt8]
    }

    /// Returns a file with new events, events with known ids, repeated lines, and invalid lines.
    package mutating func file() -> File {
        var content: [UInt8] = []
        var folder = "en"
        for _ in 0..<random.number(in: 1...6) {
            var event = next()
            if random.oneIn(12), let known = nextWithKnownID() { event = known }
            if random.oneIn(12), let again = random.any(events) { event = again }
            if !random.oneIn(10) { folder = event.locale.rawValue }
            content += line(of: event) + [UInt8(ascii: "\n")]
            if random.oneIn(40) { content.append(UInt8(ascii: "\n")) }
        }
        if random.oneIn(10) { content.removeLast() }
        return File(folder: folder, content: content)
    }

    /// Writes an event, often in an unusual form: with another spelling, more or fewer fields, or
    /// other values.
    ///
    /// The result may be the same event, another one, a line with a higher version, or invalid.
    package mutating func line(of event: Event) -> [UInt8] {
        guard random.oneIn(3), let object = event.json.objectValue else { return event.line }
        var fields = object.members.map { member in
            Field(name: Self.text(.string(member.key)), value: Self.text(member.value))
        }
        for _ in 0..<random.number(in: 1...2) { edit(&fields) }
        let comma = random.pick([",", ",", ", ", "\t,"])
        let colon = random.pick([":", ":", " : "])
        let members = fields.map { $0.name + colon + $0.value }.joined(separator: comma)
        return frame(Array("{\(members)}".utf8))
    }

    private static func text(_ json: JSONValue) -> String {
        String(decoding: CanonicalJSON.encode(json), as: UTF8.self)
    }

    private mutating func edit(_ fields: inout [Field]) {
        let place = random.number(in: 0...fields.count - 1)
        switch random.number(in: 0...9) {
        case 0: fields.shuffle(using: &random)
        case 1: fields.remove(at: place)
        case 2: fields[0].value = random.pick(Self.versions)
        case 3...4: replaceValue(in: &fields)
        case 5: escape(&fields[place])
        case 6: fields.insert(random.pick(Self.absences), at: place)
        default:
            fields.insert(random.pick(Self.additions), at: place)
        }
    }

    private mutating func replaceValue(in fields: inout [Field]) {
        guard let place = fields.firstIndex(where: { $0.name == "\"value\"" }) else {
            fields.append(Field(name: "\"value\"", value: random.pick(Self.values)))
            return
        }
        fields[place].value = random.pick(Self.values)
    }

    /// Escapes characters that need no escaping.
    private mutating func escape(_ field: inout Field) {
        field.name = field.name.replacing("e", with: random.pick(["\\u0065", "e"]))
        if field.value.hasPrefix("\"") {
            field.value = field.value.replacing("0", with: "\\u0030").replacing("/", with: "\\/")
        }
    }

    /// Adds members or bytes around or inside an object.
    private mutating func frame(_ line: [UInt8]) -> [UInt8] {
        switch random.number(in: 0...40) {
        case 0...4: line + [UInt8(ascii: "\r")]
        case 5...6: [UInt8(ascii: " ")] + line + Array(" \t".utf8)
        case 7: [0xEF, 0xBB, 0xBF] + line
        case 8: line + Array("{}".utf8)
        case 9: Array(line.dropLast())
        case 10: line.dropLast() + [UInt8(ascii: ","), UInt8(ascii: "}")]
        case 11: line + [0xFF]
        case 12: [0x0B] + line
        case 13: Array("[".utf8) + line + Array("]".utf8)
        default: line
        }
    }
}
