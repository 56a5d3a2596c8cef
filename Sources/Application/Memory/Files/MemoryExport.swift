import Interchange
import Machine
import ReadModel
package import Texts
import Translation
package import Workspace

/// A translation memory as a TMX 1.4b file.
package struct MemoryExport: Sendable {
    package let bytes: [UInt8]
    /// The number of units in the file.
    package let units: Int
    /// The number of texts that were left out because XML cannot contain them.
    package let leftOut: Int

    /// Writes the project's own texts, without the texts from imported files.
    ///
    /// `locales` are the languages besides the source language; if empty, all languages are
    /// written. Each source text of a string becomes a unit, with one translation per translated
    /// language. Throws `unknown-language`. Cost: holds all texts in these languages in memory.
    package init(_ snapshot: Snapshot, of locales: [LanguageTag] = []) throws {
        for locale in locales { try snapshot.requireLocale(locale) }
        let project = snapshot.project
        let languages = try locales.isEmpty ? snapshot.translatedLocales() : locales
        var texts: [(locale: LanguageTag, texts: [Int64: TextToRemember])] = []
        for locale in languages where locale != project.source {
            texts.append(
                (locale, try snapshot.model.textsToRemember(in: locale, strings: 0 ... .max)))
        }
        var writer = TMXWriter(source: project.source, version: ProgramVersion.number)
        var count = 0
        for string in try snapshot.model.stringsToCheck(after: 0, limit: .max)
            .sorted(by: { $0.place.precedes($1.place) })
        {
            for unit in string.units(with: texts, of: project) {
                writer.add(unit)
                count += 1
            }
        }
        leftOut = writer.leftOut
        bytes = writer.finish()
        units = count
    }
}

extension StringToCheck {
    /// Returns a unit for each translated text of the string, in the order of the texts.
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
