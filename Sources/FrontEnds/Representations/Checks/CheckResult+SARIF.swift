package import JSON
import Machine
package import Translation
package import Workspace

extension CheckResult {
    /// Returns the findings as a SARIF 2.1.0 log, for hosts that show a commit's findings.
    ///
    /// Source: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.
    package static func sarif(_ results: [CheckResult], in project: Project) -> JSONValue {
        .object { members in
            members.add("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            members.add("version", "2.1.0")
            members.add(
                "runs",
                .array([
                    .object { members in
                        members.add("tool", .object { $0.add("driver", driver) })
                        members.add("results", .array(results.map { $0.sarif(in: project) }))
                    }
                ]))
        }
    }

    private static var driver: JSONValue {
        .object { members in
            members.add("name", "Dragoman")
            members.add("semanticVersion", ProgramVersion.number)
            members.add(
                "rules",
                .array(
                    CheckInfo.all.map { info in
                        .object { members in
                            members.add("id", info.name)
                            members.add(
                                "shortDescription", .object { $0.add("text", info.summary) })
                            members.add(
                                "defaultConfiguration",
                                .object { $0.add("level", level(of: info.severity)) })
                        }
                    }))
        }
    }

    private func sarif(in project: Project) -> JSONValue {
        let unit = UnitID(locale, string).spelled(in: project)
        return .object { members in
            members.add("ruleId", check)
            members.add("level", Self.level(of: severity))
            members.add("message", .object { $0.add("text", "\(unit): \(message)") })
            members.add(
                "locations",
                .array([
                    .object { members in
                        // Hosts require a file. This one represents the project, because no file
                        // contains the text.
                        members.add(
                            "physicalLocation",
                            .object {
                                $0.add(
                                    "artifactLocation",
                                    .object { $0.add("uri", "dragoman.json") })
                            })
                        members.add(
                            "logicalLocations",
                            .array([
                                .object { members in
                                    members.add("fullyQualifiedName", unit)
                                    members.add("kind", "resource")
                                }
                            ]))
                    }
                ]))
            // All findings refer to the same file, so only the fingerprint tells them apart.
            members.add(
                "partialFingerprints",
                .object { $0.add("dragomanText/v1", "\(check) \(unit)") })
        }
    }

    private static func level(of severity: Finding.Severity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "note"
        }
    }
}
