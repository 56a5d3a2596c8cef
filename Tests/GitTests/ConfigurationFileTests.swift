import Foundation
import Git
import TestWorld
import Testing

struct ConfigurationFileTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func entries(_ text: String) throws -> [ConfigurationEntry] {
        try sandbox.write(text, to: "file.conf")
        return try ConfigurationFile.entries(at: sandbox.directory + "/file.conf")
    }

    private func rows(_ text: String) throws -> [String] {
        try entries(text).map { entry in
            let subsection = entry.subsection.map { "(\($0))" } ?? ""
            return
                "\(entry.line ?? 0) \(entry.section)\(subsection).\(entry.key)=\(entry.value ?? "nil")"
        }
    }

    @Test func settingsComeInTheOrderOfTheFileWithTheirLines() throws {
        let text = """
            # listen = no
            [Server] Listen = a ; comment
            \ttlsKey=b
              alone

            [project "My.Shop \\"x\\" ]"]
                path = "c ; d" # e
                path = f \\
            more
                ; path = no
                last = g
            """
        #expect(
            try rows(text) == [
                "2 server.listen=a", "3 server.tlskey=b", "4 server.alone=nil",
                "7 project(My.Shop \"x\" ]).path=c ; d", "8 project(My.Shop \"x\" ]).path=f more",
                "11 project(My.Shop \"x\" ]).last=g",
            ])
    }

    @Test func carriageReturnsAndAMarkAtTheBeginningChangeNothing() throws {
        #expect(
            try rows("\u{FEFF}[a]\r\n\tb = c\r\n\td = e \\\r\nf\r\n\tg\r\n") == [
                "2 a.b=c", "3 a.d=e f", "5 a.g=nil",
            ])
    }

    @Test func anEmptyFileHasNone() throws {
        #expect(try rows("") == [])
        #expect(try rows("\n; only a comment\n[section]\n") == [])
    }

    @Test func otherFilesAreNotRead() throws {
        try sandbox.write("[a]\nb = included\n", to: "other.conf")
        #expect(
            try rows("[a]\nb = own\n[include]\npath = other.conf\n[a]\nc = own\n") == [
                "2 a.b=own", "4 include.path=other.conf", "6 a.c=own",
            ])
    }

    @Test(arguments: [
        "[a\nb = c\n", "b c\n= d", "[a]\nb = \u{0}\n",
    ])
    func wrongSyntaxIsInvalid(text: String) throws {
        let error = #expect(throws: GitError.self) { try entries(text) }
        #expect(error?.code == .invalid)
    }

    @Test func aMissingFileIsNotFoundAndAPipeKeepsNobodyWaiting() throws {
        let missing = #expect(throws: GitError.self) {
            try ConfigurationFile.entries(at: sandbox.directory + "/missing")
        }
        #expect(missing?.code == .notFound)
        mkfifo(sandbox.directory + "/pipe", 0o600)
        for path in ["/pipe", ""] {
            #expect(throws: GitError.self) {
                try ConfigurationFile.entries(at: sandbox.directory + path)
            }
        }
    }
}
