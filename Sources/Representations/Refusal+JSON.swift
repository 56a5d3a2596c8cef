public import JSON
public import Translation

extension Refusal {
    /// The refusal as `{"error": {"code", "message", "hint", "nearest"?}}`.
    ///
    /// `nearest` finds the names that may have been meant, which may take a search.
    public func json(nearest: (Refusal) -> [String]) -> JSONValue {
        .error(code: code.rawValue, message: message, hint: hint, nearest: nearest(self))
    }
}

extension JSONValue {
    /// An error that is not a refusal but a defect, in the shape of ``Translation/Refusal/json(nearest:)``.
    public static func defect(_ error: any Error) -> JSONValue {
        .error(code: "defect", message: "\(error)", hint: "Please report this.", nearest: [])
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
