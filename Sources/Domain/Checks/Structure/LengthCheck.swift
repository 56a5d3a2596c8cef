import Texts
import Translation

/// Finds texts that exceed the string's limit.
struct LengthCheck: TextCheck {
    let info = CheckInfo.maximumLength

    func findings(in compared: ComparedTexts) -> [Finding] {
        guard let limit = compared.subject.limit else { return [] }
        return compared.subject.target.texts.compactMap { path, text in
            let length = limit.length(text)
            guard length > limit.count else { return nil }
            return finding("The text has length \(length); the limit is \(limit.count).", at: path)
        }
    }
}
