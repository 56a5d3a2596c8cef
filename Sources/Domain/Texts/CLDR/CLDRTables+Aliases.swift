// Written by `make cldr` from CLDR 42, by ICU 72.1. Do not edit.

extension CLDRTables {
    /// The aliases of languages, and of tags that begin with one: the reason's first letter, and what stands for it.
    package static let languageAliases = CLDRTable(
        """
        aa-saaho=d ssy;aam=d aas;aar=o aa;abk=o ab;adp=d dz;afr=o af;agp=d apf;ais=d ami;ajt=d aeb
        aju=m jrb;aka=o ak;alb=b sq;als=m sq;amh=o am;ara=o ar;arb=m ar;arg=o an;arm=b hy
        art-lojban=d jbo;asd=d snz;asm=o as;aue=d ktz;ava=o av;ave=o ae;aym=o ay;ayr=m ay
        ayx=d nun;aze=o az;azj=m az;bak=o ba;bam=o bm;baq=b eu;baz=d nvo;bcc=m bal;bcl=m bik
        bel=o be;ben=o bn;bgm=d bcg;bh=m bho;bhk=d fbl;bic=d bir;bih=o bho;bis=o bi;bjd=d drl
        bjq=d bzc;bkb=d ebk;blg=d iba;bod=o bo;bos=o bs;bre=o br;btb=d beb;bul=o bg;bur=b my
        bxk=m luy;bxr=m bua;cat=o ca;ccq=d rki;cel-gaulish=l xtg;ces=o cs;cha=o ch;che=o ce
        chi=b zh;chu=o cu;chv=o cv;cjr=d mom;cka=d cmr;cld=m syr;cmk=d xch;cmn=m zh;cnr=l sr-ME
        cor=o kw;cos=o co;coy=d pij;cqu=d quh;cre=o cr;cwd=m cr;cym=o cy;cze=b cs;daf=d dnj
        dan=o da;dap=d njz;deu=o de;dgo=m doi;dhd=m mwr;dik=m din;diq=m zza;dit=d dif;div=o dv
        djl=d dze;dkl=d aqd;drh=d mn;drr=d kzk;drw=d fa-AF;dud=d uth;duj=d dwu;dut=b nl;dwl=d dbt
        dzo=o dz;ekk=m et;ell=o el;elp=d amq;emk=m man;en-GB-oed=d en-GB-oxendict;eng=o en
        epo=o eo;esk=m ik;est=o et;eus=o eu;ewe=o ee;fao=o fo;fas=o fa;fat=m ak;fij=o fj;fin=o fi
        fra=o fr;fre=b fr;fry=o fy;fuc=m ff;ful=o ff;gav=d dev;gaz=m om;gbc=d wny;gbo=m grb
        geo=b ka;ger=b de;gfx=d vaj;ggn=d gvr;ggo=d esg;ggr=d gtu;gio=d aou;gla=o gd;gle=o ga
        glg=o gl;gli=d kzk;glv=o gv;gno=m gon;gre=b el;grn=o gn;gti=d nyc;gug=m gn;guj=o gu
        guv=d duz;gya=m gba;hat=o ht;hau=o ha;hbs=o sr-Latn;hdn=m hai;hea=m hmn;heb=o he;her=o hz
        him=m srx;hin=o hi;hmo=o ho;hrr=d jal;hrv=o hr;hun=o hu;hy-arevmda=d hyw;hye=o hy
        i-ami=d ami;i-bnn=d bnn;i-default=l en-x-i-default;i-enochian=l und-x-i-enochian
        i-hak=d hak;i-klingon=d tlh;i-lux=d lb;i-mingo=l see-x-i-mingo;i-navajo=d nv;i-pwn=d pwn
        i-tao=d tao;i-tay=d tay;i-tsu=d tsu;ibi=d opa;ibo=o ig;ice=b is;ido=o io;iii=o ii;ike=m iu
        iku=o iu;ile=o ie;ill=d ilm;ilw=d gal;in=d id;ina=o ia;ind=o id;ipk=o ik;isl=o is;ita=o it
        iw=d he;izi=d eza;jar=d jgk;jav=o jv;jeg=d oyb;ji=d yi;jpn=o ja;jw=d jv;kal=o kl;kan=o kn
        kas=o ks;kat=o ka;kau=o kr;kaz=o kk;kdv=d zkd;kgc=d tdf;kgd=d ncq;kgh=d kml;khk=m mn
        khm=o km;kik=o ki;kin=o rw;kir=o ky;kmr=m ku;knc=m kr;kng=m kg;knn=m kok;koj=d kwv
        kom=o kv;kon=o kg;kor=o ko;kpp=d jkm;kpv=m kv;krm=d bmf;ktr=d dtp;kua=o kj;kur=o ku
        kvs=d gdj;kwq=d yam;kxe=d tvd;kxl=d kru;kzh=d dgl;kzj=d dtp;kzt=d dtp;lak=d ksp;lao=o lo
        lat=o la;lav=o lv;lbk=m bnc;leg=d enl;lii=d raq;lim=o li;lin=o ln;lit=o lt;llo=d ngt
        lmm=d rmx;ltz=o lb;lub=o lu;lug=o lg;lvs=m lv;mac=b mk;mah=o mh;mal=o ml;mao=b mi;mar=o mr
        may=b ms;meg=d cir;mgx=d jbk;mhr=m chm;mkd=o mk;mlg=o mg;mlt=o mt;mnk=m man;mnt=d wnn
        mo=d ro;mof=d xnt;mol=o ro;mon=o mn;mri=o mi;msa=o ms;mst=d mry;mup=m raj;mwd=d dmw
        mwj=d vaj;mya=o my;myd=d aog;myt=d mry;nad=d xny;nau=o na;nav=o nv;nbf=d nru;nbl=o nr
        nbx=d ekc;ncp=d kdz;nde=o nd;ndo=o ng;nep=o ne;nld=o nl;nln=d azd;nlr=d nrk;nno=o nn
        nns=d nbr;nnx=d ngv;no-bok=d nb;no-bokmal=d nb;no-nyn=d nn;no-nynorsk=d nn;nob=o nb
        noo=d dtd;nor=o no;npi=m ne;nts=d pij;nxu=d bpp;nya=o ny;oci=o oc;ojg=m oj;oji=o oj
        ori=o or;orm=o om;ory=m or;oss=o os;oun=d vaj;pan=o pa;pat=d kxr;pbu=m ps;pcr=d adx
        per=b fa;pes=m fa;pli=o pi;plt=m mg;pmc=d huw;pmu=d phr;pnb=m lah;pol=o pl;por=o pt
        ppa=d bfy;ppr=d lcq;prs=o fa-AF;pry=d prt;pus=o ps;puz=d pub;que=o qu;quz=m qu;rmr=d emx
        rmy=m rom;roh=o rm;ron=o ro;rum=b ro;run=o rn;rus=o ru;sag=o sg;san=o sa;sap=d aqt
        sca=d hle;scc=d sr;scr=d hr;sgl=d isk;sgn-BE-FR=d sfb;sgn-BE-NL=d vgt;sgn-BR=d bzs
        sgn-CH-DE=d sgg;sgn-CO=d csn;sgn-DE=d gsg;sgn-DK=d dsl;sgn-ES=d ssp;sgn-FR=d fsl
        sgn-GB=d bfi;sgn-GR=d gss;sgn-IE=d isg;sgn-IT=d ise;sgn-JP=d jsl;sgn-MX=d mfs;sgn-NI=d ncs
        sgn-NL=d dse;sgn-NO=d nsi;sgn-PT=d psr;sgn-SE=d swl;sgn-US=d ase;sgn-ZA=d sfs;sh=l sr-Latn
        sin=o si;skk=d oyb;slk=o sk;slo=b sk;slv=o sl;smd=d kmb;sme=o se;smo=o sm;sna=o sn
        snb=d iba;snd=o sd;som=o so;sot=o st;spa=o es;spy=m kln;sqi=o sq;src=m sc;srd=o sc
        srp=o sr;ssw=o ss;sul=d sgd;sum=d ulw;sun=o su;swa=o sw;swc=o sw-CD;swe=o sv;swh=m sw
        tah=o ty;tam=o ta;tat=o tt;tdu=d dtp;tel=o te;tgg=d bjp;tgk=o tg;tgl=o fil;tha=o th
        thc=d tpo;thw=d ola;thx=d oyb;tib=b bo;tid=d itd;tie=d ras;tir=o ti;tkk=d twm;tl=l fil
        tlw=d weo;tmp=d tyj;tne=d kak;tnf=d fa-AF;ton=o to;tsf=d taj;tsn=o tn;tso=o ts;ttq=m tmh
        tuk=o tk;tur=o tr;tw=m ak;twi=o ak;uig=o ug;ukr=o uk;umu=m del;und-aaland=d und-AX
        und-arevela=d und;und-arevmda=d und;und-bokmal=d und;und-hakka=d und
        und-hepburn-heploc=d und-alalc97;und-lojban=d und;und-nynorsk=d und;und-saaho=d und
        und-xiang=d und;unp=d wro;uok=d ema;urd=o ur;uzb=o uz;uzn=m uz;ven=o ve;vie=o vi;vol=o vo
        wel=b cy;wgw=d wgb;wit=d nol;wiw=d nwo;wln=o wa;wol=o wo;xba=d cax;xho=o xh;xia=d acn
        xkh=d waw;xpe=m kpe;xrq=d dmw;xsj=d suj;xsl=m den;ybd=d rki;ydd=m yi;yen=d ynq;yid=o yi
        yiy=d yrm;yma=d lrr;ymt=d mtm;yor=o yo;yos=d zom;yuu=d yug;zai=m zap;zh-cmn=d zh
        zh-cmn-Hans=d zh-Hans;zh-cmn-Hant=d zh-Hant;zh-gan=d gan;zh-guoyu=d zh;zh-hakka=d hak
        zh-min=l nan-x-zh-min;zh-min-nan=d nan;zh-wuu=d wuu;zh-xiang=d hsn;zh-yue=d yue;zha=o za
        zho=o zh;zir=d scv;zsm=m ms;zul=o zu;zyb=m za
        """)

    /// The aliases of regions: the reason's first letter, and what stands for it.
    package static let regionAliases = CLDRTable(
        """
        004=o AF;008=o AL;010=o AQ;012=o DZ;016=o AS;020=o AD;024=o AO;028=o AG;031=o AZ;032=o AR
        036=o AU;040=o AT;044=o BS;048=o BH;050=o BD;051=o AM;052=o BB;056=o BE;060=o BM
        062=d 034 143;064=o BT;068=o BO;070=o BA;072=o BW;074=o BV;076=o BR;084=o BZ;086=o IO
        090=o SB;092=o VG;096=o BN;100=o BG;104=o MM;108=o BI;112=o BY;116=o KH;120=o CM;124=o CA
        132=o CV;136=o KY;140=o CF;144=o LK;148=o TD;152=o CL;156=o CN;158=o TW;162=o CX;166=o CC
        170=o CO;172=d RU AM AZ BY GE KG KZ MD TJ TM UA UZ;174=o KM;175=o YT;178=o CG;180=o CD
        184=o CK;188=o CR;191=o HR;192=o CU;196=o CY;200=d CZ SK;203=o CZ;204=o BJ;208=o DK
        212=o DM;214=o DO;218=o EC;222=o SV;226=o GQ;230=d ET;231=o ET;232=o ER;233=o EE;234=o FO
        238=o FK;239=o GS;242=o FJ;246=o FI;248=o AX;249=o FR;250=o FR;254=o GF;258=o PF;260=o TF
        262=o DJ;266=o GA;268=o GE;270=o GM;275=o PS;276=o DE;278=o DE;280=d DE;288=o GH;292=o GI
        296=o KI;300=o GR;304=o GL;308=o GD;312=o GP;316=o GU;320=o GT;324=o GN;328=o GY;332=o HT
        334=o HM;336=o VA;340=o HN;344=o HK;348=o HU;352=o IS;356=o IN;360=o ID;364=o IR;368=o IQ
        372=o IE;376=o IL;380=o IT;384=o CI;388=o JM;392=o JP;398=o KZ;400=o JO;404=o KE;408=o KP
        410=o KR;414=o KW;417=o KG;418=o LA;422=o LB;426=o LS;428=o LV;430=o LR;434=o LY;438=o LI
        440=o LT;442=o LU;446=o MO;450=o MG;454=o MW;458=o MY;462=o MV;466=o ML;470=o MT;474=o MQ
        478=o MR;480=o MU;484=o MX;492=o MC;496=o MN;498=o MD;499=o ME;500=o MS;504=o MA;508=o MZ
        512=o OM;516=o NA;520=o NR;524=o NP;528=o NL;530=o CW SX BQ;531=o CW;532=d CW SX BQ
        533=o AW;534=o SX;535=o BQ;536=o SA IQ;540=o NC;548=o VU;554=o NZ;558=o NI;562=o NE
        566=o NG;570=o NU;574=o NF;578=o NO;580=o MP;581=o UM;582=d FM MH MP PW;583=o FM;584=o MH
        585=o PW;586=o PK;591=o PA;598=o PG;600=o PY;604=o PE;608=o PH;612=o PN;616=o PL;620=o PT
        624=o GW;626=o TL;630=o PR;634=o QA;638=o RE;642=o RO;643=o RU;646=o RW;652=o BL;654=o SH
        659=o KN;660=o AI;662=o LC;663=o MF;666=o PM;670=o VC;674=o SM;678=o ST;682=o SA;686=o SN
        688=o RS;690=o SC;694=o SL;702=o SG;703=o SK;704=o VN;705=o SI;706=o SO;710=o ZA;716=o ZW
        720=o YE;724=o ES;728=o SS;729=o SD;732=o EH;736=d SD;740=o SR;744=o SJ;748=o SZ;752=o SE
        756=o CH;760=o SY;762=o TJ;764=o TH;768=o TG;772=o TK;776=o TO;780=o TT;784=o AE;788=o TN
        792=o TR;795=o TM;796=o TC;798=o TV;800=o UG;804=o UA;807=o MK
        810=o RU AM AZ BY EE GE KZ KG LV LT MD TJ TM UA UZ;818=o EG;826=o GB;830=d JE GG;831=o GG
        832=o JE;833=o IM;834=o TZ;840=o US;850=o VI;854=o BF;858=o UY;860=o UZ;862=o VE;876=o WF
        882=o WS;886=d YE;887=o YE;890=d RS ME SI HR MK BA;891=o RS ME;894=o ZM;958=o AA;959=o QM
        960=o QN;962=o QP;963=o QQ;964=o QR;965=o QS;966=o QT;967=o EU;968=o QV;969=o QW;970=o QX
        971=o QY;972=o QZ;973=o XA;974=o XB;975=o XC;976=o XD;977=o XE;978=o XF;979=o XG;980=o XH
        981=o XI;982=o XJ;983=o XK;984=o XL;985=o XM;986=o XN;987=o XO;988=o XP;989=o XQ;990=o XR
        991=o XS;992=o XT;993=o XU;994=o XV;995=o XW;996=o XX;997=o XY;998=o XZ;999=o ZZ;AAA=o AA
        ABW=o AW;AFG=o AF;AGO=o AO;AIA=o AI;ALA=o AX;ALB=o AL;AN=d CW SX BQ;AND=o AD
        ANT=o CW SX BQ;ARE=o AE;ARG=o AR;ARM=o AM;ASC=o AC;ASM=o AS;ATA=o AQ;ATF=o TF;ATG=o AG
        AUS=o AU;AUT=o AT;AZE=o AZ;BDI=o BI;BEL=o BE;BEN=o BJ;BES=o BQ;BFA=o BF;BGD=o BD;BGR=o BG
        BHR=o BH;BHS=o BS;BIH=o BA;BLM=o BL;BLR=o BY;BLZ=o BZ;BMU=o BM;BOL=o BO;BRA=o BR;BRB=o BB
        BRN=o BN;BTN=o BT;BU=d MM;BUR=o MM;BVT=o BV;BWA=o BW;CAF=o CF;CAN=o CA;CCK=o CC;CHE=o CH
        CHL=o CL;CHN=o CN;CIV=o CI;CMR=o CM;COD=o CD;COG=o CG;COK=o CK;COL=o CO;COM=o KM;CPT=o CP
        CPV=o CV;CRI=o CR;CS=d RS ME;CT=d KI;CUB=o CU;CUW=o CW;CXR=o CX;CYM=o KY;CYP=o CY;CZE=o CZ
        DD=d DE;DDR=o DE;DEU=o DE;DGA=o DG;DJI=o DJ;DMA=o DM;DNK=o DK;DOM=o DO;DY=d BJ;DZA=o DZ
        ECU=o EC;EGY=o EG;ERI=o ER;ESH=o EH;ESP=o ES;EST=o EE;ETH=o ET;FIN=o FI;FJI=o FJ;FLK=o FK
        FQ=d AQ TF;FRA=o FR;FRO=o FO;FSM=o FM;FX=d FR;FXX=o FR;GAB=o GA;GBR=o GB;GEO=o GE;GGY=o GG
        GHA=o GH;GIB=o GI;GIN=o GN;GLP=o GP;GMB=o GM;GNB=o GW;GNQ=o GQ;GRC=o GR;GRD=o GD;GRL=o GL
        GTM=o GT;GUF=o GF;GUM=o GU;GUY=o GY;HKG=o HK;HMD=o HM;HND=o HN;HRV=o HR;HTI=o HT;HUN=o HU
        HV=d BF;IDN=o ID;IMN=o IM;IND=o IN;IOT=o IO;IRL=o IE;IRN=o IR;IRQ=o IQ;ISL=o IS;ISR=o IL
        ITA=o IT;JAM=o JM;JEY=o JE;JOR=o JO;JPN=o JP;JT=d UM;KAZ=o KZ;KEN=o KE;KGZ=o KG;KHM=o KH
        KIR=o KI;KNA=o KN;KOR=o KR;KWT=o KW;LAO=o LA;LBN=o LB;LBR=o LR;LBY=o LY;LCA=o LC;LIE=o LI
        LKA=o LK;LSO=o LS;LTU=o LT;LUX=o LU;LVA=o LV;MAC=o MO;MAF=o MF;MAR=o MA;MCO=o MC;MDA=o MD
        MDG=o MG;MDV=o MV;MEX=o MX;MHL=o MH;MI=d UM;MKD=o MK;MLI=o ML;MLT=o MT;MMR=o MM;MNE=o ME
        MNG=o MN;MNP=o MP;MOZ=o MZ;MRT=o MR;MSR=o MS;MTQ=o MQ;MUS=o MU;MWI=o MW;MYS=o MY;MYT=o YT
        NAM=o NA;NCL=o NC;NER=o NE;NFK=o NF;NGA=o NG;NH=d VU;NIC=o NI;NIU=o NU;NLD=o NL;NOR=o NO
        NPL=o NP;NQ=d AQ;NRU=o NR;NT=d SA IQ;NTZ=o SA IQ;NZL=o NZ;OMN=o OM;PAK=o PK;PAN=o PA
        PC=d FM MH MP PW;PCN=o PN;PER=o PE;PHL=o PH;PLW=o PW;PNG=o PG;POL=o PL;PRI=o PR;PRK=o KP
        PRT=o PT;PRY=o PY;PSE=o PS;PU=d UM;PYF=o PF;PZ=d PA;QAT=o QA;QMM=o QM;QNN=o QN;QPP=o QP
        QQQ=o QQ;QRR=o QR;QSS=o QS;QTT=o QT;QU=d EU;QUU=o EU;QVV=o QV;QWW=o QW;QXX=o QX;QYY=o QY
        QZZ=o QZ;REU=o RE;RH=d ZW;ROU=o RO;RUS=o RU;RWA=o RW;SAU=o SA;SCG=o RS ME;SDN=o SD
        SEN=o SN;SGP=o SG;SGS=o GS;SHN=o SH;SJM=o SJ;SLB=o SB;SLE=o SL;SLV=o SV;SMR=o SM;SOM=o SO
        SPM=o PM;SRB=o RS;SSD=o SS;STP=o ST;SU=d RU AM AZ BY EE GE KZ KG LV LT MD TJ TM UA UZ
        SUN=o RU AM AZ BY EE GE KZ KG LV LT MD TJ TM UA UZ;SUR=o SR;SVK=o SK;SVN=o SI;SWE=o SE
        SWZ=o SZ;SXM=o SX;SYC=o SC;SYR=o SY;TAA=o TA;TCA=o TC;TCD=o TD;TGO=o TG;THA=o TH;TJK=o TJ
        TKL=o TK;TKM=o TM;TLS=o TL;TMP=o TL;TON=o TO;TP=d TL;TTO=o TT;TUN=o TN;TUR=o TR;TUV=o TV
        TWN=o TW;TZA=o TZ;UGA=o UG;UK=d GB;UKR=o UA;UMI=o UM;URY=o UY;USA=o US;UZB=o UZ;VAT=o VA
        VCT=o VC;VD=d VN;VEN=o VE;VGB=o VG;VIR=o VI;VNM=o VN;VUT=o VU;WK=d UM;WLF=o WF;WSM=o WS
        XAA=o XA;XBB=o XB;XCC=o XC;XDD=o XD;XEE=o XE;XFF=o XF;XGG=o XG;XHH=o XH;XII=o XI;XJJ=o XJ
        XKK=o XK;XLL=o XL;XMM=o XM;XNN=o XN;XOO=o XO;XPP=o XP;XQQ=o XQ;XRR=o XR;XSS=o XS;XTT=o XT
        XUU=o XU;XVV=o XV;XWW=o XW;XXX=o XX;XYY=o XY;XZZ=o XZ;YD=d YE;YEM=o YE;YMD=o YE;YU=d RS ME
        YUG=o RS ME;ZAF=o ZA;ZAR=o CD;ZMB=o ZM;ZR=d CD;ZWE=o ZW;ZZZ=o ZZ
        """)

    /// The aliases of scripts: the reason's first letter, and what stands for it.
    package static let scriptAliases = CLDRTable(
        """
        Qaai=d Zinh
        """)

    /// The aliases of variants: the reason's first letter, and what stands for it.
    package static let variantAliases = CLDRTable(
        """
        heploc=d alalc97;polytoni=d polyton
        """)

    /// ISO 639's three letters for those of two that are in use.
    package static let threeLetterCodes = CLDRTable(
        """
        aa=aar;ab=abk;ae=ave;af=afr;ak=aka;am=amh;an=arg;ar=ara;as=asm;av=ava;ay=aym;az=aze;ba=bak
        be=bel;bg=bul;bi=bis;bm=bam;bn=ben;bo=bod;br=bre;bs=bos;ca=cat;ce=che;ch=cha;co=cos;cr=cre
        cs=ces;cu=chu;cv=chv;cy=cym;da=dan;de=deu;dv=div;dz=dzo;ee=ewe;el=ell;en=eng;eo=epo;es=spa
        et=est;eu=eus;fa=fas;ff=ful;fi=fin;fj=fij;fo=fao;fr=fra;fy=fry;ga=gle;gd=gla;gl=glg;gn=grn
        gu=guj;gv=glv;ha=hau;he=heb;hi=hin;ho=hmo;hr=hrv;ht=hat;hu=hun;hy=hye;hz=her;ia=ina;id=ind
        ie=ile;ig=ibo;ii=iii;ik=ipk;io=ido;is=isl;it=ita;iu=iku;ja=jpn;jv=jav;ka=kat;kg=kon;ki=kik
        kj=kua;kk=kaz;kl=kal;km=khm;kn=kan;ko=kor;kr=kau;ks=kas;ku=kur;kv=kom;kw=cor;ky=kir;la=lat
        lb=ltz;lg=lug;li=lim;ln=lin;lo=lao;lt=lit;lu=lub;lv=lav;mg=mlg;mh=mah;mi=mri;mk=mkd;ml=mal
        mn=mon;mr=mar;ms=msa;mt=mlt;my=mya;na=nau;nb=nob;nd=nde;ne=nep;ng=ndo;nl=nld;nn=nno;no=nor
        nr=nbl;nv=nav;ny=nya;oc=oci;oj=oji;om=orm;or=ori;os=oss;pa=pan;pi=pli;pl=pol;ps=pus;pt=por
        qu=que;rm=roh;rn=run;ro=ron;ru=rus;rw=kin;sa=san;sc=srd;sd=snd;se=sme;sg=sag;si=sin;sk=slk
        sl=slv;sm=smo;sn=sna;so=som;sq=sqi;sr=srp;ss=ssw;st=sot;su=sun;sv=swe;sw=swa;ta=tam;te=tel
        tg=tgk;th=tha;ti=tir;tk=tuk;tn=tsn;to=ton;tr=tur;ts=tso;tt=tat;tw=twi;ty=tah;ug=uig;uk=ukr
        ur=urd;uz=uzb;ve=ven;vi=vie;vo=vol;wa=wln;wo=wol;xh=xho;yi=yid;yo=yor;za=zha;zh=zho;zu=zul
        """)

    /// The same of two letters that are out of use.
    package static let formerThreeLetterCodes = CLDRTable(
        """
        in=ind;iw=heb;ji=yid;jw=jaw;mo=mol;sh=srp;tl=tgl
        """)
}
