// swift-tools-version: 6.2
import PackageDescription

/// Applied to every target: the strictest checks that the toolchain offers.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

// MARK: Libraries of others

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = "swift-service-lifecycle"

/// A C library of the system, in `Sources/C`.
func library(_ name: String, _ pkgConfig: String? = nil, _ debian: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig,
        providers: debian.map { [.apt([$0])] })
}

/// A module of ours, in a folder of `Sources`.
///
/// `.ci/layers` holds its imports against the order of the folders.
func module(
    _ folder: String, _ name: String, _ needs: [Target.Dependency] = [],
    resources: [Resource] = [], isUnsafe: Bool = false
) -> Target {
    .target(
        name: name, dependencies: needs, path: "Sources/\(folder)/\(name)", resources: resources,
        swiftSettings: strict + (isUnsafe ? [.strictMemorySafety()] : []))
}

/// A program of ours, in a folder of `Sources`.
func program(
    _ folder: String, _ name: String, _ needs: [Target.Dependency] = [],
    resources: [Resource] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: needs, path: "Sources/\(folder)/\(name)", resources: resources,
        swiftSettings: strict)
}

/// Tests of a module, or of the whole; they always have `TestKit`.
func tests(
    _ name: String, ofModule: Bool = true, _ needs: [Target.Dependency] = [],
    resources: [Resource] = [], exclude: [String] = []
) -> Target {
    let own: [Target.Dependency] = (ofModule ? [.byName(name: name)] : []) + ["TestKit"]
    return .testTarget(
        name: name + "Tests", dependencies: own + needs, exclude: exclude, resources: resources,
        swiftSettings: strict)
}

let repositoryTemplate = [
    "README.md", ".gitattributes", ".gitlab-ci.yml", ".github/workflows/translations.yml",
    "hooks/pre-commit", "hooks/pre-receive",
].map { Resource.embedInCode("../../../repo-template/\($0)") }

// MARK: The modules, from the top down

let programs = [
    program("Programs", "dragoman", ["Cprocess", "Commands", "Texts", "Translation", "Workspace"]),
    // Serves projects over HTTP; `dragoman serve` becomes it.
    program(
        "Programs", "dragoman-server",
        [
            "Cprocess", "Hosting", "Server", "ServerPages", "Texts", "Translation", "Workspace",
            logging, .product(name: "UnixSignals", package: lifecycle),
        ]),
    // Reads Swift sources for `dragoman extract`.
    program("Programs", "dragoman-swift-strings", ["Cprocess", "Extraction", "SourceStrings"]),
    // An engine that is a program, for services over HTTP.
    program(
        "Programs", "dragoman-http-engine", ["HTTPSuggestions", "JSON", "Suggestions", "Texts"]),
]

let frontEnds = [
    // The command line: one file a verb, output, exit codes.
    module(
        "FrontEnds", "Commands",
        [
            "Memory", "Workspace", "Checks", "Hosting", "Representations", "Texts", "Translation",
            "JSON", "Languages", "Interchange", "SourceStrings", "ReadModel", "Suggestions",
            "Words",
            argumentParser,
            crypto,
        ]),
    // The pages: templates and assets, their contents, and their forms.
    module(
        "FrontEnds", "ServerPages",
        [
            "Archive", "Checks", "EventStore", "Hosting", "Interchange", "JSON", "Languages",
            "Memory", "ReadModel", "Server", "Texts", "Translation", "Words", "Workspace", crypto,
            httpTypes,
            hummingbird, logging, .product(name: "Mustache", package: "swift-mustache"),
        ], resources: [.embedInCode("Templates"), .embedInCode("Assets")]),
    // HTTP: routes, problem documents, limits, metrics. Only the program `dragoman-server` links it.
    module(
        "FrontEnds", "Server",
        [
            "Compression", "Hosting", "Interchange", "JSON", "Languages", "Memory", "ReadModel",
            "Representations", "Texts", "Translation", "Workspace", crypto, httpTypes, hummingbird,
            logging, .product(name: "HummingbirdCore", package: "hummingbird"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            .product(name: "ServiceLifecycle", package: lifecycle),
            .product(name: "UnixSignals", package: lifecycle),
        ]),
    // What a server keeps while it runs, without HTTP: its configuration, its tokens.
    module(
        "FrontEnds", "Hosting",
        [
            "Texts", "Translation", "JSON", "Languages", "Git", "GitEventStore", "Memory",
            "ReadModel", "Workspace", crypto,
        ]),
    // The JSON shapes of results, the same on the command line and over HTTP.
    module(
        "FrontEnds", "Representations",
        ["Memory", "Workspace", "ReadModel", "Texts", "Translation", "Languages", "JSON", "Git"]),
]

let application = [
    // The translation memory: earlier translations, found by their source texts.
    module(
        "Application", "Memory",
        [
            "Workspace", "ReadModel", "EventStore", "GitEventStore", "Git", "Interchange",
            "Languages", "Texts", "Translation", crypto, grdb,
        ]),
    // Opens a repository, runs commands as transactions, answers queries.
    module(
        "Application", "Workspace",
        [
            "Texts", "Translation", "JSON", "Languages", "Checks", "Interchange", "SourceStrings",
            "Archive", "EventStore", "GitEventStore", "Git", "ReadModel", "Cspawn", crypto,
        ], resources: repositoryTemplate),
]

let storage = [
    // The log kept in a branch of a Git repository.
    module("Storage", "GitEventStore", ["EventStore", "Git", crypto]),
    // The part of libgit2 that is used here, made safe.
    module("Storage", "Git", ["Clibgit2", "Czlib", crypto], isUnsafe: true),
    // The SQLite projection of a log, and the queries on it.
    module(
        "Storage", "ReadModel",
        [
            "Texts", "Translation", "JSON", "EventStore", "Csqlitesetup", crypto,
            grdb,
            .product(name: "GRDBSQLite", package: "GRDB.swift"),
        ]),
    // An append-only log of opaque lines, and one in memory.
    module("Storage", "EventStore"),
]

let client = [
    // A terminal “app” that shows what the library does; docs/client.md runs it.
    program("Client", "dragoman-client-example", ["DragomanClient"]),
    // Apps link it: their texts, fetched, kept and looked up; and proposals of their testers.
    module("Client", "DragomanClient", ["HTTPExchange", "JSON", "Texts", crypto]),
    // Machine translation by services over HTTP. The command line does not link it.
    module("Client", "HTTPSuggestions", ["HTTPExchange", "JSON", "Suggestions", "Texts"]),
    // Requests with URLSession, within limits.
    module("Client", "HTTPExchange"),
]

let files = [
    // Localization files: bytes to entries and back.
    module("Files", "Interchange", ["Texts", "Translation", "JSON", "Languages", "Clibxml2"]),
    // Archives of files, in the same bytes everywhere; and reading those of others.
    module("Files", "Archive", ["Carchive"], isUnsafe: true),
    // zlib's gzip, for the answers of the server.
    module("Files", "Compression", ["Czlib"], isUnsafe: true),
    // The strings of Swift sources, by the parser of the compiler.
    module(
        "Files", "Extraction",
        [
            "SourceStrings", .product(name: "SwiftParser", package: "swift-syntax"),
            .product(name: "SwiftSyntax", package: "swift-syntax"),
        ]),
    // What sources of apps ask for, and how the program that reads them is asked.
    module("Files", "SourceStrings"),
]

let domain = [
    // The checks of texts.
    module(
        "Domain", "Checks", ["Texts", "Translation", "Languages", "Cicuchecks", "Recognition"]),
    // The words for events, for people: the log, stories, pages, commits.
    module("Domain", "Words", ["JSON", "Texts", "Translation"]),
    // Machine translation: sessions as in Apple's Translation framework, and engines behind one protocol.
    module(
        "Domain", "Suggestions",
        [
            "JSON", "Texts", .target(name: "Cspawn", condition: .when(platforms: [.linux])),
            .target(name: "Recognition", condition: .when(platforms: [.linux])),
        ]),
    // The domain, pure values: events, state, `evolve` and `decide`.
    module("Domain", "Translation", ["JSON", "Texts"]),
    // What CLDR knows about languages besides: names, segmentation, widths.
    module("Domain", "Languages", ["CICU", "Texts"]),
    // The language that a text is in.
    module("Domain", "Recognition", ["Texts", "Cexttextcat"]),
    // What apps need of texts and languages, without C: tags, parents, plural rules, negotiation.
    module("Domain", "Texts", ["JSON"]),
    // JSON as a value, pure Swift: strict reading with positions, canonical and pretty writing.
    module("Domain", "JSON"),
]

let cLibraries = [
    // The words that a program was started with, also where there is no /proc.
    .target(name: "Cprocess", path: "Sources/C/Cprocess"),
    // What checks of texts ask ICU's C++ interface, behind functions of C.
    .target(name: "Cicuchecks", dependencies: ["CICU"], path: "Sources/C/Cicuchecks"),
    // What must be said to SQLite before it is used, behind a function of C.
    .target(name: "Csqlitesetup", dependencies: ["Csqlite"], path: "Sources/C/Csqlitesetup"),
    library("Clibgit2", "libgit2", "libgit2-dev"),
    library("Czlib", "zlib", "zlib1g-dev"),
    library("Clibxml2", "libxml-2.0", "libxml2-dev"),
    library("Carchive", "libarchive", "libarchive-dev"),
    library("CICU", "icu-i18n", "libicu-dev"),
    library("Cexttextcat", "libexttextcat", "libexttextcat-dev"),
    // Has pkg-config say which file SQLite is linked from; GRDB has a module of its own.
    library("Csqlite", "sqlite3", "libsqlite3-dev"),
    // What glibc offers for starting a child, and knows of this process, and does not show to Swift.
    library("Cspawn"),
]

// MARK: Tools, which do not ship

let tools = [
    // The tables of `Texts`, from the data of ICU; and what writes them for `make cldr`.
    module("Tools", "CLDRFiles", ["Languages"]),
    program("Tools", "generate-cldr", ["CLDRFiles"]),
    // Measures claims: two things side by side in one run.
    program(
        "Tools", "bench",
        [
            "EventStore", "Git", "GitEventStore", "Interchange", "Memory", "ReadModel", "Texts",
            "Translation", "Workspace", "Cspawn",
        ],
        resources: [
            .embedInCode("../../../docs/benchmarks/thresholds.json"),
            .embedInCode("Floor/floor.py"),
        ]),
    // The least that a program does which reads from a repository and its read model; in C.
    .executableTarget(
        name: "bench-open", dependencies: ["Clibgit2"], path: "Sources/Tools/bench-open",
        linkerSettings: [.linkedLibrary("sqlite3")]),
    // Runs the targets of `Fuzzing` under libFuzzer.
    program("Tools", "fuzz", ["Fuzzing"]),
    // Readers of what others wrote, as functions of bytes.
    module(
        "Tools", "Fuzzing",
        [
            "TestKit", "TestWorld", "Archive", "Checks", "Commands", "DragomanClient",
            "EventStore", "Extraction", "Git", "Hosting", "Interchange", "JSON", "Languages",
            "ReadModel",
            "Server", "SourceStrings", "Texts", "Translation", "Workspace",
        ]),
    // For tests only: random numbers, tables of fixtures, golden files.
    module("Tools", "TestKit"),
    // For tests only: temporary repositories, servers, terminals, generators of logs.
    module(
        "Tools", "TestWorld",
        [
            "TestKit", "Texts", "Translation", "JSON", "EventStore", "Extraction",
            "GitEventStore", "Git", "ReadModel", "Workspace", "Commands",
        ]),
]

let testTargets = [
    tests("Git", ["TestWorld"]),
    tests("Archive", ["TestWorld"]),
    tests("JSON"),
    tests("Texts", ["Languages", "CLDRFiles"], resources: [.copy("Fixtures")]),
    tests("Languages", ["Texts"], resources: [.copy("Fixtures")]),
    tests("Translation", ["Checks", "Texts", "JSON", "TestWorld"], exclude: ["Golden"]),
    tests("Extraction", ["SourceStrings"]),
    tests("Checks", ["Languages", "Texts", "Translation"]),
    tests("Words", ["Texts", "Translation"], exclude: ["Golden"]),
    tests("Recognition", ["Texts"]),
    tests(
        "HTTPSuggestions", ["JSON", "Suggestions", "TestWorld", "Texts", "dragoman-http-engine"],
        exclude: ["service.py"]),
    tests("Suggestions", ["JSON", "Recognition", "Texts"]),
    tests(
        "Interchange", ["Texts", "Translation", "JSON", "Languages", "TestWorld"],
        resources: [.copy("Fixtures")]),
    tests(
        "DragomanClient", ["JSON", "Texts", "TestWorld"],
        exclude: ["Proposals/rude-server.py", "Serving/hostile-server.py", "StandIns"]),
    tests("EventStore", ["GitEventStore", "Git", "TestWorld"]),
    tests("Memory", ["ReadModel", "TestWorld", "Texts", "Translation", "Workspace"]),
    tests("ReadModel", ["Texts", "Translation", "JSON", "EventStore", "TestWorld"]),
    tests(
        "Workspace",
        [
            "Checks", "Texts", "Translation", "JSON", "Git", "GitEventStore", "Interchange",
            "ReadModel", "TestWorld",
        ]),
    tests(
        "Representations", ["JSON", "Languages", "ReadModel", "Texts", "Translation", "Workspace"]),
    tests(
        "Hosting",
        [
            "EventStore", "GitEventStore", "ReadModel", "TestWorld", "Texts", "Translation",
            "Workspace",
        ], exclude: ["Golden"]),
    tests(
        "Commands",
        [
            "JSON", "Languages", "ReadModel", "Texts", "Translation", "TestWorld", "Workspace",
            argumentParser, crypto,
        ], exclude: ["Golden"]),
    tests("Compression", ["TestWorld"]),
    tests(
        "Server",
        [
            "Hosting", "JSON", "ServerPages", "TestWorld", "Texts", "Translation", "Workspace",
            httpTypes, hummingbird, .product(name: "HummingbirdTesting", package: "hummingbird"),
            logging, .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "ServiceLifecycle", package: lifecycle),
        ], resources: [.copy("Fixtures")]),
    tests("Fuzz", ofModule: false, ["Fuzzing"], exclude: ["Corpus"]),
    tests(
        "EndToEnd", ofModule: false,
        [
            "DragomanClient", "EventStore", "Git", "GitEventStore", "JSON", "TestWorld", "dragoman",
            "dragoman-server", "dragoman-swift-strings",
        ], exclude: ["Golden", "Pages/Browser"]),
    tests("Torture", ofModule: false, ["TestWorld", "Commands", "Workspace", "dragoman"]),
]

// MARK: The package

let package = Package(
    name: "dragoman",
    // What DragomanClient needs on Apple's systems: Mutex. Everything else is for Linux.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: programs.map { .executable(name: $0.name, targets: [$0.name]) }
        + [
            "DragomanClient", "HTTPSuggestions", "Recognition", "Suggestions", "Texts",
            "Translation", "Interchange", "Workspace",
        ].map { .library(name: $0, targets: [$0]) },
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: programs + frontEnds + application + storage + client + files + domain + cLibraries
        + tools + testTargets,
    swiftLanguageModes: [.v6]
)
