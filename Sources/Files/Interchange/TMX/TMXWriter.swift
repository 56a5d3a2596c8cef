public import Texts
import Translation

/// Writes TMX 1.4b: <https://www.gala-global.org/tmx-14b>.
///
/// The bytes depend only on the arguments, because no dates are written. Sections, keys and reviews
/// are written as `prop` elements whose types begin with `x-dragoman-`. Other programs ignore
/// these.
public struct TMXWriter {
    private var output = XMLOutput()
    /// The number of texts that were left out because XML cannot represent them.
    public private(set) var leftOut = 0

    /// Begins a file for texts translated from a source language.
    ///
    /// `version` is the version of this program.
    public init(source: LanguageTag, version: String) {
        output.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tmx version=\"1.4\">\n  <header")
        for (name, value) in [
            ("creationtool", "dragoman"), ("creationtoolversion", version),
            ("segtype", "block"), ("o-tmf", "dragoman"), ("adminlang", "en"),
            ("srclang", source.rawValue), ("datatype", "plaintext"),
        ] { output.attribute(name, value) }
        output.raw("/>\n  <body>\n")
    }

    /// Adds a unit to the file.
    ///
    /// Texts that XML cannot represent are left out. A unit that is left with fewer than two texts
    /// is also left out.
    public mutating func add(_ unit: TMXUnit) {
        let variants = unit.variants.filter(Self.isWritable)
        leftOut += unit.variants.count - variants.count
        guard variants.count > 1 else { return }
        output.raw("    <tu")
        if let source = unit.sourceLanguage { output.attribute("srclang", source) }
        output.raw(">\n")
        property(TMXUnit.Property.section, unit.section, "      ")
        property(TMXUnit.Property.key, unit.key, "      ")
        for variant in variants {
            output.raw("      <tuv")
            output.attribute("xml:lang", variant.language)
            output.raw(">\n")
            if variant.isReviewed { property(TMXUnit.Property.reviewed, "yes", "        ") }
            output.raw("        <seg>")
            output.text(variant.text)
            output.raw("</seg>\n      </tuv>\n")
        }
        output.raw("    </tu>\n")
    }

    /// Ends the file and returns its contents.
    public consuming func finish() -> [UInt8] {
        output.raw("  </body>\n</tmx>\n")
        return output.bytes
    }

    private static func isWritable(_ variant: TMXUnit.Variant) -> Bool {
        do {
            try XMLObstacle.require(variant.text)
            return true
        } catch {
            return false
        }
    }

    private mutating func property(_ type: String, _ value: String?, _ indent: String) {
        guard let value, (try? XMLObstacle.require(value)) != nil else { return }
        output.raw("\(indent)<prop")
        output.attribute("type", type)
        output.raw(">")
        output.text(value)
        output.raw("</prop>\n")
    }
}
