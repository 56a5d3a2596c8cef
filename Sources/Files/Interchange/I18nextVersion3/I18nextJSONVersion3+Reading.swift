import Texts
import Translation

extension I18nextJSONVersion3 {
    /// Reads one section in one language.
    ///
    /// To read numbered forms, the context must specify the language. In a file in the source
    /// language, keys form a plural if a key also exists with `_plural`. Numbered keys form a
    /// plural if a text shows a count, and either all forms of the language exist or only the first
    /// form does. In other files, the source language determines the plurals.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        let file = try I18nextLeaves(bytes)
        var read = Self.texts(of: file, context: context)
        read.skeleton = I18nextJSON.skeleton(of: bytes, file.leaves, read, context)
        return read
    }

    /// Converts the contents of a file to strings, without the layout.
    static func texts(of file: I18nextLeaves, context: ReadContext) -> ReadFile {
        var conversion = Conversion(file.leaves, context: context)
        let leaves = conversion.leaves()
        return I18nextJSON.file(
            of: leaves, notices: file.notices + conversion.notices, stems: conversion.stems,
            context: context)
    }

    /// Replaces the suffixes of plural keys with the suffixes of version 4.
    private struct Conversion {
        private let given: [I18nextLeaves.Leaf]
        private let context: ReadContext
        private let texts: [Value.Text: Value]
        private let known: I18nextPlurals
        private let categories: [String?]?
        private(set) var notices: [FileNotice] = []
        /// The stems of plurals, which are the parts of keys before the suffixes.
        private(set) var stems: Set<Value.Text> = []

        init(_ leaves: [I18nextLeaves.Leaf], context: ReadContext) {
            given = leaves
            self.context = context
            texts = Dictionary(
                leaves.map { (Value.Text($0.key), $0.value) }, uniquingKeysWith: { $1 })
            known = I18nextPlurals(shape: context.shape, section: context.section)
            categories = context.language.map(I18nextNumbering.categories)
        }

        private func has(_ key: String) -> Bool { texts[Value.Text(key)]?.plainText != nil }

        mutating func leaves() -> [I18nextLeaves.Leaf] {
            given.compactMap { leaf in
                guard leaf.value.plainText != nil, let (stem, category) = pluralCase(of: leaf.key)
                else { return leaf }
                guard let category else {
                    notices.append(
                        FileNotice(
                            key: leaf.key, line: leaf.line,
                            message: context.language == nil
                                ? "Without a language, the plural form cannot be identified."
                                : "The language has no category for this plural form.",
                            isLeftOut: true))
                    return nil
                }
                let key = "\(stem)_\(category)"
                guard texts[Value.Text(key)] == nil else {
                    notices.append(
                        FileNotice(
                            key: leaf.key, line: leaf.line,
                            message: "The key would become “\(key)”, which also exists.",
                            isLeftOut: true))
                    return nil
                }
                stems.insert(Value.Text(stem))
                return I18nextLeaves.Leaf(
                    key: key, path: I18nextKey.path(of: key), value: leaf.value, line: leaf.line)
            }
        }

        /// Returns the stem of the plural and the category, if any, for a key that is a plural
        /// form.
        private func pluralCase(of key: String) -> (stem: String, category: String?)? {
            if has(key + "_plural") { return (key, "one") }
            if let stem = I18nextSuffix.removing("_plural", from: key), !stem.isEmpty {
                let isCase = has(stem) || (!context.isSource && known[stem: stem] != nil)
                return isCase ? (stem, "other") : nil
            }
            guard let underscore = key.utf8.lastIndex(of: UInt8(ascii: "_")) else { return nil }
            let stem = String(key[..<underscore])
            let digits = key.utf8[key.utf8.index(after: underscore)...]
            guard !stem.isEmpty, digits.count == 1, let index = Int(Substring(digits)),
                isNumbered(stem)
            else { return nil }
            // A single form applies to all numbers.
            if index == 0, !has(stem + "_1") { return (stem, "other") }
            guard let categories, index < categories.count else { return (stem, nil) }
            return (stem, categories[index])
        }

        private func isNumbered(_ stem: String) -> Bool {
            guard context.isSource else { return known[stem: stem] != nil }
            guard let categories, has(stem + "_0") else { return false }
            // Lists of steps have similar keys, but show no count.
            let forms = (0..<categories.count).prefix { has("\(stem)_\($0)") }
            let counts = forms.contains {
                texts[Value.Text("\(stem)_\($0)")]?.plainText.map(I18nextCounts.areShown) ?? false
            }
            return counts && (forms.count == categories.count || forms.count == 1)
        }
    }
}
