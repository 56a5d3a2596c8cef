// Written by `make cldr` from CLDR 42, by ICU 72.1. Do not edit.

extension CLDRTables {
    /// The names of languages' rules for counting.
    package static let cardinalRulesOfLanguages = CLDRTable(
        """
        af=set7;ak=set5;am=set1;an=set7;ar=set37;ars=set37;as=set1;asa=set7;ast=set3;az=set7
        bal=set7;be=set29;bem=set7;bez=set7;bg=set7;bho=set5;bm=set0;bn=set1;bo=set0;br=set32
        brx=set7;bs=set19;ca=set22;ce=set7;ceb=set11;cgg=set7;chr=set7;ckb=set7;cs=set27;cy=set38
        da=set8;de=set3;doi=set1;dsb=set26;dv=set7;dz=set0;ee=set7;el=set7;en=set3;eo=set7
        es=set23;et=set3;eu=set7;fa=set1;ff=set2;fi=set3;fil=set11;fo=set7;fr=set20;fur=set7
        fy=set3;ga=set34;gd=set24;gl=set3;gsw=set7;gu=set1;guw=set5;gv=set35;ha=set7;haw=set7
        he=set15;hi=set1;hnj=set0;hr=set19;hsb=set26;hu=set7;hy=set2;ia=set3;id=set0;ig=set0
        ii=set0;in=set0;io=set3;is=set9;it=set22;iu=set16;iw=set15;ja=set0;jbo=set0;jgo=set7
        ji=set3;jmc=set7;jv=set0;jw=set0;ka=set7;kab=set2;kaj=set7;kcg=set7;kde=set0;kea=set0
        kk=set7;kkj=set7;kl=set7;km=set0;kn=set1;ko=set0;ks=set7;ksb=set7;ksh=set14;ku=set7
        kw=set36;ky=set7;lag=set13;lb=set7;lg=set7;lij=set3;lkt=set0;ln=set5;lo=set0;lt=set30
        lv=set12;mas=set7;mg=set5;mgo=set7;mk=set10;ml=set7;mn=set7;mo=set18;mr=set7;ms=set0
        mt=set33;my=set0;nah=set7;naq=set16;nb=set7;nd=set7;ne=set7;nl=set3;nn=set7;nnh=set7
        no=set7;nqo=set0;nr=set7;nso=set5;ny=set7;nyn=set7;om=set7;or=set7;os=set7;osa=set0
        pa=set5;pap=set7;pcm=set1;pl=set28;prg=set12;ps=set7;pt=set21;pt-PT=set22;rm=set7;ro=set18
        rof=set7;root=set0;ru=set31;rwk=set7;sah=set0;saq=set7;sat=set16;sc=set3;scn=set3;sd=set7
        sdh=set7;se=set16;seh=set7;ses=set0;sg=set0;sh=set19;shi=set17;si=set4;sk=set27;sl=set25
        sma=set16;smi=set16;smj=set16;smn=set16;sms=set16;sn=set7;so=set7;sq=set7;sr=set19;ss=set7
        ssy=set7;st=set7;su=set0;sv=set3;sw=set3;syr=set7;ta=set7;te=set7;teo=set7;th=set0;ti=set5
        tig=set7;tk=set7;tl=set11;tn=set7;to=set0;tpi=set0;tr=set7;ts=set7;tzm=set6;ug=set7
        uk=set31;ur=set3;uz=set7;ve=set7;vec=set22;vi=set0;vo=set7;vun=set7;wa=set5;wae=set7
        wo=set0;xh=set7;xog=set7;yi=set3;yo=set0;yue=set0;zh=set0;zu=set1
        """)

    /// The names of languages' rules for places in an order.
    package static let ordinalRulesOfLanguages = CLDRTable(
        """
        af=set39;am=set39;an=set39;ar=set39;as=set60;ast=set39;az=set58;bal=set41;be=set44
        bg=set39;bn=set60;bs=set39;ca=set56;ce=set39;cs=set39;cy=set62;da=set39;de=set39;dsb=set39
        el=set39;en=set53;es=set39;et=set39;eu=set39;fa=set39;fi=set39;fil=set41;fr=set41;fy=set39
        ga=set41;gd=set55;gl=set39;gsw=set39;gu=set59;he=set39;hi=set59;hr=set39;hsb=set39
        hu=set42;hy=set41;ia=set39;id=set39;in=set39;is=set39;it=set48;iw=set39;ja=set39;ka=set50
        kk=set47;km=set39;kn=set39;ko=set39;kw=set52;ky=set39;lij=set49;lo=set41;lt=set39;lv=set39
        mk=set57;ml=set39;mn=set39;mo=set41;mr=set54;ms=set41;my=set39;nb=set39;ne=set43;nl=set39
        no=set39;or=set61;pa=set39;pl=set39;prg=set39;ps=set39;pt=set39;ro=set41;root=set39
        ru=set39;sc=set48;scn=set48;sd=set39;sh=set39;si=set39;sk=set39;sl=set39;sq=set51;sr=set39
        sv=set40;sw=set39;ta=set39;te=set39;th=set39;tk=set46;tl=set41;tpi=set39;tr=set39;uk=set45
        ur=set39;uz=set39;vec=set48;vi=set41;yue=set39;zh=set39;zu=set39
        """)

    /// The rules, with the kinds of CLDR's samples.
    package static let pluralRules = CLDRTable(
        """
        set0=other: @integer @decimal
        set1=one: i = 0 or n = 1 @integer @decimal|other: @integer @decimal
        set10=one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11 @integer @decimal|other: @integer @decimal
        set11=one: v = 0 and i = 1,2,3 or v = 0 and i % 10 != 4,6,9 or v != 0 and f % 10 != 4,6,9 @integer @decimal|other: @integer @decimal
        set12=one: n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 or v != 2 and f % 10 = 1 @integer @decimal|other: @integer @decimal|zero: n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19 @integer @decimal
        set13=one: i = 0,1 and n != 0 @integer @decimal|other: @integer @decimal|zero: n = 0 @integer @decimal
        set14=one: n = 1 @integer @decimal|other: @integer @decimal|zero: n = 0 @integer @decimal
        set15=one: i = 1 and v = 0 or i = 0 and v != 0 @integer @decimal|other: @integer @decimal|two: i = 2 and v = 0 @integer
        set16=one: n = 1 @integer @decimal|other: @integer @decimal|two: n = 2 @integer @decimal
        set17=few: n = 2..10 @integer @decimal|one: i = 0 or n = 1 @integer @decimal|other: @integer @decimal
        set18=few: v != 0 or n = 0 or n != 1 and n % 100 = 1..19 @integer @decimal|one: i = 1 and v = 0 @integer|other: @integer
        set19=few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or f % 10 = 2..4 and f % 100 != 12..14 @integer @decimal|one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11 @integer @decimal|other: @integer @decimal
        set2=one: i = 0,1 @integer @decimal|other: @integer @decimal
        set20=many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5 @integer @decimal|one: i = 0,1 @integer @decimal|other: @integer @decimal
        set21=many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5 @integer @decimal|one: i = 0..1 @integer @decimal|other: @integer @decimal
        set22=many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5 @integer @decimal|one: i = 1 and v = 0 @integer|other: @integer @decimal
        set23=many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5 @integer @decimal|one: n = 1 @integer @decimal|other: @integer @decimal
        set24=few: n = 3..10,13..19 @integer @decimal|one: n = 1,11 @integer @decimal|other: @integer @decimal|two: n = 2,12 @integer @decimal
        set25=few: v = 0 and i % 100 = 3..4 or v != 0 @integer @decimal|one: v = 0 and i % 100 = 1 @integer|other: @integer|two: v = 0 and i % 100 = 2 @integer
        set26=few: v = 0 and i % 100 = 3..4 or f % 100 = 3..4 @integer @decimal|one: v = 0 and i % 100 = 1 or f % 100 = 1 @integer @decimal|other: @integer @decimal|two: v = 0 and i % 100 = 2 or f % 100 = 2 @integer @decimal
        set27=few: i = 2..4 and v = 0 @integer|many: v != 0 @decimal|one: i = 1 and v = 0 @integer|other: @integer
        set28=few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14 @integer|many: v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14 @integer|one: i = 1 and v = 0 @integer|other: @decimal
        set29=few: n % 10 = 2..4 and n % 100 != 12..14 @integer @decimal|many: n % 10 = 0 or n % 10 = 5..9 or n % 100 = 11..14 @integer @decimal|one: n % 10 = 1 and n % 100 != 11 @integer @decimal|other: @decimal
        set3=one: i = 1 and v = 0 @integer|other: @integer @decimal
        set30=few: n % 10 = 2..9 and n % 100 != 11..19 @integer @decimal|many: f != 0 @decimal|one: n % 10 = 1 and n % 100 != 11..19 @integer @decimal|other: @integer @decimal
        set31=few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14 @integer|many: v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14 @integer|one: v = 0 and i % 10 = 1 and i % 100 != 11 @integer|other: @decimal
        set32=few: n % 10 = 3..4,9 and n % 100 != 10..19,70..79,90..99 @integer @decimal|many: n != 0 and n % 1000000 = 0 @integer @decimal|one: n % 10 = 1 and n % 100 != 11,71,91 @integer @decimal|other: @integer @decimal|two: n % 10 = 2 and n % 100 != 12,72,92 @integer @decimal
        set33=few: n = 0 or n % 100 = 3..10 @integer @decimal|many: n % 100 = 11..19 @integer @decimal|one: n = 1 @integer @decimal|other: @integer @decimal|two: n = 2 @integer @decimal
        set34=few: n = 3..6 @integer @decimal|many: n = 7..10 @integer @decimal|one: n = 1 @integer @decimal|other: @integer @decimal|two: n = 2 @integer @decimal
        set35=few: v = 0 and i % 100 = 0,20,40,60,80 @integer|many: v != 0 @decimal|one: v = 0 and i % 10 = 1 @integer|other: @integer|two: v = 0 and i % 10 = 2 @integer
        set36=few: n % 100 = 3,23,43,63,83 @integer @decimal|many: n != 1 and n % 100 = 1,21,41,61,81 @integer @decimal|one: n = 1 @integer @decimal|other: @integer @decimal|two: n % 100 = 2,22,42,62,82 or n % 1000 = 0 and n % 100000 = 1000..20000,40000,60000,80000 or n != 0 and n % 1000000 = 100000 @integer @decimal|zero: n = 0 @integer @decimal
        set37=few: n % 100 = 3..10 @integer @decimal|many: n % 100 = 11..99 @integer @decimal|one: n = 1 @integer @decimal|other: @integer @decimal|two: n = 2 @integer @decimal|zero: n = 0 @integer @decimal
        set38=few: n = 3 @integer @decimal|many: n = 6 @integer @decimal|one: n = 1 @integer @decimal|other: @integer @decimal|two: n = 2 @integer @decimal|zero: n = 0 @integer @decimal
        set39=other: @integer
        set4=one: n = 0,1 or i = 0 and f = 1 @integer @decimal|other: @integer @decimal
        set40=one: n % 10 = 1,2 and n % 100 != 11,12 @integer|other: @integer
        set41=one: n = 1 @integer|other: @integer;set42=one: n = 1,5 @integer|other: @integer
        set43=one: n = 1..4 @integer|other: @integer
        set44=few: n % 10 = 2,3 and n % 100 != 12,13 @integer|other: @integer
        set45=few: n % 10 = 3 and n % 100 != 13 @integer|other: @integer
        set46=few: n % 10 = 6,9 or n = 10 @integer|other: @integer
        set47=many: n % 10 = 6 or n % 10 = 9 or n % 10 = 0 and n != 0 @integer|other: @integer
        set48=many: n = 11,8,80,800 @integer|other: @integer
        set49=many: n = 11,8,80..89,800..899 @integer|other: @integer
        set5=one: n = 0..1 @integer @decimal|other: @integer @decimal
        set50=many: i = 0 or i % 100 = 2..20,40,60,80 @integer|one: i = 1 @integer|other: @integer
        set51=many: n % 10 = 4 and n % 100 != 14 @integer|one: n = 1 @integer|other: @integer
        set52=many: n = 5 or n % 100 = 5 @integer|one: n = 1..4 or n % 100 = 1..4,21..24,41..44,61..64,81..84 @integer|other: @integer
        set53=few: n % 10 = 3 and n % 100 != 13 @integer|one: n % 10 = 1 and n % 100 != 11 @integer|other: @integer|two: n % 10 = 2 and n % 100 != 12 @integer
        set54=few: n = 4 @integer|one: n = 1 @integer|other: @integer|two: n = 2,3 @integer
        set55=few: n = 3,13 @integer|one: n = 1,11 @integer|other: @integer|two: n = 2,12 @integer
        set56=few: n = 4 @integer|one: n = 1,3 @integer|other: @integer|two: n = 2 @integer
        set57=many: i % 10 = 7,8 and i % 100 != 17,18 @integer|one: i % 10 = 1 and i % 100 != 11 @integer|other: @integer|two: i % 10 = 2 and i % 100 != 12 @integer
        set58=few: i % 10 = 3,4 or i % 1000 = 100,200,300,400,500,600,700,800,900 @integer|many: i = 0 or i % 10 = 6 or i % 100 = 40,60,90 @integer|one: i % 10 = 1,2,5,7,8 or i % 100 = 20,50,70,80 @integer|other: @integer
        set59=few: n = 4 @integer|many: n = 6 @integer|one: n = 1 @integer|other: @integer|two: n = 2,3 @integer
        set6=one: n = 0..1 or n = 11..99 @integer @decimal|other: @integer @decimal
        set60=few: n = 4 @integer|many: n = 6 @integer|one: n = 1,5,7,8,9,10 @integer|other: @integer|two: n = 2,3 @integer
        set61=few: n = 4 @integer|many: n = 6 @integer|one: n = 1,5,7..9 @integer|other: @integer|two: n = 2,3 @integer
        set62=few: n = 3,4 @integer|many: n = 5,6 @integer|one: n = 1 @integer|other: @integer|two: n = 2 @integer|zero: n = 0,7,8,9 @integer
        set7=one: n = 1 @integer @decimal|other: @integer @decimal
        set8=one: n = 1 or t != 0 and i = 0,1 @integer @decimal|other: @integer @decimal
        set9=one: t = 0 and i % 10 = 1 and i % 100 != 11 or t % 10 = 1 and t % 100 != 11 @integer @decimal|other: @integer @decimal
        """)
}
