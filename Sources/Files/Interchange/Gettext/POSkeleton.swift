import Translation

/// The parts of a PO file besides its messages: the header, and the messages that are obsolete.
///
/// Its text is a PO file of these. The header lacks the fields that an export computes. It has
/// `Plural-Forms` if they are the file's own.
struct POSkeleton {
    /// The header, with the fields that an export does not compute; `nil` where it says nothing.
    let header: POMessage?
    /// The messages that no source has any more.
    let obsolete: [POMessage]

    /// The fields that an export computes.
    private static let computed: Set<String> = [
        "language", "mime-version", "content-type", "content-transfer-encoding",
        POHeader.casesField.lowercased(), POHeader.languageField.lowercased(),
    ]

    /// The fields of an unknown header: no date and no name, so that the same texts are the same bytes.
    static let unknownLines = [
        "Project-Id-Version: ", "PO-Revision-Date: ", "Last-Translator: ", "Language-Team: ",
    ]

    /// Takes what a file has.
    init(_ file: POParser) {
        let header = file.messages.first(where: \.isHeader)
        var fields = Self.computed
        if !Self.hasOwnPluralForms(POHeader(header)) { fields.insert("plural-forms") }
        self.init(header, obsolete: file.obsolete, without: fields)
    }

    /// The file's own `Plural-Forms`; `nil` if it has none, or those that an export writes.
    var pluralForms: String? { POHeader(header)["Plural-Forms"] }

    /// Returns true unless a header has no plural forms, those of a template, or those that an export writes.
    private static func hasOwnPluralForms(_ header: POHeader) -> Bool {
        guard let forms = header["Plural-Forms"], !forms.contains("EXPRESSION"),
            header[POHeader.casesField] == nil
        else { return false }
        return header.language.map { forms != POOutput.pluralForms(of: GettextPO.tag($0)) } ?? true
    }

    /// Reads what ``text`` has.
    init(text: String) throws(InterchangeError) { self.init(try POParser(Array(text.utf8))) }

    private init(_ header: POMessage?, obsolete: [POMessage], without fields: Set<String>) {
        self.obsolete = obsolete
        guard var header else {
            self.header = nil
            return
        }
        let lines = POHeader.lines(of: header).filter {
            !fields.contains(POHeader.name(of: $0).lowercased())
        }
        header.texts = [lines.map { $0 + "\n" }.joined()]
        let besides =
            header.translatorComments + header.extractedComments + header.references
            + header.flags + header.previous
        let isUnknown = POHeader(header).fields.allSatisfy(\.value.isEmpty)
        self.header = isUnknown && besides.isEmpty ? nil : header
    }

    /// The skeleton as it is kept; empty where there is nothing.
    var text: String {
        var output = POOutput()
        if let header { output.message(header) }
        for message in obsolete { output.message(message) }
        return String(decoding: output.bytes, as: UTF8.self)
    }

    /// The text without the fields that change whenever a tool writes the file.
    var undatedText: String {
        let dates: Set = ["pot-creation-date", "po-revision-date"]
        return POSkeleton(header, obsolete: obsolete, without: dates).text
    }
}
