import DragomanClient
import Foundation

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

    static let sshSignature = FuzzTarget(
        "ssh-signature", "Signatures of releases, made by OpenSSH and read by the client.",
        seeds: [
            """
            -----BEGIN SSH SIGNATURE-----
            U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg+KqdsyFyo51G5u5V4d5avpqLHI
            wscdsyZDgD3REury8AAAAPZHJhZ29tYW4tYnVuZGxlAAAAAAAAAAZzaGE1MTIAAABTAAAA
            C3NzaC1lZDI1NTE5AAAAQAWIzqDg+UOW5E4mAVmRyqdZS2Ry/nbzGeOTenMPSx93NO/mDB
            P8wf9eKiUiF1/y+MPt12SgbKP/pihHiBDiLgM=
            -----END SSH SIGNATURE-----
            """
        ], words: ["-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----", "U1NIU0lH"]
    ) { input in
        let signature: SSHSignature
        do { signature = try SSHSignature(armored: Data(input)) } catch { return .refused }
        let lines = input.split(separator: UInt8(ascii: "\n"))
        let again: SSHSignature
        do throws(SignatureProblem) {
            again = try SSHSignature(armored: Data(lines.joined(separator: [0x0D, 0x0A])))
        } catch {
            throw BrokenLaw(law: "Other line ends can be read.", detail: "\(error)")
        }
        try law("Line ends do not matter.", again == signature)
        return .accepted
    }
}
