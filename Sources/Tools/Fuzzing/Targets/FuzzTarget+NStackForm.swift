import Interchange
import JSON

extension FuzzTarget {
    static let nstackForm = FuzzTarget(
        "nstack-form",
        "Bodies from NStack's clients: fields with the same meaning in three encodings.",
        maximumSize: 1 << 12,
        seeds: [
            "value=Tom & Jerry = 100%&key=title&guid=A6F1C9B4-0000&section=default&platform=mobile&locale=da-DK",
            "key=title&section=default&value=Tom+%26+Jerry%20%3D+100%25&locale=da-DK&platform=mobile&guid=x",
            #"{"key":"title","section":"default","value":"Tom & Jerry","locale":"da-DK","platform":null}"#,
            "value=100%&key=a=b", "&&value=&key",
        ],
        words: ["&key=", "&value=", "&guid=", "&", "=", "%", "%2B", "+", "{\"", "\":\"", "\"}"]
    ) { input in
        let names = ["key", "section", "value", "locale", "platform", "guid"]
        let form: NStackForm
        do throws(NStackForm.Fault) { form = try NStackForm(input, names: names) } catch {
            if case .json(let error) = error {
                try law("An error has a position.", error.line >= 1 && error.column >= 1)
            }
            return .refused
        }
        try law("Only known fields are read.", form.fields.keys.allSatisfy(names.contains))
        let sorted = form.fields.sorted { $0.key < $1.key }
        let encoded = sorted.map { "\($0.key)=\(percentEncoded($0.value))" }.joined(separator: "&")
        let json = JSONValue.object(
            JSONObject(uniqueMembers: sorted.map { ($0.key, .string($0.value)) }))
        do {
            try law(
                "An encoded form is decoded to the same fields.",
                try NStackForm(Array(encoded.utf8), names: names) == form)
            try law(
                "JSON is decoded to the same fields.",
                try NStackForm(CanonicalJSON.encode(json), names: names) == form)
        } catch let fault as NStackForm.Fault {
            throw BrokenLaw(law: "A written form can be read.", detail: "\(fault)")
        }
        return form.fields.isEmpty ? .refused : .accepted
    }

    /// Encodes like `encodeURIComponent`, but also encodes bytes that do not need it.
    private static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
