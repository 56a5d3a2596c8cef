package import JSON
package import Translation

extension Refusal {
    /// The refusal as `{"error": {"code", "message", "hint", "nearest"?}}`.
    ///
    /// Each front end words the hint in its own terms, and finds the nearest names.
    package func json(hint: String, nearest: [String]) -> JSONValue {
        .error(code: code.rawValue, message: message, hint: hint, nearest: nearest)
    }
}

extension JSONValue {
    /// An unexpected error, in the shape of ``Translation/Refusal/json(hint:nearest:)``.
    package static func defect(_ error: any Error) -> JSONValue {
        .error(code: "defect", message: "\(error)", hint: "Please report this.", nearest: [])
    }

    /// A command line that cannot be parsed, in the same shape.
    package static func usage(_ message: String, hint: String) -> JSONValue {
        .error(code: "usage", message: message, hint: hint, nearest: [])
    }

    fileprivate static func error(
        code: String, message: String, hint: String, nearest: [String]
    ) -> JSONValue {
        .object { members in
            members.addObject("error") { members in
                members.add("code", code)
                members.add("message", message)
                members.add("hint", hint)
                if !nearest.isEmpty { members.add("nearest", list: nearest) }
            }
        }
    }
}
