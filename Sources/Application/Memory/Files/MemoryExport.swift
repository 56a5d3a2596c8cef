import Interchange
import Languages
import Machine
import ReadModel
public import Texts
import Translation

/// A part of a project's translation memory.
public struct MemoryListing: Sendable {
    /// The imported file, by its name; `nil` for the texts of the project itself.
    public let file: String?
    /// How many pairs of a text and a translation there are.
    public let pairs: Int
}

/// What a memory is written into, as TMX.
public struct MemoryExport: Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// How many units it has.
    public let units: Int
    /// How many texts were left out, since XML cannot hold them.
    public let leftOut: Int
}

extension Workspace {
    /// Checks a TMX file and takes it into the translation memory; returns how many units it has.
    ///
    /// It is copied into the repository's own directory, outside of any branch: it is neither fetched nor pushed. Throws a ``Refusal`` for a
    /// file that cannot be read, with the line, for a name that is taken, and for a name that cannot be that of a file.
    public func importMemory(_ path: String, named name: String) throws -> Int {
        try MemoryFiles(store).take(path, as: name)
    }

    /// Removes an imported file from the translation memory.
    ///
    /// Throws a ``Refusal`` if there is none of that name.
    public func removeMemory(named name: String) throws { try MemoryFiles(store).remove(name) }

    /// The parts of the project's translation memory, the texts of the project first.
    ///
    /// Cost: as for ``TranslationMemory/init(_:others:)``, and the pairs of the project.
    public func memoryListings() throws -> [MemoryListing] {
        let memory = try TranslationMemory(self)
        guard let store = memory.parts.first?.store else { return [] }
        return [MemoryListing(file: nil, pairs: try store.projectPairs())]
            + (try store.files().map { MemoryListing(file: $0.name, pairs: $0.pairs) })
    }
}

extension Snapshot {
    /// Writes the texts that the translation memory has of this project as TMX 1.4b, without those of imported files.
    ///
    /// `locales` are the languages besides the source; all, where none is named. There is a unit for each text of a string, with one
    /// translation for each language that has one. Throws `unknown-language`. Cost: the texts of these languages, in memory.
    public func memoryExport(of locales: [LanguageTag] = []) throws -> MemoryExport {
        for locale in locales { try requireLocale(locale) }
        let languages = try locales.isEmpty ? translatedLocales() : locales
        var texts: [(locale: LanguageTag, texts: [Int64: TextToRemember])] = []
        for locale in languages where locale != project.source {
            texts.append((locale, try model.textsToRemember(in: locale, strings: 0 ... .max)))
        }
        var writer = TMXWriter(source: project.source, version: ProgramVersion.number)
        var count = 0
        for string in try model.stringsToCheck(after: 0, limit: .max)
            .sorted(by: { $0.place.precedes($1.place) })
        {
            for unit in string.units(with: texts, of: project) {
                writer.add(unit)
                count += 1
            }
        }
        let leftOut = writer.leftOut
        return MemoryExport(bytes: writer.finish(), units: count, leftOut: leftOut)
    }
}

extension StringToCheck {
    /// A unit for each text of the string that is translated, in the order of its texts.
    fileprivate func units(
        with texts: [(locale: LanguageTag, texts: [Int64: TextToRemember])], of project: Project
    ) -> [TMXUnit] {
        var units: [TMXUnit] = []
        guard definition.isTranslatable else { return [] }
        for (locale, texts) in texts {
            guard let text = texts[number] else { continue }
            for (source, target) in definition.value.pairs(with: text.value) {
                let variant = TMXUnit.Variant(
                    language: locale.rawValue, text: target, isReviewed: text.isReviewed)
                let index = units.firstIndex { unit in
                    unit.variants[0].text.hasSameBytes(as: source)
                        && unit.variants.last?.language != locale.rawValue
                }
                if let index {
                    units[index].variants.append(variant)
                } else {
                    units.append(
                        TMXUnit(
                            section: string.section, key: string.key,
                            variants: [
                                TMXUnit.Variant(
                                    language: project.source.rawValue, text: source), variant,
                            ]))
                }
            }
        }
        return units
    }
}
