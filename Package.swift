// swift-tools-version: 6.2
import PackageDescription

/// Applied to every target: the strictest checks that the toolchain offers.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The packages of third-party libraries, by library.
let packages = [
    "ArgumentParser": "swift-argument-parser", "AsyncHTTPClient": "async-http-client",
    "Crypto": "swift-crypto", "GRDB": "GRDB.swift", "GRDBSQLite": "GRDB.swift",
    "HTTPTypes": "swift-http-types", "Hummingbird": "hummingbird", "HummingbirdCore": "hummingbird",
    "HummingbirdTesting": "hummingbird", "Logging": "swift-log", "Mustache": "swift-mustache",
    "NIOCore": "swift-nio", "NIOHTTP1": "swift-nio", "NIOHTTPTypes": "swift-nio-extras",
    "NIOPosix": "swift-nio", "ServiceLifecycle": "swift-service-lifecycle",
    "SwiftParser": "swift-syntax", "SwiftSyntax": "swift-syntax",
    "UnixSignals": "swift-service-lifecycle",
]

/// The modules and libraries of a list such as `JSON Texts Crypto`.
func needs(_ names: String) -> [Target.Dependency] {
    names.split(separator: " ").map(String.init).map { name in
        packages[name].map { .product(name: name, package: $0) } ?? .byName(name: name)
    }
}

/// A system C library, in `Sources/C`.
func library(_ name: String, _ pkgConfig: String? = nil, _ debian: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig,
        providers: debian.map { [.apt([$0])] })
}

/// A module of this package, whose imports `.ci/layers` checks against the order of the folders.
func module(
    _ place: String, _ names: String = "", _ more: [Target.Dependency] = [],
    resources: [Resource] = [], isUnsafe: Bool = false
) -> Target {
    .target(
        name: place.split(separator: "/").suffix(1).joined(), dependencies: needs(names) + more,
        path: "Sources/\(place)", resources: resources,
        swiftSettings: strict + (isUnsafe ? [.strictMemorySafety()] : []))
}

func program(
    _ place: String, _ names: String = "", _ more: [Target.Dependency] = [],
    resources: [Resource] = []
) -> Target {
    .executableTarget(
        name: place.split(separator: "/").suffix(1).joined(), dependencies: needs(names) + more,
        path: "Sources/\(place)", resources: resources, swiftSettings: strict)
}

/// Tests of a module or of several, which can import `TestKit` and what the module imports.
@MainActor func tests(
    _ name: String, ofModule: Bool = true, _ names: String = "", resources: [Resource] = [],
    exclude: [String] = []
) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: needs("TestKit " + (ofModule ? name + " " : "") + names)
            + (shipped.first { $0.name == name }?.dependencies ?? []),
        exclude: exclude, resources: resources, swiftSettings: strict)
}

let repositoryTemplate = [
    "README.md", ".gitattributes", ".gitlab-ci.yml", ".github/workflows/translations.yml",
    ".github/actions/setup/action.yml", "hooks/pre-commit", "hooks/pre-receive",
].map { Resource.embedInCode("../../../repo-template/\($0)") }

let programs = [
    program("Programs/dragoman", "Commands Cprocess Machine Translation Workspace"),
    program(
        "Programs/dragoman-server",
        "Cprocess Hosting Machine Server ServerPages Translation Workspace Logging UnixSignals"
    ),
    program("Programs/dragoman-swift-strings", "Cprocess Extraction SourceStrings"),
    // A translation engine for services over HTTP, as a program.
    program("Programs/dragoman-http-engine", "HTTPSuggestions JSON Suggestions Texts"),
]

let shipped = [
    // The command line: one file per verb, output, exit codes.
    module(
        "FrontEnds/Commands",
        "Agents Bundles Checks Git Hosting Interchange JSON Languages Machine Memory Pictures Policy ReadModel Representations SourceStrings Suggestions Sync Texts Translation Walks Words Workspace ArgumentParser Crypto"
    ),
    // The pages: templates and assets, their contents, and their forms.
    module(
        "FrontEnds/ServerPages",
        "Archive Bundles Checks EventStore Hosting Interchange JSON Languages Machine Memory Pictures ReadModel Representations Server Texts Translation Walks Words Workspace Crypto HTTPTypes Hummingbird Logging Mustache",
        resources: ["Templates", "Assets", "Words"].map { .embedInCode($0) }),
    // HTTP: routes, problem documents, limits, metrics. Only the program `dragoman-server` links it.
    module(
        "FrontEnds/Server",
        "Agents Archive Bundles Compression EventStore Hosting Interchange JSON Languages Machine Memory Pictures Policy ReadModel Representations Sync Texts Translation Walks Workspace AsyncHTTPClient Crypto HTTPTypes Hummingbird Logging HummingbirdCore NIOCore NIOHTTP1 NIOHTTPTypes ServiceLifecycle UnixSignals",
        resources: [.embedInCode("InContext/Script")]),
    // The state of a running server, without HTTP: its configuration, its tokens.
    module(
        "FrontEnds/Hosting",
        "Agents Archive Bundles Compression EventStore Git GitEventStore JSON Languages Machine Memory ReadModel Sync Texts Translation Workspace Crypto"
    ),
    // The Model Context Protocol: the tools and resources of agents, for any transport.
    module(
        "FrontEnds/Agents",
        "Checks EventStore JSON Languages Memory ReadModel Representations Suggestions Texts Translation Walks Workspace"
    ),
    // The JSON and Markdown forms of results, the same on the command line and over HTTP.
    module(
        "FrontEnds/Representations",
        "Bundles Git JSON Languages Machine Memory Policy ReadModel Sync Texts Translation Walks Words Workspace Crypto"
    ),
    // The rules for pushes, applied by a server or a hook.
    module(
        "Application/Policy",
        "EventStore Git GitEventStore JSON Languages Machine Texts Translation Workspace"),
    // Interactive review and translation, and suggestions of engines.
    module(
        "Application/Walks",
        "Checks EventStore Git GitEventStore Interchange JSON Languages Machine Memory ReadModel Suggestions Texts Translation Workspace"
    ),
    // The translation memory: earlier translations, found by their source texts.
    module(
        "Application/Memory",
        "EventStore Git GitEventStore Interchange JSON Languages Machine ReadModel Texts Translation Workspace Crypto GRDB"
    ),
    // Release bundles: creating, writing, signing, verifying.
    module(
        "Application/Bundles",
        "Archive EventStore Git GitEventStore Interchange JSON Languages Machine ReadModel Texts Translation Workspace Crypto"
    ),
    // Remotes; the check and repair of a repository; lost events; packing.
    module(
        "Application/Sync",
        "EventStore Git GitEventStore Languages Machine Pictures ReadModel Texts Translation Workspace"
    ),
    // Opens a repository, runs commands as transactions, answers queries.
    module(
        "Application/Workspace",
        "Checks EventStore Git GitEventStore Interchange JSON Languages Machine Pictures ReadModel SourceStrings Texts Translation Crypto",
        resources: repositoryTemplate),
    // The computer: files, processes, time, randomness, the environment.
    module("Application/Machine", "Cspawn Git Languages SourceStrings Texts Translation"),
    // The log stored in a branch of a Git repository.
    module("Storage/GitEventStore", "EventStore Git Crypto"),
    // A safe interface to the parts of libgit2 that are used here.
    module("Storage/Git", "Cgssapi Clibgit2 Czlib Crypto", isUnsafe: true),
    // The SQLite projection of a log, and the queries on it.
    module(
        "Storage/ReadModel",
        "Csqlitesetup EventStore JSON Languages Texts Translation Crypto GRDB GRDBSQLite"
    ),
    // An append-only log of opaque lines, with an in-memory implementation.
    module("Storage/EventStore"),
    // A terminal app that demonstrates the library; docs/guide/client.md runs it.
    program("Client/dragoman-client-example", "DragomanClient"),
    // For apps: fetching, caching and looking up texts, and proposals of their testers.
    module("Client/DragomanClient", "HTTPExchange JSON Texts Crypto"),
    // Machine translation by services over HTTP. The command line does not link it.
    module(
        "Client/HTTPSuggestions", "HTTPExchange JSON Suggestions Texts",
        resources: [.embedInCode("Chat/prompt.txt")]),
    // Requests with URLSession, within limits.
    module("Client/HTTPExchange"),
    // Conversion of localization files to entries and back.
    module("Files/Interchange", "Clibxml2 JSON Languages Texts Translation"),
    // Reproducible archives of files, and reading of foreign archives.
    module("Files/Archive", "Carchive", isUnsafe: true),
    module("Files/Compression", "Czlib", isUnsafe: true),
    // Pictures of others, decoded and encoded again.
    module("Files/Pictures", "Cpictures Crypto", isUnsafe: true),
    // The strings of Swift sources, found with the compiler's parser.
    module("Files/Extraction", "SourceStrings SwiftParser SwiftSyntax"),
    // The strings used by an app's sources, and the protocol of the program that reads them.
    module("Files/SourceStrings"),
    module("Domain/Checks", "Cicuchecks Languages Recognition Texts Translation"),
    // Descriptions of events for people: the log, stories, pages, lists of proposals.
    module("Domain/Words", "JSON Texts Translation"),
    // Machine translation: sessions as in Apple's Translation framework, and engines behind one protocol.
    module(
        "Domain/Suggestions", "JSON Texts",
        [
            .target(name: "Cspawn", condition: .when(platforms: [.linux])),
            .target(name: "Recognition", condition: .when(platforms: [.linux])),
        ]),
    // The domain, pure values: events, state, `evolve` and `decide`.
    module("Domain/Translation", "JSON Texts"),
    // Language data from ICU: names of languages, segmentation, widths.
    module("Domain/Languages", "CICU Texts"),
    module("Domain/Recognition", "Cexttextcat Texts"),
    // Texts and languages for apps, without C: tags, parents, plural rules, negotiation.
    module("Domain/Texts", "JSON"),
    // JSON as a value, pure Swift: strict reading with positions, canonical and pretty writing.
    module("Domain/JSON"),
]

let cLibraries = [
    // The arguments of the process, even without /proc.
    .target(name: "Cprocess", path: "Sources/C/Cprocess"),
    // C functions for the parts of ICU's C++ interface that checks use.
    .target(name: "Cicuchecks", dependencies: ["CICU"], path: "Sources/C/Cicuchecks"),
    // A C function for SQLite settings that must precede its first use.
    .target(name: "Csqlitesetup", dependencies: ["Csqlite"], path: "Sources/C/Csqlitesetup"),
    // Decoding and encoding of pictures, whose libraries report errors by jumps.
    .target(name: "Cpictures", dependencies: ["Cpng", "Cjpeg"], path: "Sources/C/Cpictures"),
    library("Cpng", "libpng", "libpng-dev"), library("Cjpeg", "libjpeg", "libjpeg-dev"),
    library("Clibgit2", "libgit2", "libgit2-dev"), library("Czlib", "zlib", "zlib1g-dev"),
    // The functions of Kerberos that libgit2 refers to, as stand-ins.
    .target(name: "Cgssapi", path: "Sources/C/Cgssapi"),
    library("Clibxml2", "libxml-2.0", "libxml2-dev"),
    library("Carchive", "libarchive", "libarchive-dev"), library("CICU", "icu-i18n", "libicu-dev"),
    library("Cexttextcat", "libexttextcat", "libexttextcat-dev"),
    // Selects the SQLite library through pkg-config; GRDB has its own module.
    library("Csqlite", "sqlite3", "libsqlite3-dev"),
    // glibc functions that Swift does not import: for starting a child, and about this process.
    library("Cspawn"),
]

let tools = [
    // The tables of `Texts`, from the data of ICU; and what writes them for `make cldr`.
    module("Tools/CLDRFiles", "Languages Texts"),
    program("Tools/generate-cldr", "CLDRFiles"),
    program(
        "Tools/bench",
        "Cspawn EventStore Git GitEventStore Interchange Machine Memory ReadModel Texts Translation Workspace",
        resources: ["../../../docs/internals/benchmarks/thresholds.json", "Floor/floor.py"].map {
            .embedInCode($0)
        }),
    // The least that a program does which reads from a repository and its read model; in C.
    .executableTarget(
        name: "bench-open", dependencies: ["Clibgit2"], path: "Sources/Tools/bench-open",
        linkerSettings: [.linkedLibrary("sqlite3")]),
    program("Tools/fuzz", "Fuzzing"), module("Tools/TestKit"),
    // Readers of what others wrote, as functions of bytes.
    module(
        "Tools/Fuzzing",
        "Agents Archive Bundles Checks Commands DragomanClient EventStore Extraction Git Hosting Interchange JSON Languages Machine ReadModel Server SourceStrings Sync TestWorld Texts Translation Walks Workspace"
    ),
    // For tests only: temporary repositories, servers, terminals, generators of logs.
    module(
        "Tools/TestWorld",
        "Commands EventStore Extraction Git GitEventStore JSON Machine ReadModel Sync TestKit Texts Translation Workspace"
    ),
]

let testTargets = [
    tests("Bundles", "TestWorld"), tests("Machine"), tests("Policy"), tests("Walks", "TestWorld"),
    tests("Git", "TestWorld"), tests("Archive", "TestWorld"), tests("JSON"), tests("Pictures"),
    tests("Texts", "CLDRFiles Languages", resources: [.copy("Fixtures")]),
    tests("Languages", resources: [.copy("Fixtures")]), tests("Compression", "TestWorld"),
    tests("Translation", "Checks TestWorld", exclude: ["Golden"]),
    tests("Extraction"), tests("Checks"), tests("Recognition"), tests("Words", exclude: ["Golden"]),
    tests("HTTPSuggestions", "dragoman-http-engine TestWorld", exclude: ["chat.py", "service.py"]),
    tests("Interchange", "TestWorld", resources: [.copy("Fixtures")]),
    tests(
        "DragomanClient", "TestWorld",
        exclude: ["Proposals/rude-server.py", "Serving/hostile-server.py", "StandIns"]),
    tests("EventStore", "Git GitEventStore TestWorld"), tests("Agents", "TestWorld"),
    tests("Memory", "TestWorld"), tests("ReadModel", "TestWorld"), tests("Representations"),
    tests("Workspace", "Sync TestWorld"), tests("Sync", "TestWorld"), tests("Suggestions"),
    tests("Hosting", "TestWorld", exclude: ["Golden"]),
    tests("Commands", "TestWorld", exclude: ["Golden"]),
    tests(
        "Server", "Checks ServerPages TestWorld Words HummingbirdTesting NIOPosix",
        resources: [.copy("Fixtures")]),
    tests("Fuzz", ofModule: false, "Fuzzing", exclude: ["Corpus"]),
    tests(
        "EndToEnd", ofModule: false,
        "dragoman dragoman-http-engine dragoman-server dragoman-swift-strings DragomanClient EventStore Git GitEventStore JSON TestWorld",
        exclude: ["Agents/session.py", "Golden", "OutsideClient", "Pages/Browser"]),
    tests("Torture", ofModule: false, "Commands dragoman Sync TestWorld Workspace"),
]

let package = Package(
    name: "dragoman",
    // DragomanClient needs Mutex on Apple's systems. Everything else is for Linux.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: programs.map { .executable(name: $0.name, targets: [$0.name]) }
        + [
            "DragomanClient", "HTTPSuggestions", "Recognition", "Suggestions", "Texts",
            "Translation", "Interchange", "Workspace",
        ].map { .library(name: $0, targets: [$0]) },
    dependencies: [
        ("apple/swift-argument-parser", "1.8.2"), ("apple/swift-crypto", "4.5.2"),
        ("apple/swift-http-types", "1.8.0"), ("apple/swift-log", "1.16.0"),
        ("apple/swift-nio", "2.101.0"), ("apple/swift-nio-extras", "1.35.0"),
        ("groue/GRDB.swift", "7.10.0"), ("hummingbird-project/swift-mustache", "2.1.1"),
        ("swift-server/async-http-client", "1.37.0"), ("swiftlang/swift-docc-plugin", "1.5.0"),
        ("swift-server/swift-service-lifecycle", "2.13.0"), ("swiftlang/swift-syntax", "603.0.1"),
    ].map { .package(url: "https://github.com/\($0)", from: Version(stringLiteral: $1)) } + [
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: [])
    ],
    targets: programs + shipped + cLibraries + tools + testTargets,
    swiftLanguageModes: [.v6]
)
