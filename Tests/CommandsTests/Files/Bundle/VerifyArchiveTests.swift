import Foundation
import TestWorld
import Testing

/// Archives that another program packed, sound or malicious.
@Suite struct VerifyArchiveTests {
    /// Packs `dist` with a Python script that ends with the given lines; returns false without
    /// Python.
    private static func pack(_ sandbox: Sandbox, _ name: String, _ lines: String) throws -> Bool {
        let script = """
            import io, os, sys, tarfile, zipfile
            names = sorted(os.path.relpath(os.path.join(d, f), "dist")
                           for d, _, files in os.walk("dist") for f in files)
            def tar(extra=(), change=lambda name, info: info):
                with tarfile.open(sys.argv[1], "w:gz") as t:
                    for n in names: t.add("dist/" + n, n)
                    for info, data in extra: t.addfile(info, io.BytesIO(data))
            def entry(name, data=b"", type=tarfile.REGTYPE, link=""):
                info = tarfile.TarInfo(name)
                info.size, info.type, info.linkname = len(data), type, link
                return (info, data)
            def zip(extra=()):
                with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:
                    for n in names: z.write("dist/" + n, n)
                    for n, data in extra: z.writestr(n, data)
            \(lines)
            """
        let result = try sandbox.execute(
            "/usr/bin/env", ["python3", "-W", "ignore", "-c", script, name])
        // Without Python the archive cannot be packed.
        guard result.status != 127 else { return false }
        #expect(result.status == 0, "\(result)")
        return true
    }

    private static func bundle() throws -> Sandbox {
        let sandbox = try MakeBundleTests.project()
        sandbox.run(["bundle", "-o", "../dist"], in: "app")
        return sandbox
    }

    @Test func whatOthersPackIsVerifiedToo() throws {
        let sandbox = try Self.bundle()
        for (name, lines) in [("x.tar.gz", "tar()"), ("x.zip", "zip()")] {
            guard try Self.pack(sandbox, name, lines) else { return }
            #expect(sandbox.run(["verify", "../" + name], in: "app").status == 0)
        }
        let packed = try sandbox.execute("/bin/sh", ["-c", "tar -czf y.tgz -C dist ."])
        #expect(packed.status == 0)
        #expect(sandbox.run(["verify", "../y.tgz"], in: "app").status == 0)
    }

    @Test(arguments: [
        ("x.tar.gz", "tar([entry('../evil', b'x')])", "unsafe  ../evil: "),
        ("x.tar.gz", "tar([entry('/tmp/evil', b'x')])", "unsafe  /tmp/evil: "),
        ("x.tar.gz", "tar([entry('a', b'x'), entry('a', b'y')])", "unsafe  a: "),
        ("x.tar.gz", "tar([entry('more', b'x')])", "extra  more: "),
        ("x.tar.gz", "tar([entry('l', type=tarfile.SYMTYPE, link='/etc/passwd')])", "unsafe  "),
        ("x.tar.gz", "tar([entry('l', type=tarfile.LNKTYPE, link='manifest.json')])", "unsafe  "),
        ("x.tar.gz", "tar([entry('d', type=tarfile.CHRTYPE)])", "unsafe  "),
        ("x.tar.gz", "names.remove('verid-xml/fr.xml'); tar()", "missing  verid-xml/fr.xml: "),
        ("x.tar.gz", "tar([entry('bomb', bytes(70 << 20))])", "damaged  "),
        ("x.zip", "zip([('../evil', b'x')])", "unsafe  ../evil: "),
        ("x.zip", "zip([('more', b'x')])", "extra  more: "),
    ])
    func whatNoBundleHoldsIsNamed(name: String, lines: String, problem: String) throws {
        let sandbox = try Self.bundle()
        guard try Self.pack(sandbox, name, lines) else { return }
        let result = sandbox.run(["verify", "../" + name], in: "app")
        #expect(result.status == 1)
        #expect(result.output.hasPrefix(problem), "\(result)")
        // An earlier bundle may lack files; a bundle with unknown files is not replaced.
        let isReplaced = problem.hasPrefix("missing")
        let again = sandbox.run(["bundle", "-o", "../" + name], in: "app")
        #expect(again.status == (isReplaced ? 0 : 2), "\(again)")
    }

    @Test func damageIsNoCrash() throws {
        let sandbox = try Self.bundle()
        for form in ["x.tar.gz", "x.zip"] {
            sandbox.run(["bundle", "-o", "../" + form], in: "app")
            let url = URL(fileURLWithPath: sandbox.directory + "/" + form)
            let bytes = try Data(contentsOf: url)
            for size in [4, 40, bytes.count / 2, bytes.count - 100] {
                try bytes.prefix(size).write(to: url)
                let result = sandbox.run(["verify", "../" + form], in: "app")
                #expect(result.status == 1, "\(form) \(size): \(result)")
            }
            try Data("no archive".utf8).write(to: url)
            #expect(sandbox.run(["verify", "../" + form], in: "app").status == 2)
        }
    }
}
