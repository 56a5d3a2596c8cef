import Git
import Testing

struct ConfigurationTests {
    @Test func `reads what it and git wrote`() throws {
        let scratch = try Scratch()
        let repository = scratch.repository
        #expect(try repository.string(forKey: "dragoman.locale") == nil)
        try repository.setString("dragoman.locale", "fr-CA")
        #expect(try scratch.directory.git("config", "dragoman.locale") == "fr-CA\n")
        try scratch.directory.git("config", "dragoman.flag", "yes")
        #expect(try repository.bool(forKey: "dragoman.flag") == true)
        #expect(try repository.bool(forKey: "dragoman.none") == nil)
        #expect(code { _ = try repository.bool(forKey: "dragoman.locale") } != nil)
        #expect(code { _ = try repository.string(forKey: "nodot") } != nil)
    }

    @Test func `identity falls back from given to author to user`() throws {
        let scratch = try Scratch()
        let repository = scratch.repository
        #expect(try repository.identity() == nil)
        try repository.setString("user.name", "Ines")
        #expect(try repository.identity() == nil)
        try repository.setString("user.email", "ines@example.org")
        try repository.setString("author.name", "I. Author")
        let configured = try #require(try repository.identity())
        #expect(configured == ("I. Author", "ines@example.org"))
        let given = try #require(try repository.identity(name: "Bo", email: ""))
        #expect(given == ("Bo", "ines@example.org"))
    }
}
