import Texts

extension MediaWikiLanguages {
    /// Returns MediaWiki's fallback languages for missing texts as BCP 47 tags, or nil if there are
    /// none.
    ///
    /// The data is from MediaWiki 1.39: `$fallback` in the files
    /// `languages/messages/Messages*.php`.
    public static func fallbacks(of tag: String) -> [String]? { fallbacks[tag] }

    private static let fallbacks: [String: [String]] = {
        var fallbacks: [String: [String]] = [:]
        for item in table.split(whereSeparator: \.isWhitespace) {
            let parts = item.split(separator: "=")
            guard parts.count == 2, let language = tag(ofCode: parts[0]) else { continue }
            var chain: [String] = []
            for code in parts[1].split(separator: ",") {
                // Chains list old and new codes of the same language side by side: `sr-ec` and
                // `sr-cyrl`.
                guard let other = tag(ofCode: code), other != language, !chain.contains(other)
                else { continue }
                chain.append(other)
            }
            fallbacks[language] = chain
        }
        return fallbacks
    }()

    private static func tag(ofCode code: Substring) -> String? {
        tags[String(code)] ?? (try? CanonicalTag.parse(String(code)).tag)
    }

    private static let table = """
        ab=ru abs=id ace=id ady=ady-cyrl aeb=aeb-arab aeb-arab=ar aln=sq alt=ru ami=zh-tw,zh-hant,zh,zh-hans
        an=es anp=hi arn=es arq=ar ary=ar arz=ar ast=es atj=fr av=ru avk=fr,es,ru awa=hi ay=es azb=fa ba=ru
        ban=id ban-bali=ban bar=de bbc=bbc-latn bbc-latn=id bcc=fa bci=fr be-tarask=be bgn=fa bh=bho bi=en
        bjn=id blk=my bm=fr bpy=bn bqi=fa btm=id bug=id bxr=ru ca=oc cbk-zam=es cdo=nan,zh-hant,zh,zh-hans
        ce=ru co=it crh=crh-latn crh-cyrl=ru cs=sk csb=pl cv=ru de-at=de de-ch=de de-formal=de dsb=hsb,de
        dtp=ms dty=ne egl=it eml=it en-ca=en en-gb=en es-formal=es ext=es fit=fi fon=fr frc=fr frp=fr frr=de
        fur=it gag=tr gan=gan-hant,gan-hans,zh-hant,zh,zh-hans gan-hans=gan,gan-hant,zh-hans,zh,zh-hant
        gan-hant=gan,gan-hans,zh-hant,zh,zh-hans gcr=fr gl=pt gld=ru glk=fa gn=es gom=gom-deva gom-deva=hi
        gor=id gsw=de guc=es hak=zh-hant,zh,zh-hans hif=hif-latn hrx=de hsb=dsb,de
        hsn=zh-cn,zh-hans,zh,zh-hant ht=fr hu-formal=hu hyw=hy ii=zh-cn,zh-hans,zh,zh-hant ike-cans=iu
        ike-latn=iu inh=ru io=eo iu=ike-cans jam=en jut=da jv=id kaa=kk-latn,kk-cyrl kab=fr kbd=kbd-cyrl
        kbp=fr kea=pt khw=ur kiu=tr kjp=my kk=kk-cyrl kk-arab=kk,kk-cyrl kk-cn=kk-arab,kk,kk-cyrl kk-cyrl=kk
        kk-kz=kk-cyrl,kk kk-latn=kk,kk-cyrl kk-tr=kk-latn,kk,kk-cyrl kl=da ko-kp=ko koi=ru krc=ru krl=fi
        ks=ks-arab ksh=de ksw=my ku=ku-latn ku-arab=ku,ckb ku-latn=ku kum=ru kv=ru lad=es lb=de lbe=ru
        lez=ru,az li=nl lij=it liv=et lki=fa lld=it,rm,fur lmo=pms,eml,lij,vec,it ln=fr lrc=fa ltg=lv luz=fa
        lzh=zh-hant,zh,zh-hans lzz=tr mad=id mai=hi map-bms=jv,id mdf=myv,ru mg=fr mhr=mrj,ru min=id mnw=my
        mo=ro mrj=mhr,ru ms-arab=ms mwl=pt myv=mdf,ru mzn=fa nah=es nan=cdo,zh-hant,zh,zh-hans nap=it
        nb=no,nn nds=de nds-nl=nl nia=id nl-informal=nl nn=no,nb nrm=nrf,fr oc=ca,fr olo=fi os=ru pcd=fr
        pdc=de pdt=de pfl=de pih=en pms=it pnt=el pt=pt-br pt-br=pt pwn=zh-tw,zh-hant,zh,zh-hans qu=qug,es
        qug=qu,es rgn=it rmy=ro roa-tara=it rsk=sr-ec,sr-cyrl rue=uk,ru rup=ro ruq=ruq-latn,ro ruq-cyrl=mk
        ruq-latn=ro sa=hi sah=ru scn=it sco=en sdc=it sdh=cbk,fa se=nb,fi se-fi=se,fi,sv se-no=se,nb,nn
        se-se=se,sv ses=fr sg=fr sgs=lt sh=bs,sr-el,sr-latn,hr
        sh-latn=sh,bs,hr,sr-latn,sr-el,sh-cyrl,sr-cyrl,sr-ec shi=shi-latn,fr shy=shy-latn shy-latn=fr sjd=ru
        sk=cs skr=skr-arab skr-arab=ur,pnb sli=de smn=fi sr=sr-ec,sr-cyrl sr-ec=sr-cyrl,sr sr-el=sr-latn,sr
        srn=nl sro=it stq=de sty=ru su=id szl=pl szy=zh-tw,zh-hant,zh,zh-hans tay=zh-tw,zh-hant,zh,zh-hans
        tcy=kn tet=pt tg=tg-cyrl tg-cyrl=tg tg-latn=tg trv=zh-tw,zh-hant,zh,zh-hans tt=tt-cyrl,ru tt-cyrl=ru
        ty=fr tyv=ru udm=ru ug=ug-arab vec=it vep=et vls=nl vmf=de vmw=pt vot=fi vro=et wa=fr wls=fr wo=fr
        wuu=zh-hans,zh,zh-hant xal=ru xmf=ka yi=he za=zh-hans,zh,zh-hant zea=nl zgh=kab
        zh=zh-hans,zh-hant,zh-cn,zh-tw,zh-hk zh-cn=zh-hans,zh,zh-hant zh-hans=zh-cn,zh,zh-hant
        zh-hant=zh-tw,zh-hk,zh,zh-hans zh-hk=zh-hant,zh-tw,zh,zh-hans zh-mo=zh-hk,zh-hant,zh-tw,zh,zh-hans
        zh-my=zh-sg,zh-hans,zh-cn,zh,zh-hant zh-sg=zh-hans,zh-cn,zh,zh-hant zh-tw=zh-hant,zh-hk,zh,zh-hans
        """
}
