import DragomanClient
import Foundation
import JSON
import Testing

@MainActor @Suite struct TesterWordTests {
    private let source = TextsInMemory([:])

    private nonisolated static let errors: [ProposalError] = [
        .disabled, .production, .noBestFitLanguage, .notDeletable, .tooLong, .tooManyKept,
        .duplicate, .unchanged, .alreadyDecided, .refused([]), .refused(["Too short.", "No."]),
        .invalidGuid, .unauthorized("why"), .forbidden("why"), .notFound("why"),
        .tooManyRequests(retryAfter: nil), .tooManyRequests(retryAfter: .seconds(5)),
        .unavailable(status: 503, retryAfter: nil), .unexpectedStatus(418),
        .redirected(to: "https://example.org"), .answerTooLarge, .malformedAnswer("why"),
        .timedOut, .unreachable("why"), .brokenOff("why"), .cancelled,
    ]

    @Test func everyWordIsEnglishUnlessTheAppHasIt() {
        let wrapper = LocalizationWrapper(source: source)
        let values = TextValues(
            count: 2,
            arguments: [
                "own": 1, "reason": "r", "status": 1, "seconds": 1, "address": "a", "text": "t",
                "value": "v",
            ])
        for word in TesterWord.allCases {
            let text = wrapper.text(of: word, with: values)
            #expect(text != word.rawValue && !text.contains("{{"), "\(word)")
        }
        source.texts[TesterWord.propose.identifier] = "Vorschlagen"
        source.texts[TesterWord.errorBusyFor.identifier] = "Bitte {{seconds}} s warten."
        #expect(
            wrapper.text(of: .propose) == "Vorschlagen" && wrapper.text(of: .cancel) == "Cancel")
        let error = ProposalError.tooManyRequests(retryAfter: .seconds(5))
        #expect(wrapper.text(of: error) == "Bitte 5 s warten.")
        #expect(error.localizedDescription == "The server is busy. Try again in 5 seconds.")
    }

    @Test func theFileHasEveryWord() throws {
        let object = try #require(
            try JSONValue.parse(Array(TesterWord.file.utf8)).objectValue)
        let keys = Set(object.members.map(\.key))
        for word in TesterWord.allCases {
            #expect(keys.contains(word.rawValue) || keys.contains(word.rawValue + "_other"))
        }
        #expect(keys.count == TesterWord.allCases.count + 1)
    }

    @Test func summariesHaveForms() {
        let wrapper = LocalizationWrapper(source: source)
        #expect(
            TesterWord.summary.english(with: TextValues(count: 1, arguments: ["own": 0]))
                == "1 proposal, 0 of them yours. Show it")
        #expect(
            wrapper.text(of: .summary, with: TextValues(count: 2, arguments: ["own": 1]))
                == "2 proposals, 1 of them yours. Show them")
    }

    @Test(arguments: errors)
    func errorsAreSentences(error: ProposalError) {
        let text = error.localizedDescription
        #expect(text.first?.isUppercase == true && !text.contains("{{"))
        #expect(!text.contains("DragomanClient"))
    }

    @Test func otherErrorsAreSentencesToo() {
        let errors: [any Error] = [
            TextsFileError.tooLarge(limit: 1), TextsFileError.unknownVersion("2"),
            ResourceFetchError.timedOut, ResourceFetchError.status(500),
            NStackTexts.Failure.invalidResource, NStackTexts.Failure.invalidKeyPath("a"),
        ]
        for error in errors {
            let text = error.localizedDescription
            #expect(text.hasSuffix(".") && !text.contains("DragomanClient"))
        }
    }
}
