import EventStore
import Testing

@Suite struct FileTests {
    @Test func foldersOfReservedNamesGetATilde() {
        for tag in ["aux", "con", "prn", "nul"] {
            #expect(FolderName.folder(ofTag: tag) == tag + "~")
            #expect(FolderName.tag(ofFolder: tag + "~") == tag)
        }
        #expect(FolderName.folder(ofTag: "fr-CA") == "fr-CA")
        #expect(FolderName.tag(ofFolder: "fr-CA") == "fr-CA")
    }

    @Test func aFileBearsTheNameOfItsFirstLine() {
        let lines: [(name: String, bytes: [UInt8])] = [("A", [1]), ("B", [2])]
        let files = NewFile.files(folder: "fr", lines: lines)
        #expect(files == [NewFile(folder: "fr", name: "A", content: [1, 10, 2, 10])])
    }

    @Test func largeFilesAreDivided() {
        let line = [UInt8](repeating: 65, count: 400_000)
        let files = NewFile.files(
            folder: "fr", lines: (0..<7).map { (name: "L\($0)", bytes: line) })
        #expect(files.map(\.name) == ["L0", "L2", "L4", "L6"])
        #expect(files.allSatisfy { $0.content.count <= NewFile.maximumSize })
    }

    @Test func aLineThatIsTooLongStandsAlone() {
        let long = [UInt8](repeating: 65, count: NewFile.maximumSize + 5)
        let lines: [(name: String, bytes: [UInt8])] = [("A", [1]), ("B", long), ("C", [3])]
        let files = NewFile.files(folder: "fr", lines: lines)
        #expect(files.map(\.name) == ["A", "B", "C"])
    }

    @Test func noLinesAreNoFiles() {
        #expect(NewFile.files(folder: "fr", lines: []).isEmpty)
    }
}
