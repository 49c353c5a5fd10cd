/** How texts and sites of a language address their readers: general words, not those of a single site. */
export interface Speech {
  /** Its most frequent words, folded. */
  frequent: ReadonlySet<string>;
  /** Words of publishing, folded. */
  publishing: ReadonlySet<string>;
  /** Folded words at the beginning of notices, even if a name follows: "Read the full story in The Tideline". */
  openings: ReadonlySet<string>;
  /** Words with which a site addresses its reader, outside quotations. */
  address: RegExp;
  /** Words with which a page refers to itself. */
  itself: RegExp;
  /** Reported speech. */
  reported: RegExp;
  /** Beginnings and verbs of statements: "The mayor …", "… has died". */
  statement: RegExp;
  /** False if the language writes all nouns with a capital. */
  areCapitalsNames: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const ENGLISH: Speech = {
  frequent: words(
    'the of and to in is that for it was on with as by at from his they this have not are but had an were',
  ),
  publishing: words(
    'read reading listen subscribe subscribers subscription newsletter inbox sign login register shared print email comment comments spam cookies advertisement sponsored rights permission publisher reprint reprinted republish republished reporting editing photo photos photography image images author authors trending donate privacy',
  ),
  openings: words(
    'read listen watch subscribe sign share click tap print continue see discover explore learn join follow get find become download donate reprinted republished originally adapted source photo text story',
  ),
  address: /\b(?:[Yy]ou(?:rs?|rself)?|[Ww]e|us|[Oo]urs?|[Pp]lease)\b/,
  itself:
    /\b[Tt]his (?:\p{L}+ )?(?:article|story|post|page|piece|website|site|newsletter)\b|\b(?:article|story|post) (?:was |is |has been )?(?:first|originally|previously|last|reprinted|republished)\b/u,
  reported: /\b(?:said|says|told|added)\b/,
  statement: /^\P{L}*(?:an?|the|he|she|it|they)\b|\b(?:has|have|had|was|were|is|are|will|did)\b/iu,
  areCapitalsNames: true,
};

const GERMAN: Speech = {
  frequent: words(
    'der die das und ist nicht mit von den dem ein eine auf fur im zu sich des auch als wurde werden bei nach',
  ),
  publishing: words(
    'lesen lesezeit anhoren abo abos abonnieren abonnement newsletter teilen drucken kommentar kommentare spam kommentieren cookies anzeige werbung rechte nachdruck genehmigung verlag verlags redaktion foto fotos bild bilder autor autorin anmelden registrieren einloggen anmeldung datenschutz datenschutzerklarung impressum thema',
  ),
  openings: words(
    'lesen lies weiterlesen horen klicken abonnieren teilen entdecken quelle foto text zuerst ursprunglich nachdruck',
  ),
  // "sie" at the beginning of a statement may mean other people.
  address:
    /(?<=[\p{L}\p{N},] )(?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)(?!\p{L})|^Sie(?!\p{L})[^?]*\?|(?<!\p{L})(?:[Ww]ir|[Uu]ns(?:er\p{L}*)?|[Dd](?:u|ich|ir|ein\p{L}*)|[Bb]itte)(?!\p{L})/u,
  itself:
    /(?<!\p{L})[Dd]iese(?:[mnrs]?) (?:\p{L}+ )?(?:Artikels?|Beitrags?|Text(?:es)?|Seite|Website|Webseite|Newsletters?)(?!\p{L})|(?<!\p{L})(?:Artikel|Beitrag|Text) (?:ist |wurde |erschien )?(?:zuerst|erstmals|ursprünglich)(?!\p{L})/u,
  reported: /(?<!\p{L})(?:sagten?|teilten?|erklärten?|hieß)(?!\p{L})/u,
  statement:
    /^\P{L}*(?:der|die|das|eine?|er|sie|es)(?!\p{L})|(?<!\p{L})(?:hat|haben|hatten?|war|waren|wurden?|ist|sind|wird|werden)(?!\p{L})/iu,
  areCapitalsNames: false,
};

const FRENCH: Speech = {
  frequent: words('le la les des du et est dans que pour une sur qui par pas au plus avec sont ce il aux'),
  publishing: words(
    'lire ecouter abonner abonnez abonnement newsletter infolettre partager partagez suivre suivez imprimer commentaires cookies publicite droits reproduction autorisation photo photos redaction auteur connexion inscription',
  ),
  openings: words('lire lisez ecouter ecoutez abonnez partagez source photo texte'),
  address: /(?<!\p{L})(?:[Vv]ous|[Vv]otre|[Vv]os|[Nn]ous|[Nn]otre|[Nn]os)(?!\p{L})/u,
  itself: /(?<!\p{L})(?:[Cc]et article|[Cc]ette page|[Cc]e (?:texte|site|contenu))(?!\p{L})/u,
  reported: /(?<!\p{L})(?:a (?:dit|déclaré|affirmé|indiqué)|selon)(?!\p{L})/u,
  statement:
    /^\P{L}*(?:les?|la|l|une?|ils?|elles?)(?!\p{L})|(?<!\p{L})(?:a|ont|avait|est|sont|était|étaient|sera)(?!\p{L})/iu,
  areCapitalsNames: true,
};

const SPANISH: Speech = {
  frequent: words('el la los las de y en que por una con se del para no su al es lo como mas'),
  publishing: words(
    'leer escuchar suscribirse suscribete suscripcion newsletter boletin compartir comparte seguir siguenos imprimir comentarios cookies publicidad derechos reproduccion permiso foto fotos redaccion autor iniciar registrarse',
  ),
  openings: words('leer lea escuchar escuche suscribete comparte fuente foto texto'),
  address: /(?<!\p{L})(?:[Uu]sted(?:es)?|[Tt]us?|[Tt]e|[Nn]uestr[oa]s?|[Nn]os)(?!\p{L})/u,
  itself: /(?<!\p{L})(?:[Ee]ste (?:artículo|texto|sitio|contenido)|[Ee]sta (?:página|nota|web))(?!\p{L})/u,
  reported: /(?<!\p{L})(?:dijo|dijeron|declaró|afirmó|según)(?!\p{L})/u,
  statement:
    /^\P{L}*(?:el|la|los|las|una?|ellos|ellas)(?!\p{L})|(?<!\p{L})(?:ha|han|había|es|son|fue|fueron|será)(?!\p{L})/iu,
  areCapitalsNames: true,
};

// Minimum share of the most frequent words in a text of a language.
const FREQUENT_FROM = 0.12;

/** @param folded words of a text; returns undefined if its language has no entry here */
export function speechOf(folded: readonly string[]): Speech | undefined {
  const [best] = [ENGLISH, GERMAN, FRENCH, SPANISH]
    .map((speech) => ({ speech, count: folded.filter((word) => speech.frequent.has(word)).length }))
    .toSorted((one, other) => other.count - one.count);
  return best && best.count >= FREQUENT_FROM * folded.length ? best.speech : undefined;
}
