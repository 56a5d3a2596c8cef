/// A parser of untrusted data, as a function that accepts or rejects its input bytes.
///
/// The parser must not crash, hang or use unlimited memory. The body checks laws for accepted
/// input.
public struct FuzzTarget: Sendable {
    /// The name of the target on the command line.
    public let name: String
    /// The input that is read and the laws that are checked, in one line.
    public let summary: String
    /// The maximum size of a generated input, in bytes.
    public let maximumSize: Int
    /// Initial inputs.
    public let seeds: [[UInt8]]
    /// Paths of files in the repository that are initial inputs; a directory means all its files.
    public let fixtures: [String]
    /// Words that have a meaning for the parser.
    private let words: [String]
    /// Sets up the body, once per process.
    public let prepare: @Sendable () throws -> Body

    /// Runs one input.
    ///
    /// Throws ``BrokenLaw``, or an error that the reader should not throw.
    public typealias Body = (_ input: [UInt8]) throws -> FuzzOutcome

    init(
        _ name: String, _ summary: String, maximumSize: Int = 1 << 15,
        seeds: [String] = [], binarySeeds: [[UInt8]] = [], fixtures: [String] = [],
        words: [String] = [],
        prepare: @escaping @Sendable () throws -> Body
    ) {
        self.name = name
        self.summary = summary
        self.maximumSize = maximumSize
        self.seeds = seeds.map { Array($0.utf8) } + binarySeeds
        self.fixtures = fixtures
        self.words = words
        self.prepare = prepare
    }

    init(
        _ name: String, _ summary: String, maximumSize: Int = 1 << 15, seeds: [String] = [],
        fixtures: [String] = [], words: [String] = [],
        run: @escaping @Sendable (_ input: [UInt8]) throws -> FuzzOutcome
    ) {
        self.init(
            name, summary, maximumSize: maximumSize, seeds: seeds, fixtures: fixtures, words: words,
            prepare: { { input in try run(input) } })
    }

    /// Pieces for mutations: the reader's words, and input that is difficult for any reader.
    public var dictionary: [[UInt8]] {
        words.map { Array($0.utf8) } + FuzzDictionary.all
    }

    /// All targets, sorted by name.
    public static let all: [FuzzTarget] =
        [
            .acceptLanguage, .agentMessage, .archive, .commit, .tree, .commandLine, .configuration,
            .eventFile,
            .eventLine,
            .exportProfiles, .fold,
            .gitTalk, .i18next, .json, .jsonFoundation, .keyPattern, .languageTag, .manifest,
            .projectFile,
            .remoteAddress, .requestCursor, .requestHeader, .requestPath, .requestQuery, .revision,
            .serverConfiguration, .settings, .sshSignature, .swiftSource,
            .terminalKeys, .texts, .tokenFile,
            .times, .value, .verID, .walk, .walkJournal,
            .po, .nstack, .nstackAnswer, .nstackForm, .keptProposals, .properties, .arb, .table,
            .oldI18next, .termBase, .tmx,
        ].sorted { $0.name < $1.name }

    /// Returns the target with the given name, which can also be ``selfTest``, or nil if there is
    /// none.
    public static func named(_ name: String) -> FuzzTarget? {
        (all + [.selfTest]).first { $0.name == name }
    }
}

/// The result for an input that did not crash the reader.
public enum FuzzOutcome: String, Sendable, Hashable {
    /// The input was read, and all laws hold.
    case accepted
    /// The input was correctly rejected.
    case refused
}

/// A law that an input broke.
public struct BrokenLaw: Error, Sendable, CustomStringConvertible {
    /// The law, in one sentence that does not depend on the input.
    public let law: String
    /// The observation, in readable form.
    public let detail: String

    /// The law, and the observation.
    public var description: String { detail.isEmpty ? law : "\(law) \(detail)" }
}

/// Throws ``BrokenLaw`` if a law does not hold.
func law(
    _ sentence: String, _ holds: Bool, _ detail: @autoclosure () -> String = ""
) throws(BrokenLaw) {
    guard !holds else { return }
    throw BrokenLaw(law: sentence, detail: detail())
}
