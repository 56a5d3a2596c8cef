/// Signatures made by `ssh-keygen` of OpenSSH 9.2, whose private keys were discarded.
enum SSHVectors {
    /// The signed message.
    static let message = "{\"schema\":1}\n"
    /// The key of ``good``, ``sha256`` and ``otherNamespace``.
    static let key = """
        ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPiqnbMhcqOdRubuVeHeWr6aixyMLHHbMmQ4A90RLq8v mara@example.org
        """
    /// The fingerprint of ``key``, as printed by `ssh-keygen -l`.
    static let fingerprint = "SHA256:9UfR/eUPR2419IobFkNdZI3cTas6wyeO7sqvOP4VElo"
    /// The key of ``otherKey``.
    static let other = """
        ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKC6nRiZgIPELqHcmqg4EHsiepHKmEm9e33p01TNWR5Z other
        """
    static let rsaPublicKey = """
        ssh-rsa \
        AAAAB3NzaC1yc2EAAAADAQABAAABAQCdDBSKCilAAupylMa20m9Ucs5FwSxk2v0tddlLTiKqshMA6dOk\
        SI8AW6GkPC9emKrJaYH2mWqF1YNVaD46JAkKqjT2B3sfejLUL9Vgqec0RXksABBh+qNEX4pNqRk6aadw\
        4ZnsdzKkMROe3XONNoAZRDKcAKainAFQ+nMZ1fZLUx9zFWuqVxJX2mttypohUATVF++wc98NimFrJ9e1\
        ncMrbmJutSYsZhCGvg73/hyeBIyPqZUbWz28oJ/lr2efW3tAoAEXz7XSiSxrsMzp6JxN5nXtZnAisTEd\
        8npk0nnYKpgNmAZA6DgFjEDXUtyOZbFsQRZzHEk7M7Xl3jaJYQR1
        """
    /// Made by `ssh-keygen -Y sign -n dragoman-bundle`.
    static let good = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg+KqdsyFyo51G5u5V4d5avpqLHI
        wscdsyZDgD3REury8AAAAPZHJhZ29tYW4tYnVuZGxlAAAAAAAAAAZzaGE1MTIAAABTAAAA
        C3NzaC1lZDI1NTE5AAAAQAWIzqDg+UOW5E4mAVmRyqdZS2Ry/nbzGeOTenMPSx93NO/mDB
        P8wf9eKiUiF1/y+MPt12SgbKP/pihHiBDiLgM=
        -----END SSH SIGNATURE-----
        """
    /// Made by `ssh-keygen -Y sign -n dragoman-bundle -O hashalg=sha256`.
    static let sha256 = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg+KqdsyFyo51G5u5V4d5avpqLHI
        wscdsyZDgD3REury8AAAAPZHJhZ29tYW4tYnVuZGxlAAAAAAAAAAZzaGEyNTYAAABTAAAA
        C3NzaC1lZDI1NTE5AAAAQJIA9VKIa/oWR9wwAJgDTTCl4dCn/SLFDCqWi39nCrOg1bH+EC
        rGT9q81Bq6QWovCIyarWZGI+5Oh3ADlqHkZAs=
        -----END SSH SIGNATURE-----
        """
    /// Made by `ssh-keygen -Y sign -n git`.
    static let otherNamespace = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg+KqdsyFyo51G5u5V4d5avpqLHI
        wscdsyZDgD3REury8AAAADZ2l0AAAAAAAAAAZzaGE1MTIAAABTAAAAC3NzaC1lZDI1NTE5
        AAAAQGIraY8AmHnDr8E0ZZLcDyBhXe6sA0VcGI2gcQ/8nKE/CKKIOoURiUeZpDJXex3nbk
        roJOI30mO/RrJvqBxXGgs=
        -----END SSH SIGNATURE-----
        """
    /// A signature by another key.
    static let otherKey = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgoLqdGJmAg8QuodyaqDgQeyJ6kc
        qYSb17fenTVM1ZHlkAAAAPZHJhZ29tYW4tYnVuZGxlAAAAAAAAAAZzaGE1MTIAAABTAAAA
        C3NzaC1lZDI1NTE5AAAAQJjU/VSk+MKIr5WNXyh+ihPruTHWwgpBfRWF2VAlQgfljB1YTy
        GQNC1nfu8GybG8iDxR+EQHlUNYSSZ9ztLl3wY=
        -----END SSH SIGNATURE-----
        """
    /// A signature by an RSA key.
    static let rsa = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAARcAAAAHc3NoLXJzYQAAAAMBAAEAAAEBAJ0MFIoKKUAC6nKUxrbSb1
        RyzkXBLGTa/S112UtOIqqyEwDp06RIjwBboaQ8L16YqslpgfaZaoXVg1VoPjokCQqqNPYH
        ex96MtQv1WCp5zRFeSwAEGH6o0Rfik2pGTppp3Dhmex3MqQxE57dc402gBlEMpwApqKcAV
        D6cxnV9ktTH3MVa6pXElfaa23KmiFQBNUX77Bz3w2KYWsn17WdwytuYm61JixmEIa+Dvf+
        HJ4EjI+plRtbPbygn+WvZ59be0CgARfPtdKJLGuwzOnonE3mde1mcCKxMR3yemTSedgqmA
        2YBkDoOAWMQNdS3I5lsWxBFnMcSTszteXeNolhBHUAAAAPZHJhZ29tYW4tYnVuZGxlAAAA
        AAAAAAZzaGE1MTIAAAEUAAAADHJzYS1zaGEyLTUxMgAAAQByDf7144bTTS20D05LEDdzkh
        uvPRYAG/UTqC4iJRIKNnOKoclrnRDBJPZy3QKerX3uhuJMok3x8/PSEZOYU95kYCAuIvJo
        wcqBUh4DKxDk7+7xANYQMLrFT1LAvWsj+YQOI13Aja8AHjcRLL4dVp6K1qkD1QA7bcOcL3
        j1FEhiiWFWVLnY2/RX1of3HpTTtLsYXexkBLbEBkiHKSp6vcv3eK0o6E43dkRUYLxTf8C5
        74g71kaVNlgCT7i2bblQ15SGav4seHU6qsBlIQs0Sf1366oeN2leQiuWduAndUk52dugDZ
        XORkGoezmf0MCNjIn3pw0m/i2KR6T7TP6N5l+h
        -----END SSH SIGNATURE-----
        """
    /// A signature by an ECDSA key.
    static let ecdsa = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAAGgAAAATZWNkc2Etc2hhMi1uaXN0cDI1NgAAAAhuaXN0cDI1NgAAAE
        EEdFa6wNi9iwshir0shlqPxVo1x24+wQ6kCZiCTwwJa47H1x1+uTGR5u15gzw+dPl44R6O
        rwOB8++yGnr5TglBGAAAAA9kcmFnb21hbi1idW5kbGUAAAAAAAAABnNoYTUxMgAAAGQAAA
        ATZWNkc2Etc2hhMi1uaXN0cDI1NgAAAEkAAAAhAM24Hwu4h8hONYkSuLnDWY16f1702LzT
        YEEwVHbsGzg1AAAAICUhy0/4H3A7PVFF7u5v8UoP0oPcBkLpW/j8ENdWirIb
        -----END SSH SIGNATURE-----
        """
}
