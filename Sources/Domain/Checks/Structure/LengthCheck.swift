import Texts

/// Finds texts that are longer than the string's limit.
struct LengthCheck: TextCheck {
    let info = CheckInfo.maximumLength

    func findings(in subject: CheckSubject) -> [Finding] {
        guard let limit = subject.limit else { return [] }
        return subject.target.texts.compactMap { path, text in
            let length = limit.length(text)
            guard length > limit.count else { return nil }
            return finding("The text is \(length) long; the limit is \(limit.count).", at: path)
        }
    }
}
