#if canImport(Glibc)
import Glibc
import Synchronization
import Texts

/// Translates with [Apertium](https://www.apertium.org), installed from Debian's packages.
///
/// Each pair has a pipeline of programs that stays, and a text is answered before the next one is sent: a null character flushes the
/// pipeline. Unknown words stay as they are, without Apertium's asterisk.
public final class ApertiumEngine: TranslationEngine {
    /// `apertium`.
    public let name = "apertium"
    /// Superblanks.
    public let markup = ProtectionMarkup.superblanks

    private let modes: ApertiumModes
    private let program: EngineProgram
    private let packages = Mutex<[ApertiumPackage]?>(nil)

    /// Creates an engine; nothing is started before the first text.
    ///
    /// - Parameters:
    ///   - dataDirectory: Where the pairs are installed.
    ///   - environment: The environment of Apertium's programs, with a locale for UTF-8.
    ///   - silenceLimit: How long a text may take.
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

    /// Returns the pairs of this machine, and those of Debian's packages that are not installed.
    ///
    /// Packages do not say in which directions they translate; both are offered. Asks `apt-cache` once, which takes a second.
    /// Throws ``TranslationError/engineMissing`` if Apertium is not installed.
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

    /// Returns whether Apertium is installed, can be installed from Debian's packages, or is unknown to this system.
    ///
    /// Asks `apt-cache` if it is not installed.
    public func status() async throws -> LanguageAvailability.Status {
        if (try? pipelineWriter()) != nil { return .installed }
        return try await knownPackages().isEmpty ? .unsupported : .supported
    }

    /// Translates the texts one after the other, in one pipeline.
    public func translate(
        _ texts: [EngineText], of pair: LanguagePair, answer: @Sendable (EngineAnswer) -> Void
    ) async throws {
        let writer = try pipelineWriter()
        guard let mode = modes.installed().first(where: { $0.pair == pair }) else {
            throw TranslationError.notInstalled.because("Apertium has no mode for \(pair).")
        }
        try await program.converse(mode.path) {
            // The mode's file is a pipeline for a shell; $1 there says that unknown words get no mark. What writes it for
            // flushing is quoted, so that paths with spaces are one word.
            try EngineProcess(
                "/bin/sh",
                ["-c", "eval \"$(\"$4\" -z \"$3\")\"", "sh", "-n", "", mode.path, writer],
                environment: program.environment)
        } _: { conversation in
            for text in texts {
                try Task.checkCancellation()
                conversation.send(Array(text.text.utf8) + [0])
                let bytes = try await conversation.frame(endedBy: 0)
                // A part of the pipeline that fails flushes what it has, and the others go on.
                guard !bytes.isEmpty else {
                    throw TranslationError.engineGarbled.because(
                        "Apertium answered a text with nothing.")
                }
                answer(EngineAnswer(id: text.id, .success(String(decoding: bytes, as: UTF8.self))))
            }
        }
    }

    /// Throws ``TranslationError/notInstalled`` with the package to install: only root can.
    public func download(_ pair: LanguagePair) async throws {
        let package = try await knownPackages().first { $0.pairs.contains(pair) }
        throw TranslationError.notInstalled.because(
            "Apertium's data for \(pair) is not installed.",
            hint: package.map { "Install it as root: `apt-get install \($0.name)`" })
    }

    /// The ids of pipelines that wait for work.
    ///
    /// Each is the id of a process group, too.
    package var idleProcesses: [Int32] { program.idleProcesses }

    /// The program that writes a mode's pipeline so that it can be flushed; Apertium has it since 3.7.
    private func pipelineWriter() throws(TranslationError) -> String {
        guard let path = program.path(of: "apertium-wblank-mode") else {
            throw .engineMissing.because(
                "Apertium is not installed.",
                hint: "Install it as root, with a pair: `apt-get install apertium apertium-eng-spa`"
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
