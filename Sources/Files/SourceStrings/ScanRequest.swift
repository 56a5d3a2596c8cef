/// What the program `dragoman-swift-strings` is asked on standard input, as JSON; it answers with a ``SourceScan`` for each text.
public struct ScanRequest: Sendable, Codable {
    /// What is looked for.
    public var source: SwiftSource
    /// The texts of the source files.
    public var texts: [String]

    /// States a request.
    public init(source: SwiftSource, texts: [String]) {
        self.source = source
        self.texts = texts
    }
}
