import JSON
import Testing
import Translation

/// Canonical forms of an event, beyond those that this program would write.
struct EventFormTests {
    private static let a = "0000000001000000000000000A"
    private static let b = "0000000002000000000000000B"

    private func fault(_ rest: String, section: String = ",\"section\":\"default\"") throws
        -> String?
    {
        let line = Array(
            "{\"v\":1,\"id\":\"\(Self.a)\",\"type\":\"translation.set\",\"at\":\"\",\"locale\":\"fr\"\(section),\"key\":\"k\",\"value\":\"x\"\(rest)}"
                .utf8)
        guard case .event(let event) = try Event.read(line: line) else { return "no event" }
        return event.formFault(of: line)
    }

    @Test(arguments: [
        "", ",\"over\":[\"\(a)\",\"\(b)\"]", ",\"undoes\":[\"\(b)\",\"\(a)\"]",
        ",\"meta\":{\"po\":{\"n\":[-1,{}]}}",
    ])
    func thisIsCanonical(rest: String) throws { #expect(try fault(rest) == nil) }

    static let faults: [(rest: String, message: String)] = [
        (",\"over\":[]", "The line is not in canonical form."),
        (",\"unknown\":1", "The line is not in canonical form."),
        (",\"over\":[\"\(b)\",\"\(a)\"]", "The ids in “over” are not in ascending order."),
        (",\"over\":[\"\(a)\",\"\(a)\"]", "The ids in “over” are not in ascending order."),
        (",\"meta\":{\"po\":[{\"n\":1.5}]}", "A number in “meta” is not a 64-bit integer."),
        (
            ",\"meta\":{\"po\":\"\(String(repeating: "x", count: 5000))\"}",
            "“meta” has 5009 bytes; the limit is 4096."
        ),
    ]

    @Test(arguments: faults)
    func thisIsNot(rest: String, message: String) throws { #expect(try fault(rest) == message) }

    @Test func aKeyHasASection() throws {
        #expect(try fault("", section: "") == "The event has a key but no section.")
    }

    @Test func ofWhatIsNotKnownNothingIsSaid() throws {
        let line = Array(
            "{ \"v\":1,\"id\":\"\(Self.a)\",\"type\":\"tea.served\",\"at\":\"\",\"locale\":\"fr\"}"
                .utf8)
        guard case .event(let event) = try Event.read(line: line) else { return }
        #expect(event.formFault(of: line) == nil)
    }
}
