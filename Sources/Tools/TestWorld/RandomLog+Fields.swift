// JSON fragments for testing parsers, one per line. The page on stored data defines which lines are
// events, and what events contain.

extension RandomLog {
    /// A member of an object in its written form.
    struct Field: Sendable {
        /// The name including its quotes.
        var name: String
        var value: String

        /// Creates a field from a name including its quotes, and a value.
        init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// Creates a field from a line such as `"over":[]`.
        init(line: String) {
            let end = line.firstRange(of: "\":")?.upperBound ?? line.endIndex
            name = String(line[..<end].dropLast())
            value = String(line[end...])
        }
    }

    /// Values for `v`, including higher versions and the current one.
    static let versions = lines(
        #"""
        2
        2.0
        1e3
        99999999999999999999
        1e999
        1.5
        1.0
        1e0
        0
        -1
        -0
        1.0000000000000000000001
        1
        "2"
        null
        true
        [2]
        -1e999
        01
        +2
        """#)

    /// Fields that any event may have, whether or not they belong to its type.
    static let additions =
        (unnamed + common + own).map(Field.init(line:))
        + [510, 511, 512].map {
            Field(
                name: "\"unknown\"",
                value: String(repeating: "[", count: $0) + String(repeating: "]", count: $0))
        }

    /// Fields with the same meaning as their absence.
    static let absences = lines(
        #"""
        "over":[]
        "undoes":[]
        "also":[]
        "placeholders":[]
        "refs":[]
        "labels":[]
        "translate":true
        "minor":false
        "planned":false
        "new":false
        "origin":"human"
        """#
    ).map(Field.init(line:))

    private static let unnamed = lines(
        #"""
        "unknown":[18446744073709551616,0.5,-0.0,1E-2]
        "unknown":1e999
        "unknown":null
        "unknown":{"a":{"a":{}}}
        "unknown":{"a":1,"a":1}
        "unknown":{"a":1,"\u0061":1}
        "unknown":{"é":1,"e\u0301":1}
        "unknown":{"\u0000":1}
        "unknown":{"\udc00":1}
        "unknown":"\u0000"
        "unknown":"\ud800"
        "unknown":"\ud83d\ude00"
        "unknown":"\ude00\ud83d"
        "unknown":"\#t"
        "unknown":"\#u{7F}\#u{FEFF}\#u{FFFF}"
        "unknown":"\x"
        "unknown":NaN
        "unknown":-
        "unknown":01
        "unknown":.5
        "unknown":5.
        "a\u0000":1
        "":""
        "v":1
        "V":2
        """#)

    private static let common = lines(
        #"""
        "id":"01m7yq3r434tff59tdwh9edd1r"
        "at":""
        "type":"tea.served"
        "actor":null
        "actor":{"name":"A"}
        "actor":{"email":"e","name":"","x":0.5}
        "locale":""
        "locale":"EN"
        "locale":"en_US"
        "locale":"abcdefghi"
        "section":null
        "section":""
        "key":""
        "key":5
        "base":null
        "base":"x"
        "base":"81M7YQ3R434TFF59TDWH9EDD1R"
        "base":"01M7YQ3R434TFF59TDWH9EDD1R"
        "base":"01M7YQ3R434TFF59TDWH9EDD1U"
        "over":[]
        "over":["01M7YQ3R434TFF59TDWH9EDD1R","01M7YQ3R434TFF59TDWH9EDD1R"]
        "over":"01M7YQ3R434TFF59TDWH9EDD1R"
        "source":"01M7YQ3R434TFF59TDWH9EDD1R"
        "source":5
        "copies":false
        "undoes":[]
        "undoes":[null]
        "idem":""
        "idem":"i"
        "idem":null
        "meta":{}
        "meta":{"po":0.5,"x":null}
        "meta":[]
        "meta":{"po":{"a":0,"a":0}}
        """#)

    private static let own = lines(
        #"""
        "comment":""
        "comment":null
        "maxLength":{"unit":"byte","n":-1,"x":0.5}
        "maxLength":{"n":0}
        "maxLength":{"n":1,"unit":"inch"}
        "maxLength":{"n":1.0,"unit":"byte"}
        "maxLength":{}
        "placeholders":[]
        "placeholders":[{"name":"n"}]
        "placeholders":[{"x":1e999,"type":"","name":""}]
        "placeholders":[{"name":"n","type":"int","example":null}]
        "translate":true
        "translate":false
        "translate":""
        "order":-0
        "order":1e3
        "order":1.0
        "order":9223372036854775807
        "order":9223372036854775808
        "order":-9223372036854775808
        "order":-9223372036854775809
        "refs":[""]
        "refs":[1]
        "refs":{}
        "labels":[]
        "labels":["b","a","b"]
        "screenshot":{"url":"","x":1}
        "screenshot":{"url":"u","sha256":null}
        "screenshot":{}
        "screenshot":"u"
        "minor":false
        "minor":true
        "minor":null
        "minor":1
        "name":""
        "name":"x"
        "fallback":[]
        "fallback":["EN","EN"]
        "fallback":[""]
        "fallback":null
        "planned":true
        "planned":false
        "planned":0
        "proposal":""
        "proposal":null
        "author":{"name":"","email":""}
        "author":{}
        "also":[]
        "also":["x"]
        "format":""
        "path":null
        "text":"t"
        "reason":null
        "reason":""
        "guid":""
        "guid":5
        "replaces":[]
        "note":[]
        "picture":7
        "picture":""
        "origin":"human"
        "origin":""
        "origin":null
        "new":false
        "code":""
        "check":5
        """#)

    /// Values for texts and settings.
    static let values =
        lines(
            #"""
            ""
            "\u00e9"
            null
            true
            5
            -0
            1.0
            []
            {}
            [0.5]
            {"a":{"b":1e1}}
            9223372036854775808
            [-9223372036854775808]
            {"b":[],"a":[{"d":0,"c":""}]}
            {"by":"plural","cases":{"other":"b","=0":"","one":"a"},"note":1e999}
            {"cases":{"=9":"9","=10":"10"},"arg":"","by":"ordinal"}
            {"by":"plural","cases":{}}
            {"by":"plural"}
            {"by":"plural","cases":null}
            {"by":"plural","cases":{"=":""}}
            {"by":"plural","cases":{"=01":""}}
            {"by":"plural","cases":{"=1234567890":""}}
            {"by":"plural","cases":{"=123456789":""}}
            {"by":"plural","cases":{"some":""}}
            {"by":"plural","cases":{"other":"","oth\u0065r":""}}
            {"by":"select","cases":{"other":"o","one":"1","=01":"x"}}
            {"by":"width","cases":{"20":"w"},"arg":5}
            {"by":"gender","cases":{"a":""}}
            {"by":null,"list":[]}
            {"list":[],"by":"select","cases":{"a":"b"}}
            {"list":[],"format":5}
            {"list":[[]]}
            {"list":null}
            {"list":["a","a"],"x":1e999}
            {"format":"f"}
            {"format":"f","vars":{}}
            {"format":"f","vars":null}
            {"format":5}
            {"vars":{},"format":""}
            {"format":"f","vars":{"n":"x"}}
            {"format":"f","vars":{"n":{"cases":{"other":"y","=1":"z"},"by":"ordinal","spec":"d","arg":"q"}}}
            {"format":"f","vars":{"n":{"by":"select","cases":{}}}}
            {"format":"f","vars":{"":{"by":"select","cases":{"":""},"list":1}}}
            {"format":"f","vars":{"n":{"by":"select","spec":null,"cases":{"a":""}}}}
            """#) + deepest

    /// Values of the maximum depth, and values that exceed it.
    private static let deepest =
        ["\"t\"", "{\"list\":[]}", "{\"format\":\"f\"}"].map { choices(3, $0) }
        + [
            choices(4, "\"t\""), choices(3, "{\"list\":[\"\"]}"),
            choices(2, "{\"list\":[\"\",{\"list\":[]}]}"), choices(2, format), choices(3, format),
        ]
    private static let format =
        #"{"format":"f","vars":{"n":{"by":"select","cases":{"a":""}}}}"#

    /// Returns nested choices around a value.
    private static func choices(_ count: Int, _ value: String) -> String {
        (0..<count).reduce(value) { inner, _ in "{\"by\":\"select\",\"cases\":{\"a\":\(inner)}}" }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }
}
