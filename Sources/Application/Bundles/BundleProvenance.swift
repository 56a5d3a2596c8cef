package import JSON
import Machine
import Translation

/// `provenance.json`: the commit that a bundle was made from.
///
/// It is separate from the manifest because the same events can be in different commits.
package struct BundleProvenance: Sendable, Equatable {
    package static let name = "provenance.json"

    /// The full id of the commit.
    package var commit: String
    /// The time of the commit, in Unix seconds.
    package var seconds: Int64
    /// The time up to which events are included, in Unix milliseconds, or `nil` for all events.
    package var at: Int64?

    /// The bytes of the file, with the provenance as JSON.
    package var bytes: [UInt8] { PrettyJSON.encode(json) }

    package var json: JSONValue {
        .object { members in
            members.add("schema", .integer(BundleManifest.schema))
            members.add("commit", commit)
            members.add("date", Timestamp.text(seconds: seconds))
            members.add("at", at.map { Timestamp.text(milliseconds: $0) })
        }
    }

    init(commit: String, seconds: Int64, at: Int64?) {
        self.commit = commit
        self.seconds = seconds
        self.at = at
    }

    /// Parses the file, or throws a ``BundleFault`` if it is not valid provenance.
    init(_ bytes: [UInt8]) throws(BundleFault) {
        let object = try BundleFault.object(bytes)
        let commit = object["commit"]?.stringValue ?? ""
        let isID =
            commit.utf8.count == 40
            && commit.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
            }
        guard isID else { throw BundleFault("it does not specify a commit") }
        guard let date = object["date"]?.stringValue.flatMap(Timestamp.milliseconds) else {
            throw BundleFault("it has no date")
        }
        let at = object["at"]?.stringValue.flatMap(Timestamp.milliseconds)
        guard object["at"] == nil || at.map({ $0 >= 0 }) == true else {
            throw BundleFault("its “at” is not a valid time")
        }
        self.init(commit: commit, seconds: date / 1000, at: at)
    }
}

/// An error in a file that describes a bundle, as a short phrase.
package struct BundleFault: Error {
    let message: String

    init(_ message: String) { self.message = message }

    /// Parses bytes as an object with a schema version that this program supports.
    static func object(_ bytes: [UInt8]) throws(BundleFault) -> JSONObject {
        let json: JSONValue
        do {
            json = try JSONValue.parse(bytes)
        } catch {
            throw BundleFault("line \(error.line), column \(error.column): \(error.message)")
        }
        guard let object = json.objectValue, let schema = object["schema"]?.integerValue else {
            throw BundleFault("it does not specify a schema")
        }
        guard schema == BundleManifest.schema else {
            throw BundleFault(
                "it has schema \(schema), but this program supports \(BundleManifest.schema)")
        }
        return object
    }
}
