import Testing

/// A page whose blocks need a project or other preparation.
struct PageScene: CustomTestStringConvertible {
    let path: String
    /// Lines that run once, in an empty directory.
    let before: String
    /// Lines that run in the shell of a block, before it, by the block's number.
    let inBlock: [Int: String]

    init(_ path: String, before: String, inBlock: [Int: String] = [:]) {
        self.path = path
        self.before = before
        self.inBlock = inBlock
    }

    var testDescription: String { path }

    /// Returns one script: the preparation, then each block in its own shell.
    func script(_ blocks: [String]) -> String {
        blocks.enumerated().reduce(before + "\n") { script, block in
            script + "(\n\(inBlock[block.offset] ?? "")\n\(block.element)\n)\n"
        }
    }
}

extension PageScene {
    /// A project with three languages and two tags, in `translations`.
    private static let project = """
        dragoman init translations
        (
            cd translations
            dragoman locale add de fr fr-CA
            dragoman string add greeting Hello
            dragoman string add -s auth login.title "Sign in"
            dragoman set de greeting Hallo
            dragoman set de auth:login.title Anmelden
            dragoman set fr greeting Bonjour
            dragoman set fr auth:login.title Connexion
            git tag v1
            git tag v1.4
        )

        """

    static let all = [
        PageScene(
            "docs/guide/bundles.md",
            before: project + #"""
                cd translations
                mkdir -p ~/.ssh
                ssh-keygen -q -t ed25519 -N "" -f ~/.ssh/id_ed25519
                ssh-keygen -q -t ed25519 -N "" -f ~/.ssh/release
                echo "mara@example.org namespaces=\"dragoman-bundle\" $(cat ~/.ssh/id_ed25519.pub)" > allowed_signers
                git tag v1.3 v1.4~1
                """#,
            inBlock: [
                3: """
                cp allowed_signers dist
                cd dist
                """,
                4: "dragoman channel set beta v1.4",
            ]),
        PageScene("docs/server/sign-in.md", before: ""),
        PageScene(
            "docs/guide/in-context.md",
            before: """
                dragoman init shop
                dragoman serve shop --set project.shop.inContext=http://localhost:5173 > served &
                timeout 60 bash -c 'until curl -sf "$1"; do sleep 0.05; done' - http://localhost:8080/health/ready
                """),
        PageScene(
            "docs/guide/digests.md",
            before: project + """
                cd translations
                dragoman propose fr greeting Salut
                dragoman config maintainers '["mara@example.org"]' --force
                """,
            inBlock: [
                1: """
                dragoman() {
                    shift 2
                    [ "$1" = sync ] || command dragoman "$@"
                }
                sendmail() {
                    [ "$1" = -t ] && grep '^ <mara@example.org>\\|^To: mara@example.org'
                }
                """
            ]),
        PageScene(
            "docs/guide/ci.md",
            before: project + """
                export REPOSITORY="file://$PWD/translations" BASE=v1
                dragoman -C translations set fr greeting Salut
                checkout() {
                    mkdir "$1" && cd "$1"
                    git clone -q "$REPOSITORY" translations && cd translations
                }
                """,
            inBlock: [
                0: "mkdir job && cd job",
                1: "checkout judge",
                2: "checkout diff",
                3: "mkdir export && cd export",
                4: "mkdir tag && cd tag",
                5: """
                git init -q app && cd app
                git remote add origin "$REPOSITORY"
                """,
                6: #"""
                mkdir -p file/Sources && cd file
                echo 'let title = translatedStrings["Please wait"]' > Sources/Title.swift
                printf '%s\n' '<strings language="fr" region="CA">' '<string><original>Please wait</original><translation>Veuillez patienter</translation></string>' '</strings>' > fr_CA.xml
                """#,
            ]),
        PageScene(
            "docs/guide/languages.md",
            before: project + "cd translations"),
        PageScene(
            "docs/guide/memory.md",
            before: project + """
                dragoman init website
                cd translations
                dragoman string add -s auth login.retry "Sign in again!"
                dragoman set fr auth:login.retry Reconnexion
                dragoman memory export fr -o client.tmx
                """),
        PageScene(
            "docs/internals/plain-git.md",
            before: project + """
                git clone -q translations app
                cd app
                git sparse-checkout set events
                """),
        PageScene(
            "docs/server/policy.md",
            before: project,
            inBlock: [
                0: "cd translations",
                2: "cd project.git",
                3: """
                git clone -q translations work
                cd work
                export BASE=v1
                git commit -q --allow-empty -m "Nothing"
                """,
            ]),
        PageScene(
            "docs/server/running.md",
            before: """
                dragoman init shop
                dragoman -C shop locale add de fr
                cat > server.conf <<END
                [server]
                    state = $PWD/state
                [project "shop"]
                    path = $PWD/shop
                END
                export DRAGOMAN_SERVER_CONFIG=$PWD/server.conf
                dragoman() {
                    set -- "${@/k3x9/$(cat id 2>/dev/null || echo k3x9)}"
                    command dragoman "$@"
                    [ "$*" != "token list" ] || command dragoman token list --format json | jq -r '.tokens[0].id' > id
                }
                """,
            inBlock: [
                1: "cd shop"
            ]),
        PageScene(
            "repo-template/README.md",
            before: project + """
                cd translations
                dragoman string add login.title "Sign in"
                """),
    ]
}
