import Testing
import Translation
import Walks
import Workspace

@testable import Commands

/// The words that are marked as changed, in scripts with and without spaces.
@Suite struct MarkedWordsTests {
    private func marked(_ old: String, _ new: String) -> String {
        ValueText.marked(
            MarkedWords.changes(from: old, to: new), style: Style(isColoured: false))
    }

    @Test(
        arguments: [
            // Whole words are marked, never single characters of them.
            ("東京都に住んでいます", "大阪府に住んでいます", "[-東京都-]{+大阪府+}に住んでいます"),
            (
                "カメラへのアクセスが拒否されました", "マイクへのアクセスが許可されました",
                "[-カメラ-]{+マイク+}へのアクセスが[-拒否-]{+許可+}されました"
            ),
            ("请检查网络连接", "请检查电源连接", "请检查[-网络-]{+电源+}连接"),
            ("我們去圖書館看書", "我們去電影院看書", "我們去[-圖書館-]{+電影院+}看書"),
            ("กรุณาตรวจสอบรหัสผ่าน", "กรุณาตรวจสอบอีเมล", "กรุณาตรวจสอบ[-รหัสผ่าน-]{+อีเมล+}"),
            ("คุณชอบกินข้าว", "คุณชอบกินขนม", "คุณชอบกิน[-ข้าว-]{+ขนม+}"),
            ("ຂ້ອຍກິນເຂົ້າ", "ຂ້ອຍກິນປາ", "ຂ້ອຍ[-ກິນເຂົ້າ-]{+ກິນປາ+}"),
            ("ខ្ញុំស្រឡាញ់ភាសាខ្មែរ", "ខ្ញុំរៀនភាសាខ្មែរ", "ខ្ញុំ[-ស្រឡាញ់-]{+រៀន+}ភាសាខ្មែរ"),
            ("저는 책을 읽어요", "저는 신문을 읽어요", "저는 [-책을-]{+신문을+} 읽어요"),
            // Arabic with vowel signs, Hebrew with points, Persian with its joiner, Hindi with its marks.
            ("كِتَابٌ جَدِيدٌ", "كِتَابٌ قَدِيمٌ", "كِتَابٌ [-جَدِيدٌ-]{+قَدِيمٌ+}"),
            ("שָׁלוֹם לכולם", "שָׁלוֹם לך", "שָׁלוֹם [-לכולם-]{+לך+}"),
            ("من می\u{200C}خواهم", "من می\u{200C}روم", "من [-می\u{200C}خواهم-]{+می\u{200C}روم+}"),
            ("नमस्ते दुनिया", "नमस्ते भारत", "नमस्ते [-दुनिया-]{+भारत+}"),
            // Characters that are seen as one are marked as one.
            ("go 👩‍👩‍👧 go", "go 👩‍👩‍👦 go", "go [-👩‍👩‍👧-]{+👩‍👩‍👦+} go"),
            ("we 👍🏽 it", "we 👍🏿 it", "we [-👍🏽-]{+👍🏿+} it"), ("a 🇫🇷 b", "a 🇫🇮 b", "a [-🇫🇷-]{+🇫🇮+} b"),
            ("cafe\u{301} noir", "cafe noir", "[-cafe\u{301}-]{+cafe+} noir"),
            ("cafe\u{301}", "caf\u{e9}", "[-cafe\u{301}-]{+caf\u{e9}+}"),
            // Without a common word, the whole text is marked.
            ("Log in, now!", "Se connecter, ici!", "[-Log in, now!-]{+Se connecter, ici!+}"),
            ("你好。", "再见。", "[-你好。-]{+再见。+}"), ("", "new", "{+new+}"), ("old", "", "[-old-]"),
            ("", "", ""), ("…", "…", "…"), ("👍 a", "👍 b", "👍 [-a-]{+b+}"),
        ] as [(String, String, String)])
    func table(old: String, new: String, expected: String) {
        let result = marked(old, new)
        // `==` would treat canonically equivalent texts as equal.
        #expect(result.utf8.elementsEqual(expected.utf8), "\(result)")
    }

    /// Sentences to pair with each other.
    static let sentences = [
        "今日は天気がいいので、公園を散歩しましょう。", "今天天气很冷，我们去图书馆看书吧。", "วันนี้อากาศร้อน ไปว่ายน้ำในทะเลกันเถอะ",
        "الطَّقسُ جَمِيلٌ اليوم، لنذهب في نزهة.", "मौसम अच्छा है 👨‍👩‍👧‍👦🏳️‍🌈 क्षत्रिय",
        "Z\u{351}\u{36B}a\u{343}lgo e\u{301}\u{327}",
        "ภาษาไทยน้ำเก็บกู้", "👍🏽👍🏿🇫🇷🇫🇮1️⃣", "",
    ]

    /// No run begins or ends within a user-perceived character.
    @Test(arguments: sentences, sentences)
    func runsAreWholeCharacters(old: String, new: String) {
        for (text, other) in [(old, WordDiff.Change.Kind.added), (new, .removed)] {
            let runs = MarkedWords.changes(from: old, to: new).filter { $0.kind != other }
            #expect(runs.map(\.text).joined().utf8.elementsEqual(text.utf8))
            #expect(
                runs.flatMap { Array($0.text) }.map { Array($0.utf8) }
                    == text.map { Array($0.utf8) })
        }
    }
}
