package import Bundles
package import JSON
import Workspace

extension BundleReport {
    /// The result of verifying a release bundle.
    ///
    /// The shape is
    /// `{"ok", "manifest"?, "provenance"?, "comparedCommit"?, "signer"?, "problems", "unchecked"}`.
    /// A problem is `{"problem", "path"?, "message"}`.
    package var json: JSONValue {
        .object { members in
            members.add("ok", isOK)
            members.add("manifest", manifest?.json)
            members.add("provenance", provenance?.json)
            members.add("comparedCommit", comparedCommit)
            members.add(
                "signer",
                signer.map { signer in
                    .object { members in
                        members.add("identity", signer.identity)
                        members.add("key", signer.key)
                    }
                })
            members.add(
                "problems",
                .array(
                    problems.map { problem in
                        .object { members in
                            members.add("problem", problem.kind.rawValue)
                            members.add("path", problem.path)
                            members.add("message", problem.message)
                        }
                    }))
            members.add("unchecked", list: unchecked)
        }
    }
}
