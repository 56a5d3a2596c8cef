/// Finds texts that are longer than the string's limit.
struct LengthCheck: TextCheck {
    let name = "max-length"
    let severity = Finding.Severity.error
    let summary = "No text is longer than the limit of its string."

    func findings(in subject: CheckSubject) -> [Finding] {
        guard let limit = subject.limit else { return [] }
        return subject.target.texts.compactMap { path, text in
            let length = limit.length(text)
            guard length > limit.count else { return nil }
            return finding("The text is \(length) long; the limit is \(limit.count).", at: path)
        }
    }
}
