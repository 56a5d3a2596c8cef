import Translation

/// The parts of a PO file other than its messages: the header and the obsolete messages.
///
/// The skeleton is stored as a PO file that contains these parts. The header omits the fields that
/// an export computes. It includes `Plural-Forms` only if the file has its own.
struct POSkeleton {
    /// The header without the fields that an export computes; `nil` if nothing is left.
    let header: POMessage?
    /// The messages that are no longer in the sources.
    let obsolete: [POMessage]

    /// The lowercase names of the fields that an export computes.
    private static let computed: Set<String> = [
        "language", "mime-version", "content-type", "content-transfer-encoding",
        POHeader.casesField.lowercased(), POHeader.languageField.lowercased(),
    ]

    /// The fields of an unknown header.
    ///
    /// They have no date and no name, so that equal texts produce equal bytes.
    static let unknownLines = [
        "Project-Id-Version: ", "PO-Revision-Date: ", "Last-Translator: ", "Language-Team: ",
    ]

    /// Creates the skeleton of a file.
    init(_ file: POParser) {
        let header = file.messages.first(where: \.isHeader)
        var fields = Self.computed
        if !Self.hasOwnPluralForms(POHeader(header)) { fields.insert("plural-forms") }
        self.init(header, obsolete: file.obsolete, without: fields)
    }

    /// The file's own `Plural-Forms`; `nil` if it has none, or if an export would write the same
    /// forms.
    var pluralForms: String? { POHeader(header)["Plural-Forms"] }

    /// Returns whether a header has plural forms other than those of a template or an export.
    private static func hasOwnPluralForms(_ header: POHeader) -> Bool {
        guard let forms = header["Plural-Forms"], !forms.contains("EXPRESSION"),
            header[POHeader.casesField] == nil
        else { return false }
        return header.language.map { forms != POOutput.pluralForms(of: GettextPO.tag($0)) } ?? true
    }

    /// Parses the stored form of a skeleton, as returned by ``text``.
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

    /// The stored form of the skeleton; empty if there is nothing to store.
    var text: String {
        var output = POOutput()
        if let header { output.message(header) }
        for message in obsolete { output.message(message) }
        return String(decoding: output.bytes, as: UTF8.self)
    }

    /// The stored form without the fields that change whenever a tool writes the file.
    var undatedText: String {
        let dates: Set = ["pot-creation-date", "po-revision-date"]
        return POSkeleton(header, obsolete: obsolete, without: dates).text
    }
}
