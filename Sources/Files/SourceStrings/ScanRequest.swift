/// A request to the program `dragoman-swift-strings`, sent as JSON on standard input.
///
/// The program responds with a ``SourceScan`` for each text.
public struct ScanRequest: Sendable, Codable {
    /// The patterns to look for.
    public var source: SwiftSource
    /// The texts of the source files.
    public var texts: [String]

    /// Creates a request.
    public init(source: SwiftSource, texts: [String]) {
        self.source = source
        self.texts = texts
    }
}
