import DragomanClient

extension FuzzTarget {
    static let keptProposals = FuzzTarget(
        "kept-proposals",
        "The file in which an app keeps its proposals: it survives writing and reading.",
        seeds: [
            #"{"version":1,"waiting":[],"sent":[]}"#,
            #"{"version":1,"waiting":[{"idempotencyKey":"k","wasSent":true,"section":"default","key":"ok","locale":"de","value":"Gut"}],"sent":[{"id":7,"section":"defaultSection","key":"ok","locale":"de","value":"Gut\r\n"}]}"#,
            #"{"version":2}"#,
        ],
        words: [
            "\"version\":", "\"waiting\":[", "\"sent\":[", "\"idempotencyKey\":", "\"wasSent\":",
            "\"section\":", "\"key\":", "\"locale\":", "\"value\":", "\"id\":",
        ]
    ) { input in
        let kept: KeptProposals
        do throws(KeptProposals.Fault) { kept = try KeptProposals(input) } catch { return .refused }
        let again: KeptProposals
        do throws(KeptProposals.Fault) { again = try KeptProposals(kept.bytes) } catch {
            throw BrokenLaw(law: "A written file can be read.", detail: "\(error)")
        }
        try law("Reading a written file returns the same proposals.", again == kept)
        return .accepted
    }

    static let nstackAnswer = FuzzTarget(
        "nstack-answer", "Lists of proposals and errors, parsed by the client.",
        seeds: [
            #"{"data":[{"id":13,"application_id":1,"key":"forceHeader","section":"versionControl","locale":"en-GB","value":"new text2","can_delete":true}]}"#,
            #"{"data":[]}"#,
            #"{"class":"Duplicate","code":"412","errors":["No."],"message":"No."}"#,
        ],
        words: [
            "{\"data\":[", "\"id\":", "\"section\":", "\"key\":", "\"locale\":", "\"value\":",
            "\"can_delete\":", "\"class\":", "\"errors\":[", "\"message\":",
        ]
    ) { input in
        let delay = String(decoding: input.prefix(12), as: UTF8.self)
        for status in [200, 302, 401, 403, 404, 412, 413, 429, 445, 503] {
            let error = NStackAnswer.error(status: status, retryAfter: delay, input)
            if case .malformedAnswer = error {
                throw BrokenLaw(
                    law: "Every status maps to an error.", detail: "\(status): \(error)")
            }
        }
        do throws(ProposalError) {
            return try NStackAnswer.proposals(input).isEmpty ? .refused : .accepted
        } catch {
            guard case .malformedAnswer(let reason) = error else {
                throw BrokenLaw(
                    law: "Unreadable input is reported as malformed.", detail: "\(error)")
            }
            try law("An error has a reason.", !reason.isEmpty)
            return .refused
        }
    }
}
