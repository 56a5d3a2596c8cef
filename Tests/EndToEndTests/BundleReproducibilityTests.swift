import Foundation
import TestWorld
import Testing

@Suite struct BundleReproducibilityTests {
    /// Two clones in different directories, with different time zones, umasks, languages and user
    /// names.
    @Test func clonesGiveIdenticalBundles() throws {
        let sandbox = try Sandbox()
        let program = try Products.dragoman
        let setup = """
            set -e
            '\(program)' init app
            cd app
            '\(program)' locale add fr fr-CA ar zh-Hant
            '\(program)' string add 'Größe 見出し' 'Size'
            '\(program)' string add -s 'Menü/見出し' save 'Save'
            '\(program)' set fr 'Größe 見出し' Taille
            '\(program)' set fr 'Menü/見出し:save' Enregistrer
            cd ..
            git clone -q app one
            mkdir -p deeply/nested
            git clone -q --depth 1 "file://$PWD/app" deeply/nested/two
            """
        let made = try sandbox.execute("/bin/bash", ["-c", setup])
        #expect(made.status == 0, "\(made)")
        let places = [
            ("one", "022", ["TZ": "Asia/Kathmandu", "LC_ALL": "C"]),
            (
                "deeply/nested/two", "077",
                ["TZ": "America/St_Johns", "LC_ALL": "C.UTF-8", "GIT_AUTHOR_NAME": "Otto"]
            ),
        ]
        for (directory, mask, environment) in places {
            let script = """
                set -e
                umask \(mask)
                for form in dir out.tar.gz out.zip; do '\(program)' bundle -o "$form"; done
                '\(program)' verify out.zip && '\(program)' verify out.tar.gz
                """
            let result = try sandbox.execute(
                "/bin/bash", ["-c", script], in: directory, environment: environment)
            #expect(result.status == 0, "\(result)")
        }
        let compared = try sandbox.execute(
            "/bin/bash",
            [
                "-c",
                """
                set -e
                for form in out.tar.gz out.zip; do cmp one/$form deeply/nested/two/$form; done
                diff -r one/dir deeply/nested/two/dir
                mkdir unpacked && tar -xzf one/out.tar.gz -C unpacked && diff -r unpacked one/dir
                ls unpacked/i18next-json/fr/Menü
                """,
            ], environment: ["LC_ALL": "C.UTF-8"])
        #expect(compared.status == 0, "\(compared)")
        #expect(compared.output == "見出し.json\n")
    }
}
