#if canImport(Glibc)
import Glibc
import Synchronization
import Texts

/// Translates with [Apertium](https://www.apertium.org), installed from Debian packages.
///
/// Each pair has a pipeline of programs that keeps running. A null character flushes it, so that
/// the answer to one text arrives before the next text is sent. Unknown words are kept, without
/// Apertium's asterisk.
public final class ApertiumEngine: TranslationEngine {
    /// The name `apertium`.
    public let name = "apertium"
    /// Superblanks in Apertium's stream format.
    public let markup = ProtectionMarkup.superblanks

    private let modes: ApertiumModes
    private let program: EngineProgram
    private let packages = Mutex<[ApertiumPackage]?>(nil)

    /// Creates an engine.
    ///
    /// No program is started before the first text.
    ///
    /// - Parameters:
    ///   - dataDirectory: The directory of the installed pairs.
    ///   - environment: The environment of Apertium's programs, with a UTF-8 locale.
    ///   - silenceLimit: The maximum time for one text.
    public init(
        dataDirectory: String = "/usr/share/apertium",
        environment: [String: String] = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
        ],
        silenceLimit: Duration = .seconds(60)
    ) {
        modes = ApertiumModes(directory: dataDirectory + "/modes")
        program = EngineProgram(
            engine: name, environment: environment, silenceLimit: silenceLimit)
    }

    /// Returns the installed pairs, and the pairs in Debian packages that are not installed.
    ///
    /// Packages do not list their directions, so both directions are offered. Runs `apt-cache`
    /// once, which takes a second. Throws ``TranslationError/engineMissing`` if Apertium is not
    /// installed.
    public func pairs() async throws -> [EnginePair]? {
        _ = try pipelineWriter()
        let installed = modes.installed()
        let names = Set(installed.map(\.package))
        let others = try await knownPackages().filter { !names.contains($0.name) }
        return installed.map {
            EnginePair($0.pair, isInstalled: true, package: $0.package.isEmpty ? nil : $0.package)
        }
            + others.flatMap { package in
                package.pairs.map { EnginePair($0, isInstalled: false, package: package.name) }
            }
    }

    /// Returns whether Apertium is installed, available as a Debian package, or unsupported on this
    /// system.
    ///
    /// Runs `apt-cache` if Apertium is not installed.
    public func status() async throws -> LanguageAvailability.Status {
        if (try? pipelineWriter()) != nil { return .installed }
        return try await knownPackages().isEmpty ? .unsupported : .supported
    }

    /// Translates the texts one after another in one pipeline, without their contexts.
    public func translate(
        _ texts: [EngineText], of pair: LanguagePair, strategy: TranslationSession.Strategy,
        answer: @Sendable (EngineAnswer) -> Void
    ) async throws {
        let writer = try pipelineWriter()
        guard let mode = modes.installed().first(where: { $0.pair == pair }) else {
            throw TranslationError.notInstalled.because(
                "Apertium does not have a mode for \(pair).")
        }
        try await program.converse(mode.path) {
            // The mode file is a shell pipeline, in which $1 suppresses marks on unknown words. The
            // command that prepares the file for flushing is quoted, so that paths may contain
            // spaces.
            try EngineProcess(
                "/bin/sh",
                ["-c", "eval \"$(\"$4\" -z \"$3\")\"", "sh", "-n", "", mode.path, writer],
                environment: program.environment)
        } _: { conversation in
            for text in texts {
                try Task.checkCancellation()
                conversation.send(Array(text.text.utf8) + [0])
                let bytes = try await conversation.frame(endedBy: 0)
                // If a part of the pipeline fails, it flushes its output, and the other parts
                // continue.
                guard !bytes.isEmpty else {
                    throw TranslationError.engineGarbled.because(
                        "Apertium returned no translation for a text.")
                }
                answer(EngineAnswer(id: text.id, .success(String(decoding: bytes, as: UTF8.self))))
            }
        }
    }

    /// Throws ``TranslationError/notInstalled`` with the package to install, because only root can
    /// install it.
    public func download(_ pair: LanguagePair) async throws {
        let package = try await knownPackages().first { $0.pairs.contains(pair) }
        throw TranslationError.notInstalled.because(
            "Apertium's data for \(pair) is not installed.",
            hint: package.map { "Install it as root: `apt-get install \($0.name)`" })
    }

    /// The ids of idle pipelines.
    ///
    /// Each id also identifies a process group.
    package var idleProcesses: [Int32] { program.idleProcesses }

    /// Returns the program that prepares a mode's pipeline for flushing.
    ///
    /// Apertium has included this program since version 3.7.
    private func pipelineWriter() throws(TranslationError) -> String {
        guard let path = program.path(of: "apertium-wblank-mode") else {
            throw .engineMissing.because(
                "Apertium is not installed.",
                hint:
                    "Install it as root, together with a language pair: `apt-get install apertium apertium-eng-spa`"
            )
        }
        return path
    }

    private func knownPackages() async throws -> [ApertiumPackage] {
        if let known = packages.withLock({ $0 }) { return known }
        var known: [ApertiumPackage] = []
        if let path = program.path(of: "apt-cache") {
            let process = try EngineProcess(
                path, ["search", "--names-only", "^apertium-"], environment: program.environment)
            defer { process.end() }
            var bytes: [UInt8] = []
            while let part = try await process.receive(within: program.silenceLimit) {
                bytes += part
            }
            known = ApertiumPackage.read(String(decoding: bytes, as: UTF8.self))
        }
        packages.withLock { $0 = known }
        return known
    }
}
#endif
