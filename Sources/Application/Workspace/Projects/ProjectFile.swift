import GitEventStore
import JSON
import Texts
package import Translation

/// `dragoman.json`: the project in a repository, and the format of its log.
package enum ProjectFile {
    package static let name = GitEventStore.projectFile

    /// The version of the format that is written, and the newest that can be read.
    static let format: Int64 = 1

    package static func bytes(_ project: Project) -> [UInt8] {
        var members: [(String, JSONValue)] = [
            ("format", .integer(format)), ("project", .string(project.id)),
            ("source", .string(project.source.rawValue)),
            ("defaultSection", .string(project.defaultSection)),
        ]
        if let beginning = project.beginning { members.append(("beginning", .string(beginning))) }
        return CanonicalJSON.encode(.object(JSONObject(uniqueMembers: members)))
            + [UInt8(ascii: "\n")]
    }

    /// Returns the file with the id of a new beginning, and all its other members as they are.
    package static func bytes(_ old: [UInt8], beginning: String) throws -> [UInt8] {
        let members = try object(old).members.filter { $0.key != "beginning" }
            .map { ($0.key, $0.value) }
        return CanonicalJSON.encode(
            .object(
                JSONObject(uniqueMembers: members + [("beginning", .string(beginning))])))
            + [UInt8(ascii: "\n")]
    }

    private static func object(_ bytes: [UInt8]) throws -> JSONObject {
        let json: JSONValue
        do {
            json = try JSONValue.parse(bytes)
        } catch {
            throw damaged("line \(error.line), column \(error.column): \(error.message)")
        }
        guard let object = json.objectValue else { throw damaged("it is not an object.") }
        return object
    }

    package static func read(_ bytes: [UInt8]) throws -> Project {
        let object = try object(bytes)
        guard let format = object["format"]?.integerValue else {
            throw damaged("it has no format.")
        }
        guard format <= Self.format else {
            throw Refusal(
                .newerFormat,
                "This repository has format \(format), but this program supports format "
                    + "\(Self.format).",
                hint: "Install a newer version of dragoman.")
        }
        guard let id = object["project"]?.stringValue, EventID(id) != nil,
            let source = object["source"]?.stringValue.flatMap({ LanguageTag($0) }),
            let section = object["defaultSection"]?.stringValue, !section.isEmpty
        else { throw damaged("it does not specify the project, source and default section.") }
        return Project(
            id: id, source: source, defaultSection: section,
            beginning: object["beginning"]?.stringValue)
    }

    private static func damaged(_ detail: String) -> Refusal {
        Refusal(
            .repository, "\(name) is damaged: \(detail)",
            hint: "Restore the file from the branch's first commit.")
    }
}
