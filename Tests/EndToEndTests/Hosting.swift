import Foundation
import TestWorld
import Testing

/// A Git host for a project's CI jobs: an origin to clone from, and the programs that call the
/// host.
///
/// `gh` and `curl` store the comments of the only merge request in `comments.json` and log their
/// requests.
struct Hosting {
    let sandbox: Sandbox
    private let dragoman: String

    /// Creates a project with a tag `v1` and a branch `topic` that adds a text and a string, merged
    /// as hosts do.
    init() throws {
        sandbox = try Sandbox()
        dragoman = try Products.dragoman
        try run(["init", "origin"])
        for line in [
            "locale add fr", "string add greeting Hello", "set fr greeting Bonjour",
        ] { try run(Transcript.words(line), in: "origin") }
        try sandbox.git("tag", "v1", "translations", in: "origin")
        try sandbox.git("branch", "topic", "translations", in: "origin")
        for line in ["string add farewell Goodbye", "set fr greeting 'Salut @ines'"] {
            try run(["--branch", "topic"] + Transcript.words(line), in: "origin")
        }
        // Commits that reached the branch meanwhile are not part of the request.
        try run(Transcript.words("string add thanks Thanks"), in: "origin")
        try sandbox.git("clone", "-q", "origin", "merge")
        try sandbox.git("merge", "-q", "--no-ff", "--no-edit", "origin/topic", in: "merge")
        try sandbox.git("push", "-q", "origin", "HEAD:refs/pull/7/merge", in: "merge")
        try sandbox.write("[]", to: "comments.json")
        try program("gh", Self.gh)
        try program("curl", Self.curl)
    }

    private func run(_ arguments: [String], in directory: String = "") throws {
        let result = try sandbox.execute(dragoman, arguments, in: directory)
        try #require(result.status == 0, "\(arguments): \(result)")
    }

    private func program(_ name: String, _ text: String) throws {
        try sandbox.write(text, to: "bin/" + name)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: sandbox.directory + "/bin/" + name)
    }

    /// Checks out one reference as runners do: a new repository, one fetch, no branch.
    func checkOut(_ reference: String, depth: Int, to directory: String, as local: String) throws {
        try sandbox.git("init", "-q", directory)
        try sandbox.git(
            "fetch", "-q", "--no-tags", "--depth", "\(depth)", "file://\(sandbox.directory)/origin",
            "+\(reference):\(local)", in: directory)
        try sandbox.git("checkout", "-q", "--detach", local, in: directory)
        try sandbox.git(
            "remote", "add", "origin", "file://\(sandbox.directory)/origin", in: directory)
    }

    /// Runs a job's lines as runners do.
    func run(
        _ script: JobScript, in directory: String, _ environment: [String: String] = [:]
    ) throws -> Sandbox.Result {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let usual = [
            "PATH": "\(sandbox.directory)/bin:\(try Products.directory):\(path)",
            "GIT_CONFIG_GLOBAL": sandbox.directory + "/gitconfig", "HOSTING": sandbox.directory,
            "GITHUB_STEP_SUMMARY": sandbox.directory + "/summary.md",
            "GITHUB_PATH": sandbox.directory + "/path",
            "GITHUB_REPOSITORY": "acme/app", "NUMBER": "7", "GH_TOKEN": "secret",
            "CI_API_V4_URL": "https://gitlab.example.org/api/v4", "CI_PROJECT_ID": "12",
            "CI_MERGE_REQUEST_IID": "7", "DRAGOMAN_COMMENT_TOKEN": "secret",
            "TRANSLATIONS_REQUIRED": "",
        ]
        return try sandbox.execute(
            "/bin/bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script.lines],
            in: directory,
            environment: usual.merging(environment) { $1 })
    }

    struct Comment: Decodable, Equatable {
        let id: Int
        let body: String
    }

    var comments: [Comment] {
        get throws {
            try JSONDecoder().decode(
                [Comment].self, from: Data(try sandbox.read("comments.json").utf8))
        }
    }

    var requests: [String] {
        get throws { try sandbox.read("requests").split(separator: "\n").map(String.init) }
    }

    private static let gh = #"""
        #!/bin/bash
        set -euo pipefail
        echo "gh $*" >> "$HOSTING/requests"
        list=$HOSTING/comments.json
        if [ "$1" = release ]; then
            [ "$2" != view ] || [ -e "$HOSTING/release" ]
            touch "$HOSTING/release"
            exit
        fi
        method=GET filter=. url= body=
        shift
        while [ $# -gt 0 ]; do
            case $1 in
            --method) method=$2; shift ;;
            --jq) filter=$2; shift ;;
            -F) body=$(cat "${2#body=@}"); shift ;;
            --paginate | --silent) ;;
            repos/acme/app/issues/*) url=$1 ;;
            *) echo "gh: $1?" >&2; exit 1 ;;
            esac
            shift
        done
        case $method:$url in
        GET:repos/acme/app/issues/7/comments) jq -r "$filter" "$list" ;;
        POST:repos/acme/app/issues/7/comments)
            jq --arg body "$body" '. + [{id: (length + 1), user: {login: "github-actions[bot]"}, $body}]' "$list" \
                > "$list.new" ;;
        PATCH:repos/acme/app/issues/comments/*)
            jq --arg body "$body" --argjson id "${url##*/}" 'map(if .id == $id then .body = $body else . end)' "$list" \
                > "$list.new" ;;
        *) echo "gh: $method $url?" >&2; exit 1 ;;
        esac
        [ "$method" = GET ] || mv "$list.new" "$list"
        """#

    private static let curl = #"""
        #!/bin/bash
        set -euo pipefail
        # A download; releases are files in these tests.
        for word; do case $word in file://*) exec /usr/bin/curl "$@" ;; esac; done
        method=GET url= body= token=
        while [ $# -gt 0 ]; do
            case $1 in
            --request) method=$2; shift ;;
            --header) token=$2; shift ;;
            --data-urlencode) body=$(cat "${2#body@}"); shift ;;
            --fail-with-body | --silent | --show-error) ;;
            https://gitlab.example.org/api/v4/*) url=${1#*/api/v4/} ;;
            *) echo "curl: $1?" >&2; exit 2 ;;
            esac
            shift
        done
        echo "curl $method $url" >> "$HOSTING/requests"
        [ "$token" = 'PRIVATE-TOKEN: secret' ] || { echo 401 >&2; exit 22; }
        list=$HOSTING/comments.json notes=projects/12/merge_requests/7/notes
        case $method:$url in
        GET:user) echo '{"id": 5}' ;;
        GET:"$notes"\?*) jq --argjson page "${url##*page=}" '.[(($page - 1) * 2):($page * 2)]' "$list" ;;
        POST:"$notes")
            jq --arg body "$body" '. + [{id: (length + 1), author: {id: 5}, $body}]' "$list" > "$list.new" ;;
        PUT:"$notes"/*)
            jq --arg body "$body" --argjson id "${url##*/}" 'map(if .id == $id then .body = $body else . end)' "$list" \
                > "$list.new" ;;
        *) echo "curl: $method $url?" >&2; exit 22 ;;
        esac
        [ "$method" = GET ] || mv "$list.new" "$list"
        """#
}
