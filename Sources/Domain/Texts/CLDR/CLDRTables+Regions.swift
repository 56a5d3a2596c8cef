// Written by `make cldr` from CLDR 42, by ICU 72.1. Do not edit.

extension CLDRTables {
    /// The tags that inherit from another than a shorter one.
    package static let parents = CLDRTable(
        """
        az-Arab=root;az-Cyrl=root;bal-Latn=root;blt-Latn=root;bm-Nkoo=root;bs-Cyrl=root
        byn-Latn=root;cu-Glag=root;dje-Arab=root;dyo-Arab=root;en-150=en-001;en-AG=en-001
        en-AI=en-001;en-AT=en-150;en-AU=en-001;en-BB=en-001;en-BE=en-150;en-BM=en-001;en-BS=en-001
        en-BW=en-001;en-BZ=en-001;en-CC=en-001;en-CH=en-150;en-CK=en-001;en-CM=en-001;en-CX=en-001
        en-CY=en-001;en-DE=en-150;en-DG=en-001;en-DK=en-150;en-DM=en-001;en-Dsrt=root;en-ER=en-001
        en-FI=en-150;en-FJ=en-001;en-FK=en-001;en-FM=en-001;en-GB=en-001;en-GD=en-001;en-GG=en-001
        en-GH=en-001;en-GI=en-001;en-GM=en-001;en-GY=en-001;en-HK=en-001;en-IE=en-001;en-IL=en-001
        en-IM=en-001;en-IN=en-001;en-IO=en-001;en-JE=en-001;en-JM=en-001;en-KE=en-001;en-KI=en-001
        en-KN=en-001;en-KY=en-001;en-LC=en-001;en-LR=en-001;en-LS=en-001;en-MG=en-001;en-MO=en-001
        en-MS=en-001;en-MT=en-001;en-MU=en-001;en-MV=en-001;en-MW=en-001;en-MY=en-001;en-NA=en-001
        en-NF=en-001;en-NG=en-001;en-NL=en-150;en-NR=en-001;en-NU=en-001;en-NZ=en-001;en-PG=en-001
        en-PK=en-001;en-PN=en-001;en-PW=en-001;en-RW=en-001;en-SB=en-001;en-SC=en-001;en-SD=en-001
        en-SE=en-150;en-SG=en-001;en-SH=en-001;en-SI=en-150;en-SL=en-001;en-SS=en-001;en-SX=en-001
        en-SZ=en-001;en-Shaw=root;en-TC=en-001;en-TK=en-001;en-TO=en-001;en-TT=en-001;en-TV=en-001
        en-TZ=en-001;en-UG=en-001;en-VC=en-001;en-VG=en-001;en-VU=en-001;en-WS=en-001;en-ZA=en-001
        en-ZM=en-001;en-ZW=en-001;es-AR=es-419;es-BO=es-419;es-BR=es-419;es-BZ=es-419;es-CL=es-419
        es-CO=es-419;es-CR=es-419;es-CU=es-419;es-DO=es-419;es-EC=es-419;es-GT=es-419;es-HN=es-419
        es-MX=es-419;es-NI=es-419;es-PA=es-419;es-PE=es-419;es-PR=es-419;es-PY=es-419;es-SV=es-419
        es-US=es-419;es-UY=es-419;es-VE=es-419;ff-Adlm=root;ff-Arab=root;ha-Arab=root
        hi-Latn=en-IN;ht=fr-HT;iu-Latn=root;kk-Arab=root;ks-Deva=root;ku-Arab=root;ky-Arab=root
        ky-Latn=root;ml-Arab=root;mn-Mong=root;mni-Mtei=root;ms-Arab=root;nb=no;nn=no;pa-Arab=root
        pt-AO=pt-PT;pt-CH=pt-PT;pt-CV=pt-PT;pt-FR=pt-PT;pt-GQ=pt-PT;pt-GW=pt-PT;pt-LU=pt-PT
        pt-MO=pt-PT;pt-MZ=pt-PT;pt-ST=pt-PT;pt-TL=pt-PT;sat-Deva=root;sd-Deva=root;sd-Khoj=root
        sd-Sind=root;shi-Latn=root;so-Arab=root;sr-Latn=root;sw-Arab=root;tg-Arab=root
        ug-Cyrl=root;uz-Arab=root;uz-Cyrl=root;vai-Latn=root;wo-Arab=root;yo-Arab=root
        yue-Hans=root;zh-Hant=root;zh-Hant-MO=zh-Hant-HK
        """)

    /// The regions of Europe.
    package static let europe = CLDRTable(
        """
        039;151;154;155;AD;AL;AT;AX;BA;BE;BG;BY;CH;CZ;DD;DE;DK;EE;ES;FI;FO;FR;FX;GB;GG;GI;GR;HR;HU
        IE;IM;IS;IT;JE;LI;LT;LU;LV;MC;MD;ME;MK;MT;NL;NO;PL;PT;RO;RS;RU;SE;SI;SJ;SK;SM;UA;VA;XK
        """)

    /// The names of scripts in Unicode's data.
    package static let scriptNames = CLDRTable(
        """
        Adlm=Adlam;Aghb=Caucasian_Albanian;Ahom=Ahom;Arab=Arabic;Armi=Imperial_Aramaic
        Armn=Armenian;Avst=Avestan;Bali=Balinese;Bamu=Bamum;Bass=Bassa_Vah;Batk=Batak;Beng=Bengali
        Bhks=Bhaiksuki;Bopo=Bopomofo;Brah=Brahmi;Brai=Braille;Bugi=Buginese;Buhd=Buhid;Cakm=Chakma
        Cans=Canadian_Aboriginal;Cari=Carian;Cham=Cham;Cher=Cherokee;Chrs=Chorasmian;Copt=Coptic
        Cpmn=Cypro_Minoan;Cprt=Cypriot;Cyrl=Cyrillic;Deva=Devanagari;Diak=Dives_Akuru;Dogr=Dogra
        Dsrt=Deseret;Dupl=Duployan;Egyp=Egyptian_Hieroglyphs;Elba=Elbasan;Elym=Elymaic
        Ethi=Ethiopic;Geor=Georgian;Glag=Glagolitic;Gong=Gunjala_Gondi;Gonm=Masaram_Gondi
        Goth=Gothic;Gran=Grantha;Grek=Greek;Gujr=Gujarati;Guru=Gurmukhi;Hanb=Hanb;Hang=Hangul
        Hani=Han;Hano=Hanunoo;Hans=Hans;Hant=Hant;Hatr=Hatran;Hebr=Hebrew;Hira=Hiragana
        Hluw=Anatolian_Hieroglyphs;Hmng=Pahawh_Hmong;Hmnp=Nyiakeng_Puachue_Hmong
        Hrkt=Katakana_Or_Hiragana;Hung=Old_Hungarian;Ital=Old_Italic;Jamo=Jamo;Java=Javanese
        Jpan=Jpan;Kali=Kayah_Li;Kana=Katakana;Kawi=Kawi;Khar=Kharoshthi;Khmr=Khmer;Khoj=Khojki
        Kits=Khitan_Small_Script;Knda=Kannada;Kore=Kore;Kthi=Kaithi;Lana=Tai_Tham;Laoo=Lao
        Latn=Latin;Lepc=Lepcha;Limb=Limbu;Lina=Linear_A;Linb=Linear_B;Lisu=Lisu;Lyci=Lycian
        Lydi=Lydian;Mahj=Mahajani;Maka=Makasar;Mand=Mandaic;Mani=Manichaean;Marc=Marchen
        Medf=Medefaidrin;Mend=Mende_Kikakui;Merc=Meroitic_Cursive;Mero=Meroitic_Hieroglyphs
        Mlym=Malayalam;Modi=Modi;Mong=Mongolian;Mroo=Mro;Mtei=Meetei_Mayek;Mult=Multani
        Mymr=Myanmar;Nagm=Nag_Mundari;Nand=Nandinagari;Narb=Old_North_Arabian;Nbat=Nabataean
        Newa=Newa;Nkoo=Nko;Nshu=Nushu;Ogam=Ogham;Olck=Ol_Chiki;Orkh=Old_Turkic;Orya=Oriya
        Osge=Osage;Osma=Osmanya;Ougr=Old_Uyghur;Palm=Palmyrene;Pauc=Pau_Cin_Hau;Perm=Old_Permic
        Phag=Phags_Pa;Phli=Inscriptional_Pahlavi;Phlp=Psalter_Pahlavi;Phnx=Phoenician;Plrd=Miao
        Prti=Inscriptional_Parthian;Qaac=Coptic;Qaai=Inherited;Rjng=Rejang;Rohg=Hanifi_Rohingya
        Runr=Runic;Samr=Samaritan;Sarb=Old_South_Arabian;Saur=Saurashtra;Sgnw=SignWriting
        Shaw=Shavian;Shrd=Sharada;Sidd=Siddham;Sind=Khudawadi;Sinh=Sinhala;Sogd=Sogdian
        Sogo=Old_Sogdian;Sora=Sora_Sompeng;Soyo=Soyombo;Sund=Sundanese;Sylo=Syloti_Nagri
        Syrc=Syriac;Tagb=Tagbanwa;Takr=Takri;Tale=Tai_Le;Talu=New_Tai_Lue;Taml=Tamil;Tang=Tangut
        Tavt=Tai_Viet;Telu=Telugu;Tfng=Tifinagh;Tglg=Tagalog;Thaa=Thaana;Thai=Thai;Tibt=Tibetan
        Tirh=Tirhuta;Tnsa=Tangsa;Toto=Toto;Ugar=Ugaritic;Vaii=Vai;Vith=Vithkuqi;Wara=Warang_Citi
        Wcho=Wancho;Xpeo=Old_Persian;Xsux=Cuneiform;Yezi=Yezidi;Yiii=Yi;Zanb=Zanabazar_Square
        Zinh=Inherited;Zmth=Zmth;Zsye=Zsye;Zsym=Zsym;Zxxx=Zxxx;Zyyy=Common;Zzzz=Unknown
        """)

    /// The scripts whose lines run from right to left.
    package static let rightToLeftScripts = CLDRTable(
        """
        Adlm;Arab;Armi;Avst;Chrs;Cprt;Elym;Hatr;Hebr;Hung;Khar;Lydi;Mand;Mani;Mend;Merc;Mero;Narb
        Nbat;Nkoo;Orkh;Ougr;Palm;Phli;Phlp;Phnx;Prti;Rohg;Samr;Sarb;Sogd;Sogo;Syrc;Thaa;Yezi
        """)
}
