// swift-tools-version: 6.2
import PackageDescription

/// Applied to every target: the strictest checks that the toolchain offers.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "dragoman",
    // What DragomanClient needs on Apple's systems: Mutex. Everything else is for Linux.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "dragoman", targets: ["dragoman"]),
        .executable(name: "dragoman-http-engine", targets: ["dragoman-http-engine"]),
        .executable(name: "dragoman-server", targets: ["dragoman-server"]),
        .executable(name: "dragoman-swift-strings", targets: ["dragoman-swift-strings"]),
        .library(name: "DragomanClient", targets: ["DragomanClient"]),
        .library(name: "HTTPSuggestions", targets: ["HTTPSuggestions"]),
        .library(name: "Recognition", targets: ["Recognition"]),
        .library(name: "Suggestions", targets: ["Suggestions"]),
        .library(name: "Texts", targets: ["Texts"]),
        .library(name: "Translation", targets: ["Translation"]),
        .library(name: "Interchange", targets: ["Interchange"]),
        .library(name: "Workspace", targets: ["Workspace"]),
    ],
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
    targets: [
        // C libraries of the system.
        .systemLibrary(
            name: "Clibgit2", pkgConfig: "libgit2", providers: [.apt(["libgit2-dev"])]),
        .systemLibrary(name: "Czlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "Clibxml2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(
            name: "Carchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CICU", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
        .systemLibrary(
            name: "Cexttextcat", pkgConfig: "libexttextcat",
            providers: [.apt(["libexttextcat-dev"])]),
        // Has pkg-config say which file SQLite is linked from; GRDB has a module of its own.
        .systemLibrary(
            name: "Csqlite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // What glibc offers for starting a child, and knows of this process, and does not show to Swift.
        .systemLibrary(name: "Cspawn"),
        // The words that a program was started with, also where there is no /proc.
        .target(name: "Cprocess"),

        // What checks of texts ask ICU's C++ interface, behind functions of C.
        .target(name: "Cicuchecks", dependencies: ["CICU"]),

        // What must be said to SQLite before it is used, behind a function of C.
        .target(name: "Csqlitesetup", dependencies: ["Csqlite"]),

        // The part of libgit2 that is used here, made safe.
        .target(
            name: "Git",
            dependencies: [
                "Clibgit2", "Czlib",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings + [.strictMemorySafety()]),
        // zlib's gzip, for the answers of the server.
        .target(
            name: "Compression", dependencies: ["Czlib"],
            swiftSettings: settings + [.strictMemorySafety()]),
        // Archives of files, in the same bytes everywhere; and reading those of others.
        .target(
            name: "Archive", dependencies: ["Carchive"],
            swiftSettings: settings + [.strictMemorySafety()]),
        // JSON as a value, pure Swift: strict reading with positions, canonical and pretty writing.
        .target(name: "JSON", swiftSettings: settings),
        // What apps need of texts and languages, without C: tags, parents, plural rules, negotiation.
        .target(name: "Texts", dependencies: ["JSON"], swiftSettings: settings),
        // What CLDR knows about languages besides: names, segmentation, widths.
        .target(name: "Languages", dependencies: ["CICU", "Texts"], swiftSettings: settings),
        // The tables of `Texts`, from the data of ICU; and what writes them for `make cldr`.
        .target(
            name: "CLDRFiles", dependencies: ["Languages"], path: "Sources/Tools/CLDRFiles",
            swiftSettings: settings),
        .executableTarget(
            name: "generate-cldr", dependencies: ["CLDRFiles"],
            path: "Sources/Tools/generate-cldr", swiftSettings: settings),
        // The domain, pure values: events, state, `evolve` and `decide`.
        .target(name: "Translation", dependencies: ["JSON", "Texts"], swiftSettings: settings),
        // The checks of texts that need to know of languages and characters; and all checks of a language together.
        .target(
            name: "Checks",
            dependencies: ["Texts", "Translation", "Languages", "Cicuchecks", "Recognition"],
            swiftSettings: settings),
        // Which language a text is in.
        .target(
            name: "Recognition", dependencies: ["Texts", "Cexttextcat"], swiftSettings: settings),
        // Machine translation: sessions as in Apple's Translation framework, and engines behind one protocol.
        .target(
            name: "Suggestions",
            dependencies: [
                "JSON", "Texts",
                .target(name: "Cspawn", condition: .when(platforms: [.linux])),
                .target(name: "Recognition", condition: .when(platforms: [.linux])),
            ], swiftSettings: settings),
        // The same with services over HTTP. The command line does not link it.
        .target(
            name: "HTTPSuggestions",
            dependencies: ["HTTPExchange", "JSON", "Suggestions", "Texts"],
            swiftSettings: settings),
        // An engine that is a program, for services over HTTP.
        .executableTarget(
            name: "dragoman-http-engine",
            dependencies: ["HTTPSuggestions", "JSON", "Suggestions", "Texts"],
            swiftSettings: settings),
        // Requests with URLSession, within limits.
        .target(name: "HTTPExchange", swiftSettings: settings),
        // What apps link: their texts, fetched, kept and looked up; and proposals of their testers.
        .target(
            name: "DragomanClient",
            dependencies: [
                "HTTPExchange", "JSON", "Texts", .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: settings),
        // A terminal "app" that shows what the library does; docs/client.md runs it.
        .executableTarget(
            name: "dragoman-client-example", dependencies: ["DragomanClient"],
            swiftSettings: settings),
        // Localization files: bytes to entries and back.
        .target(
            name: "Interchange",
            dependencies: ["Texts", "Translation", "JSON", "Languages", "Clibxml2"],
            swiftSettings: settings),
        // What sources of apps ask for, and how the program that reads them is asked.
        .target(name: "SourceStrings", swiftSettings: settings),
        // The strings of Swift sources, by the parser of the compiler.
        .target(
            name: "Extraction",
            dependencies: [
                "SourceStrings",
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ], swiftSettings: settings),
        // An append-only log of opaque lines, and one in memory.
        .target(name: "EventStore", swiftSettings: settings),
        // The log kept in a branch of a Git repository.
        .target(
            name: "GitEventStore",
            dependencies: [
                "EventStore", "Git", .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: settings),
        // The SQLite projection of a log, and the queries on it.
        .target(
            name: "ReadModel",
            dependencies: [
                "Texts", "Translation", "JSON", "EventStore", "Csqlitesetup",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: settings),
        // The application: opens a repository, runs commands as transactions, answers queries.
        .target(
            name: "Workspace",
            dependencies: [
                "Texts", "Translation", "JSON", "Languages", "Checks", "Interchange",
                "SourceStrings",
                "Archive", "EventStore", "GitEventStore", "Git", "ReadModel", "Cspawn",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            resources: [
                .embedInCode("../../repo-template/README.md"),
                .embedInCode("../../repo-template/.gitattributes"),
                .embedInCode("../../repo-template/.gitlab-ci.yml"),
                .embedInCode("../../repo-template/.github/workflows/translations.yml"),
                .embedInCode("../../repo-template/hooks/pre-commit"),
                .embedInCode("../../repo-template/hooks/pre-receive"),
            ], swiftSettings: settings),
        // The JSON shapes of results, the same on the command line and over HTTP.
        .target(
            name: "Representations",
            dependencies: [
                "Workspace", "ReadModel", "Texts", "Translation", "Languages", "JSON", "Git",
            ],
            swiftSettings: settings),
        // What a server keeps while it runs, without HTTP: its configuration, its tokens.
        .target(
            name: "Hosting",
            dependencies: [
                "Texts", "Translation", "JSON", "Languages", "Git", "GitEventStore", "ReadModel",
                "Workspace",
                .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: settings),
        // The command line: one file a verb, output, exit codes.
        .target(
            name: "Commands",
            dependencies: [
                "Workspace", "Hosting", "Representations", "Texts", "Translation", "JSON",
                "Languages",
                "Interchange", "SourceStrings", "ReadModel", "Suggestions",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: settings),
        // HTTP: routes, problem documents, limits, metrics. Only the program `dragoman-server` links it.
        .target(
            name: "Server",
            dependencies: [
                "Compression", "Hosting", "Interchange", "JSON", "Languages", "ReadModel",
                "Representations", "Texts", "Translation", "Workspace",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], swiftSettings: settings),
        // The pages: templates and assets, what they show, and their forms.
        .target(
            name: "ServerPages",
            dependencies: [
                "Archive", "EventStore", "Hosting", "Interchange", "JSON", "Languages", "ReadModel",
                "Server", "Texts", "Translation", "Workspace",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            resources: [
                .embedInCode("Templates/account.mustache"),
                .embedInCode("Templates/alerts.mustache"),
                .embedInCode("Templates/banner.mustache"),
                .embedInCode("Templates/bar.mustache"),
                .embedInCode("Templates/bulk.mustache"),
                .embedInCode("Templates/chips-of-placeholders.mustache"),
                .embedInCode("Templates/conflict.mustache"),
                .embedInCode("Templates/download.mustache"),
                .embedInCode("Templates/error.mustache"),
                .embedInCode("Templates/field.mustache"),
                .embedInCode("Templates/finding.mustache"),
                .embedInCode("Templates/frame.mustache"),
                .embedInCode("Templates/hidden.mustache"),
                .embedInCode("Templates/import.mustache"),
                .embedInCode("Templates/language.mustache"),
                .embedInCode("Templates/login.mustache"),
                .embedInCode("Templates/message.mustache"),
                .embedInCode("Templates/new-locale.mustache"),
                .embedInCode("Templates/new-string.mustache"),
                .embedInCode("Templates/person.mustache"),
                .embedInCode("Templates/pill.mustache"),
                .embedInCode("Templates/project.mustache"),
                .embedInCode("Templates/projects.mustache"),
                .embedInCode("Templates/proposal.mustache"),
                .embedInCode("Templates/proposal-fields.mustache"),
                .embedInCode("Templates/reject-fields.mustache"),
                .embedInCode("Templates/review.mustache"),
                .embedInCode("Templates/runs.mustache"),
                .embedInCode("Templates/section-fields.mustache"),
                .embedInCode("Templates/segments.mustache"),
                .embedInCode("Templates/shortcuts.mustache"),
                .embedInCode("Templates/source-card.mustache"),
                .embedInCode("Templates/string.mustache"),
                .embedInCode("Templates/text.mustache"),
                .embedInCode("Templates/translate.mustache"),
                .embedInCode("Templates/unit-fields.mustache"),
                .embedInCode("Templates/waiting.mustache"),
                .embedInCode("Templates/walk-header.mustache"),
                .embedInCode("Templates/when.mustache"),
                .embedInCode("Assets/style.css"), .embedInCode("Assets/app.js"),
                .embedInCode("Assets/icons.svg"),
            ], swiftSettings: settings),
        .executableTarget(
            name: "dragoman",
            dependencies: ["Cprocess", "Commands", "Texts", "Translation", "Workspace"],
            swiftSettings: settings),
        // Serves projects over HTTP; `dragoman serve` becomes it.
        .executableTarget(
            name: "dragoman-server",
            dependencies: [
                "Cprocess", "Hosting", "Server", "ServerPages", "Texts", "Translation", "Workspace",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], swiftSettings: settings),
        // Reads Swift sources for it.
        .executableTarget(
            name: "dragoman-swift-strings",
            dependencies: ["Cprocess", "Extraction", "SourceStrings"],
            swiftSettings: settings),
        // Measures claims: two things side by side in one run.
        .executableTarget(
            name: "bench",
            dependencies: [
                "EventStore", "Git", "GitEventStore", "Interchange", "ReadModel", "Texts",
                "Translation",
                "Workspace", "Cspawn",
            ], path: "Sources/Tools/bench",
            resources: [
                .embedInCode("../../../docs/benchmarks/thresholds.json"),
                .embedInCode("Floor/floor.py"),
            ], swiftSettings: settings),
        // The least that a program does which reads from a repository and its read model.
        .executableTarget(
            name: "bench-open", dependencies: ["Clibgit2"], path: "Sources/Tools/bench-open",
            linkerSettings: [.linkedLibrary("sqlite3")]),
        // Runs the targets of `Fuzzing` under libFuzzer.
        .executableTarget(
            name: "fuzz", dependencies: ["Fuzzing"], path: "Sources/Tools/fuzz",
            swiftSettings: settings),

        // For tests only: random numbers, tables of fixtures, golden files.
        .target(name: "TestKit", path: "Sources/Tools/TestKit", swiftSettings: settings),
        // For tests only: temporary repositories, servers, terminals, generators of logs.
        .target(
            name: "TestWorld",
            dependencies: [
                "TestKit", "Texts", "Translation", "JSON", "EventStore", "Extraction",
                "GitEventStore", "Git", "ReadModel", "Workspace", "Commands",
            ], path: "Sources/Tools/TestWorld", swiftSettings: settings),
        // Readers of what others wrote, as functions of bytes.
        .target(
            name: "Fuzzing",
            dependencies: [
                "TestKit", "TestWorld", "Archive", "Commands", "DragomanClient", "EventStore",
                "Extraction",
                "Git",
                "Hosting", "Interchange", "JSON",
                "Languages", "ReadModel", "Server", "SourceStrings", "Texts", "Translation",
                "Workspace",
            ], path: "Sources/Tools/Fuzzing", swiftSettings: settings),
        .testTarget(
            name: "GitTests", dependencies: ["Git", "TestWorld"], swiftSettings: settings),
        .testTarget(
            name: "ArchiveTests", dependencies: ["Archive", "TestKit", "TestWorld"],
            swiftSettings: settings),
        .testTarget(
            name: "JSONTests", dependencies: ["JSON", "TestKit"], swiftSettings: settings),
        .testTarget(
            name: "TextsTests", dependencies: ["Texts", "Languages", "CLDRFiles", "TestKit"],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "LanguagesTests", dependencies: ["Languages", "Texts", "TestKit"],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "TranslationTests",
            dependencies: ["Texts", "Translation", "JSON", "TestKit", "TestWorld"],
            swiftSettings: settings),
        .testTarget(
            name: "ExtractionTests", dependencies: ["Extraction", "SourceStrings", "TestKit"],
            swiftSettings: settings),
        .testTarget(
            name: "ChecksTests",
            dependencies: ["Checks", "Languages", "Texts", "Translation", "TestKit"],
            swiftSettings: settings),
        .testTarget(
            name: "RecognitionTests", dependencies: ["Recognition", "Texts"],
            swiftSettings: settings),
        .testTarget(
            name: "HTTPSuggestionsTests",
            dependencies: [
                "HTTPSuggestions", "JSON", "Suggestions", "TestWorld", "Texts",
                "dragoman-http-engine",
            ],
            exclude: ["service.py"], swiftSettings: settings),
        .testTarget(
            name: "SuggestionsTests",
            dependencies: ["JSON", "Recognition", "Suggestions", "TestKit", "Texts"],
            swiftSettings: settings),
        .testTarget(
            name: "InterchangeTests",
            dependencies: [
                "Interchange", "Texts", "Translation", "JSON", "Languages", "TestKit",
                "TestWorld",
            ],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "DragomanClientTests",
            dependencies: ["DragomanClient", "JSON", "Texts", "TestKit", "TestWorld"],
            exclude: ["Proposals/rude-server.py", "Serving/hostile-server.py", "StandIns"],
            swiftSettings: settings),
        .testTarget(
            name: "EventStoreTests",
            dependencies: ["EventStore", "GitEventStore", "Git", "TestKit", "TestWorld"],
            swiftSettings: settings),
        .testTarget(
            name: "ReadModelTests",
            dependencies: [
                "ReadModel", "Texts", "Translation", "JSON", "EventStore", "TestKit", "TestWorld",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "WorkspaceTests",
            dependencies: [
                "Workspace", "Texts", "Translation", "JSON", "Git", "GitEventStore", "Interchange",
                "ReadModel", "TestKit", "TestWorld",
            ], swiftSettings: settings),
        .testTarget(
            name: "RepresentationsTests",
            dependencies: [
                "Representations", "JSON", "Languages", "ReadModel", "Texts",
                "Translation",
                "Workspace",
            ], swiftSettings: settings),
        .testTarget(
            name: "HostingTests",
            dependencies: [
                "EventStore", "GitEventStore", "Hosting", "ReadModel", "TestKit", "TestWorld",
                "Texts",
                "Translation",
                "Workspace",
            ],
            exclude: ["Golden"], swiftSettings: settings),
        .testTarget(
            name: "CommandsTests",
            dependencies: [
                "Commands", "JSON", "Languages", "ReadModel", "Texts", "Translation", "TestKit",
                "TestWorld",
                "Workspace", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["Golden"], swiftSettings: settings),
        .testTarget(
            name: "CompressionTests", dependencies: ["Compression", "TestKit", "TestWorld"],
            swiftSettings: settings),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Hosting", "JSON", "Server", "ServerPages", "TestKit", "TestWorld", "Texts",
                "Translation",
                "Workspace",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "FuzzTests", dependencies: ["Fuzzing"], exclude: ["Corpus"],
            swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "DragomanClient", "EventStore", "Git", "GitEventStore", "JSON", "TestKit",
                "TestWorld",
                "dragoman", "dragoman-server", "dragoman-swift-strings",
            ],
            exclude: ["Golden", "Pages/Browser"], swiftSettings: settings),
        .testTarget(
            name: "TortureTests",
            dependencies: ["TestKit", "TestWorld", "Commands", "Workspace", "dragoman"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
