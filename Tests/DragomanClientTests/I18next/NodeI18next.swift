import Foundation
import JSON
import TestWorld
import Testing

/// Debian's i18next, which answers the same lookups.
enum NodeI18next {
    private static let module = "/usr/share/nodejs/i18next/dist/umd/i18next.js"

    /// The reason why it cannot run, or nil.
    static var obstacle: String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        guard
            path.split(separator: ":").contains(where: {
                FileManager.default.isExecutableFile(atPath: "\($0)/node")
            })
        else { return "nodejs is not installed" }
        guard FileManager.default.fileExists(atPath: module) else {
            return "node-i18next is not installed"
        }
        return nil
    }

    /// The result of a lookup: a text or a truth value; nil if i18next threw or did not finish.
    typealias Answer = JSONValue?

    /// Returns the results of the lookups of each world, from one process.
    static func answers(to worlds: [I18nextWorld]) throws -> [[Answer]] {
        let sandbox = try Sandbox()
        let input = JSONValue.array(worlds.map(\.json))
        try sandbox.write(
            String(decoding: CanonicalJSON.encode(input), as: UTF8.self), to: "worlds.json")
        try sandbox.write(script, to: "main.cjs")
        let result = try sandbox.execute("/usr/bin/env", ["node", "main.cjs"])
        try #require(result.status == 0, "\(result.errors)")
        let output = try JSONValue.parse(Array(try sandbox.read("answers.json").utf8))
        return try #require(output.arrayValue).map { world in
            try #require(world.arrayValue).map { $0 == .null ? nil : $0 }
        }
    }

    private static let script = """
        const i18next = require("\(module)");
        const fs = require("fs");
        // Some lookups never end, such as those of a nested text with “$&”.
        const ask = new (require("vm").Script)("lookup()");
        const bounded = lookup => { globalThis.lookup = lookup; return ask.runInThisContext({timeout: 1000}); };
        const answer = async ({options, resources, lookups}) => {
            const instances = {};
            const answers = [];
            for (const {language, keys, values, exists} of lookups) {
                if (!instances[language]) {
                    const instance = i18next.createInstance();
                    // A copy of everything: i18next writes into its options.
                    const own = JSON.parse(JSON.stringify({...options, resources, lng: language}));
                    await instance.init({returnNull: false, ...own});
                    // No value stays absent; otherwise it would become NaN.
                    instance.services.formatter.add("number", (value, language, options) =>
                        value === undefined ? value : new Intl.NumberFormat(language, options).format(value));
                    instances[language] = instance;
                }
                const instance = instances[language];
                try {
                    answers.push(bounded(() =>
                        exists ? instance.exists(keys, values) : String(instance.t(keys, values))));
                } catch (error) {
                    // A later lookup would reuse an instance that failed half way.
                    delete instances[language];
                    answers.push(null);
                }
            }
            return answers;
        };
        (async () => {
            const answers = [];
            for (const world of JSON.parse(fs.readFileSync("worlds.json", "utf8"))) answers.push(await answer(world));
            fs.writeFileSync("answers.json", JSON.stringify(answers));
        })().catch(error => { console.error(error); process.exit(1); });
        """
}
