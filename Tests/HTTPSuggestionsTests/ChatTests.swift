import JSON
import Testing

@testable import HTTPSuggestions

/// Messages of models, read without a service.
@Suite struct ChatTests {
    @Test(arguments: [
        #"{"translations":[{"id":1,"text":"a"}]}"#,
        #"Sure! {"translations":[{"id":"1","text":"a"}]} Anything else?"#,
        "```json\n{\"translations\": [{\"id\": 1, \"text\": \"a\", \"note\": []}]}\n```",
        #"{"translations":[{"id":1,"text":"a"},{"id":1,"text":"a"},{"id":2,"text":"b"}],"more":1}"#,
        #"{"translations":[null,7,[],{"id":1},{"text":"x"},{"id":1.5,"text":"x"},{"id":1,"text":"a"}]}"#,
    ])
    func anAnswerIsFound(message: String) {
        #expect(Chat.answers(in: message, to: [0, 1]) == [1: "a"])
    }

    @Test(arguments: [
        "", "}{", "{", "[]", "null", #"{"translations":{"1":"a"}}"#, #"{"translations":"a"}"#,
        #"{"translations":[{"id":1,"text":" "}]}"#, #"{"translations":[{"id":1,"text":7}]}"#,
        #"{"translations":[{"id":99999999999999999999,"text":"a"}]}"#,
        #"{"translations":[{"id":1,"text":"a"},{"id":1,"text":"b"}]}"#,
        #"{"translations":[{"id":-1,"text":"a"}]}"#, #"[{"id":1,"text":"a"}]"#,
        String(repeating: "[", count: 100_000), "\0{\"translations\":[",
    ])
    func anythingElseIsNoAnswer(message: String) {
        #expect(Chat.answers(in: message, to: [0, 1]).isEmpty)
    }

    @Test(arguments: [
        #"{"choices":[]}"#, #"{"choices":[{}]}"#, #"{"choices":{"message":{"content":"a"}}}"#,
        #"{"error":{"message":"no"}}"#, "7",
    ])
    func aResponseOfAnotherFormHasNoMessage(response: String) throws {
        #expect(Chat.message(in: try JSONValue.parse(Array(response.utf8))) == nil)
    }

    @Test func aRefusalIsAnEmptyMessage() throws {
        let response = #"{"choices":[{"message":{"content":null,"refusal":"I cannot do that."}}]}"#
        #expect(Chat.message(in: try JSONValue.parse(Array(response.utf8)))?.isEmpty == true)
    }

    @Test func spendingStopsAtTheFirstLimit() throws {
        var spending = ChatSpending(.init(requests: 3, characters: 100))
        try spending.spend(60)
        #expect(spending.remainingCharacters == 40)
        #expect(throws: (any Error).self) { try spending.spend(41) }
        try spending.spend(40)
        try spending.spend(0)
        #expect(throws: (any Error).self) { try spending.spend(0) }
        var small = ChatSpending(.init(characters: 10))
        #expect { try small.spend(11) } throws: { "\($0)".contains("too small") }
        var unlimited = ChatSpending(.init())
        try unlimited.spend(.max / 2)
        #expect(unlimited.remainingCharacters == nil)
    }
}
