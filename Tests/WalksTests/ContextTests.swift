import Memory
import ReadModel
import Suggestions
import TestWorld
import Testing
import Texts
import Translation

@testable import Walks
import Workspace

/// The facts that engines and agents get about a string.
@Suite struct ContextTests {
    private func facts(
        _ key: String, section: String = "default", form: String? = nil,
        remembers: Bool = true, in workspace: Workspace
    ) throws -> TranslationContext? {
        let french = try #require(LanguageTag("fr"))
        let memory = remembers ? try TranslationMemory(workspace) : nil
        return try workspace.read(at: .tip) { snapshot in
            var collector = try ContextCollector(for: french, in: snapshot, memory: memory)
            let string = StringID(section: section, key: key)
            let value = try snapshot.model.definitions(string).currentDefinition?.value
            let forms = value.flatMap { TextForms(of: $0, in: french) }
            return try collector.context(
                of: string, form: form.flatMap { name in forms?.forms.first { $0.name == name } })
        }
    }

    private func project(_ lines: [String]) throws -> (Sandbox, Workspace) {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr"] + lines, in: "app")
        return (sandbox, try sandbox.open("app"))
    }

    @Test func aStringHasItsOwnFacts() throws {
        let (_, workspace) = try project([
            "string add login 'Log in' --comment 'On the button.' --max-length 12"
        ])
        let context = try #require(try facts("login", in: workspace))
        #expect(context.key == "login" && context.section == "default")
        #expect(context.comment == "On the button." && context.meaning == nil)
        #expect(context.lengthLimit?.count == 12 && context.lengthLimit?.unit == "grapheme")
        #expect(context.form == nil && context.previousSource == nil)
        #expect(context.neighbours.isEmpty && context.terms.isEmpty)
        #expect(try facts("nosuch", in: workspace) == nil)
    }

    @Test func aPluralFormHasItsNumbers() throws {
        let (_, workspace) = try project([
            "string add files --plural one='%d file' --plural other='%d files'"
        ])
        let context = try #require(try facts("files", form: "one", in: workspace))
        #expect(context.form?.name == "one" && context.form?.numbers == "0, 1")
    }

    @Test func aStaleTextHasItsPreviousSource() throws {
        let (_, workspace) = try project([
            "string add login 'Sign in'", "set fr login Connexion", "string edit login 'Log in'",
        ])
        #expect(try facts("login", in: workspace)?.previousSource == "Sign in")
    }

    @Test func neighboursComeFromTheSameSectionInOrder() throws {
        let (_, workspace) = try project(
            ["a", "b", "c", "d", "e", "f"].map { "string add \($0) 'Text \($0)' -s menu" }
                + ["string add c Elsewhere"])
        let context = try #require(try facts("c", section: "menu", in: workspace))
        #expect(context.neighbours.map(\.key) == ["a", "b", "d", "e"])
        #expect(context.neighbours.first?.text == "Text a")
        let first = try #require(try facts("a", section: "menu", in: workspace))
        #expect(first.neighbours.map(\.key) == ["b", "c"])
    }

    @Test func termsAreThoseOfTheText() throws {
        let (_, workspace) = try project([
            "string add branch Branch -s glossary", "set fr branch Branche -s glossary",
            "string add commit Commit -s glossary", "set fr commit Validation -s glossary",
            "string add new 'Create a branch'",
        ])
        let context = try #require(try facts("new", in: workspace))
        #expect(context.terms.map(\.source) == ["Branch"])
        #expect(context.terms.map(\.target) == ["Branche"])
        let term = try #require(try facts("branch", section: "glossary", in: workspace))
        #expect(term.terms.isEmpty)
    }

    @Test func upToThreeOtherLanguagesAreShownTheClosestFirst() throws {
        let tags = ["de", "es", "fr-CA", "it"]
        let (_, workspace) = try project(
            ["string add close Close"] + tags.map { "locale add \($0)" }
                + ["de", "it"].map { "set \($0) close '\($0) text'" }
                + ["set fr-CA close Fermez", "set es close Cerrar"])
        let context = try #require(try facts("close", in: workspace))
        #expect(context.otherLanguages.map(\.locale) == ["fr-CA", "de", "es"])
        #expect(context.otherLanguages.first?.text == "Fermez")
    }

    @Test func similarTextsComeFromTheMemory() throws {
        let (_, workspace) = try project([
            "string add open 'Open the file'", "set fr open 'Ouvrir le fichier'",
            "string add close 'Close the file'",
        ])
        let context = try #require(try facts("close", in: workspace))
        #expect(context.similarTexts.map(\.target) == ["Ouvrir le fichier"])
        #expect((50..<100).contains(try #require(context.similarTexts.first).percent))
        let without = try #require(try facts("close", remembers: false, in: workspace))
        #expect(without.similarTexts.isEmpty)
    }

    @Test func rejectedTextsHaveTheirReasons() throws {
        let (sandbox, workspace) = try project(["string add close Close"])
        for (text, reason) in [("Clore", "style: too formal"), ("Proche", "wrong")] {
            sandbox.perform(
                ["propose fr close \(text)", "reject --key close --reason '\(reason)' --yes"],
                in: "app")
        }
        let context = try #require(try facts("close", in: workspace))
        #expect(context.rejectedTexts.map(\.text) == ["Clore", "Proche"])
        #expect(context.rejectedTexts.map(\.reason) == ["style: too formal", "wrong"])
    }
}
