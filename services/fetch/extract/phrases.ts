/** What sites say in short lines around a text, by language: from English over German to Chinese. */

/** Headings of what follows a text: other texts, what readers say, the author, ways to share and to subscribe. */
const TAIL_HEADINGS = [
  'related( (articles?|posts?|stories|content|links|topics|news|products|items|reading|pages|resources|videos?|questions))?',
  '(you )?(may|might) (also|be) (like|enjoy|interested).*', 'you.ll also like', 'more (from|in|on|stories|articles|news|posts|like|about|to explore).*',
  '(read|keep reading|discover|learn) (more|next|also|this next)', '(further|more|recommended|suggested) (reading|articles|posts|stories|for you|content).*', 'recommended',
  "(what's|whats|up) next", '(next|previous) (article|post|story).*', '(recent|latest|popular|trending|featured|top|other|similar) (posts?|articles?|news|stories|comments|topics|products|content|videos?|blog posts?)( .{0,30})?',
  '(most|also) (read|popular|viewed)', 'trending( now)?', 'popular', 'customers who .* also .*', 'people (also|who) .*', 'frequently bought together', 'recently viewed.*',
  '\\d* ?(comments?|replies|responses)( \\(\\d+\\))?', '(leave|post|add|write) (a|your) (comment|reply|response|review).*', 'join the (conversation|discussion).*', '(no|one|\\d+) (comments?|responses?|thoughts|replies)( .{0,60})?',
  'share( (this|on|it|via|the))?.{0,30}', 'like it\\? share it.*', 'spread the (word|love)', 'be sociable.*', 'follow us.*', 'connect with us', 'stay (connected|informed|up.to.date|in touch).*', 'subscribe.*', '(sign|signup) (up|for).*newsletter.*', '(our )?newsletter.*', 'join our .{0,30}', 'get (our|the) .*(newsletter|inbox).*',
  '(about|meet|from) the (author|writer|editor)s?', 'written by', 'filed under.*', '(tags?|categories|topics|keywords)', 'sponsored( .{0,20})?', 'advertisement', 'from around the web', 'around the web',
  '(ähnliche|verwandte|weitere|passende|neueste|aktuelle|neue|letzte|beliebte|andere|mehr) (beiträge|artikel|themen|meldungen|nachrichten|informationen|links|posts|news|produkte|inhalte|videos|rezepte|texte)( .{0,30})?',
  '(das|dies) könnte (sie|dich|euch|ihnen|dir) (auch|ebenfalls).*', '(auch|ebenfalls) interessant.*', 'mehr (zum thema|zu|aus|von|über|dazu|lesen|infos).{0,40}', 'zum thema', 'lesen sie (auch|mehr).*', 'lesetipps?', 'siehe auch', 'meistgelesen.*', 'meist gelesen.*', 'viel gelesen.*', 'top.?themen', 'themen',
  '\\d* ?(kommentare?|antworten|reaktionen)( .{0,40})?', '(schreibe?n? (sie )?)?(einen )?kommentar( .{0,20})?', '(einen? )?kommentar (schreiben|verfassen|hinterlassen)', '(jetzt |artikel |beitrag |diesen artikel )?(teilen|weiterempfehlen).{0,30}', '.{0,20}artikel (mit anderen )?teilen.{0,30}', '(über|zu[rm]) (den autor|die autorin|autor|person).*', 'newsletter.*', 'schlagw(o|ö)rte?r?', 'kategorien?', 'stichworte', '(ihr |ihre |presse)?(kontakt|ansprechpartner(in)?)', 'anzeige', 'folgen sie uns.*', 'teilnehmende blogs.*', 'quellen?(angaben?)? ausblenden', 'externer inhalt', 'zusatzinformationen', 'community',
  '(à|a) (lire|voir|découvrir) (aussi|également|ailleurs)?.*', 'lire (aussi|également|la suite).*', 'sur le même (sujet|thème).*', '(articles?|sujets?|contenus?) (similaires|liés|connexes|associés|récents).*', '(vous|cela) (aimerez|pourrait|pourriez).*', '\\d* ?commentaires?.{0,20}', 'laisser un commentaire', 'partager.{0,30}', 'mots.clés', 'étiquettes', '(les )?plus lus?.*',
  '(también )?te puede interesar.*', 'le puede interesar.*', '(lea|lee|vea|mire|mira|puedes ver)( también)?', '(artículos|noticias|temas|contenidos?) relacionad[oa]s.*', '\\d* ?comentarios?.{0,20}', '(deja|dejar) (un|una|tu) (comentario|respuesta).*', 'comp[aá]rt[aei][^ ]*.{0,30}', 'más (noticias|información|sobre|leídas|leído).*', 'etiquetas',
  'leggi anche.*', 'potrebbe (anche )?interessart[ei].*', '(articoli|notizie) (correlati|correlate|simili).*', '\\d* ?commenti.{0,20}', 'lascia un commento', 'condividi.{0,30}',
  '(leia|veja) (também|mais).*', '(artigos|notícias|matérias|posts) relacionad[oa]s.*', '\\d* ?comentários?.{0,20}', 'deixe (um|uma) .*', 'compartilh.{0,30}', 'mais lidas.*',
  '(czytaj|przeczytaj|zobacz|sprawdź) (także|też|również|więcej).*', 'podobne.*', 'powiązane.*', '\\d* ?komentarz[ey]?.{0,20}', 'dodaj komentarz', 'udostępnij.*', 'polecane.*', 'najnowsze.*', 'drukuj', 'tagi',
  '(читайте|смотрите) (также|ещё|еще).*', 'похожие.*', 'по теме', '(\\d+ )?комментари[ийев]+.{0,20}', 'поделиться.*', 'другие новости.*', 'новости по теме', 'теги', 'популярн.{0,30}',
  'lees (ook|meer|verder).*', 'gerelateerde?.*', '\\d* ?reacties?.{0,20}', 'deel (dit|deze).*', 'meer (over|van|nieuws|lezen).*', 'reageer', 'les også.*', 'læs også.*', 'läs (också|mer|även).*', 'lue myös.*', '\\d* ?kommentarer.{0,20}', 'del (artikel|denne).*', 'relaterade.*', 'relaterede.*',
  'přečtěte si.*', 'související.*', 'kapcsolódó.*', 'ilgili (haberler|konular).*', 'benzer.*', 'yorumlar?.{0,20}', '(διαβάστε|δείτε) (επίσης|ακόμα|ακόμη).*', 'σχετικά.*', 'citește și.*', 'xem thêm.*', 'bài viết liên quan.*', 'baca juga.*', 'artikel terkait.*', 'komentar.{0,20}',
  '(関連|おすすめ|人気|最新)(する)?(記事|ニュース|リンク|トピック).{0,10}', 'コメント.{0,10}', '(相关|推荐|热门|最新|更多)(文章|阅读|新闻|内容|推荐|链接|资讯).{0,10}', '(发表|我要)?评论.{0,10}', '分享.{0,10}', '(관련|인기|최신) ?(기사|뉴스|글).{0,10}', '댓글.{0,10}', '(مقالات|مواضيع|أخبار) (ذات صلة|مشابهة).*', 'اقرأ (أيضا|أيضًا|ايضا).*', 'तिप्पणी.*', 'আরও পড়ুন.*',
];

const whole = (patterns: string[]) => new RegExp(`^[\\s\\p{P}\\p{S}]*(?:${patterns.join('|')})[\\s\\p{P}\\p{S}]*$`, 'iu');

const TAIL_HEADING = whole(TAIL_HEADINGS);
const LONGEST_TAIL_HEADING = 70;

/** Whether a short line announces what no longer belongs to the text above it. */
export function isTailHeading(line: string): boolean {
  return line.length <= LONGEST_TAIL_HEADING && TAIL_HEADING.test(line);
}

const MONTHS =
  'jan\\w*|feb\\w*|mar\\w*|märz|apr\\w*|avr\\w*|may|mai|maj|mei|mayo|jun\\w*|juin|jul\\w*|juil\\w*|aug\\w*|août|ago\\w*|sep\\w*|okt\\w*|oct\\w*|out\\w*|nov\\w*|dez\\w*|dec\\w*|déc\\w*|dic\\w*|ene\\w*|' +
  'янв\\w*|фев\\w*|мар\\w*|апр\\w*|мая|июн\\w*|июл\\w*|авг\\w*|сен\\w*|окт\\w*|ноя\\w*|дек\\w*';
const WEEKDAYS = '(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)[a-z]*\\.?,? ';
const DAY = `(?:${WEEKDAYS})?(?:\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}|\\d{1,2}(?:\\.|st|nd|rd|th|er)? (?:de )?(?:${MONTHS})\\.?,?(?: de)?(?: \\d{4})?|(?:${MONTHS})\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|(?:${MONTHS})\\.? \\d{4}|\\d{4}年\\d{1,2}月\\d{1,2}日)`;
const TIME = '(?:\\d{1,2}[:.h]\\d{2}(?::\\d{2})?(?: ?[ap]\\.?m\\.?)?(?: ?uhr)?(?: ?[a-z]{2,4}t)?|\\d{1,2} uhr)';
const SAID = '(?:published|posted|updated|last (?:updated|modified|edited|reviewed)|modified|created|date|on|at|veröffentlicht|aktualisiert|erstellt|stand|vom|am|um|publié|mis à jour|le|à|publicado|actualizado|el|pubblicato|aggiornato|il|gepubliceerd|op|om|opublikowano|dnia|datum|data|fecha)';

// Whole words, and few of them: nothing here may be read in many ways, or hostile lines would take for ever.
const SAID_WORD = `${SAID}(?!\\p{L}):? ?`;

/** Lines that a page says about its text instead of in it. */
const ABOUT_LINES = [
  `(?:${SAID_WORD}){0,3}${DAY}(?:[ ,|·•–/-]{0,3}(?:${SAID_WORD}){0,3}(?:${DAY}|${TIME})){0,3}`,
  TIME, `(?:${SAID_WORD}){1,3}(?:${DAY})?`, '(?:\\d+|an?|one) (?:second|minute|hour|day|week|month|year)s? ago', 'vor \\d+ (?:minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)',
  '\\d+ ?(?:min|mins|minutes?)\\.?(?: read)?', '(?:estimated )?(?:reading time|read time|lesezeit|lesedauer|temps de lecture|tiempo de lectura|tempo di lettura):?.{0,20}',
  '(?:photo|photograph|image|picture|foto|bild|fotos|bilder|photos|crédito?|credits?|photo credit|image credit|bildquelle|quelle|getty images|shutterstock|crédit photo|©|fotograf)(?: ?(?:by|:|via|von|/|©) ?.{0,70})?', '.{0,40}/ ?(?:getty images|shutterstock|dpa|afp|reuters|ap|imago|picture alliance)(?: ?/.{0,30})?',
  'advertisement', 'anzeige', 'werbung', 'publicité', 'publicidad', 'pubblicità', 'reklama', 'реклама', '広告',
  '(?:share|tweet|pin|email|print|save|like|follow|copy link|facebook|twitter|linkedin|pinterest|whatsapp|reddit|telegram|instagram|x|teilen|drucken|merken|partager|imprimer|compartir|condividi|stampa|udostępnij|drukuj|поделиться|e-mail|mail|pocket|flipboard|tumblr|xing)(?:[ ,|/·]*(?:share|on|via|tweet|pin|email|print|save|facebook|twitter|linkedin|pinterest|whatsapp|reddit|telegram|instagram|x|teilen|drucken|merken|e-mail|mail|pocket|flipboard|tumblr|xing|this)){0,12}',
  '(?:tags?|categor(?:y|ies)|filed under|topics?|schlagw(?:o|ö)rte?r?|kategorien?|rubrik|stichworte|étiquettes|catégories?|etiquetas|categor[ií]as?|categorie|tagi|теги|posted in|veröffentlicht in|labels|keywords) ?:.{0,120}',
  '(?:views?|aufrufe|likes?|shares?|hits|comments?|kommentare?|replies|gelesen|просмотров) ?:? ?[\\d.,k]*', '[\\d.,k]+ ?(?:views?|aufrufe|likes?|shares?|hits|comments?|kommentare|replies|reactions?|просмотров)',
  '(?:skip to|jump to|back to top|nach oben|zurück zur?|zum seitenanfang|go to top|scroll to top|zum anfang)(?: .{0,30})?', '(?:this entry was posted|dieser (?:beitrag|eintrag) wurde).{0,200}', 'loading\\.*', 'externer inhalt', 'beitragsbild', 'zum vergrößern.{0,30}', 'click to (?:enlarge|share|expand).{0,40}', 'permalink', 'permalien', 'read (?:more|the full (?:story|article))', '(?:weiterlesen|mehr lesen|lire la suite|leer más|leggi tutto|czytaj więcej|więcej|lees meer|continue reading).{0,20}', 'drucken', 'nach oben',
  '(?:lesen sie (?:auch|hier|dazu)|lire aussi|lea (?:también|además)|leia (?:também|mais)|leggi anche|read (?:also|next|more)|see also|also read|mira|mire|puedes ver|te puede interesar|ver también|vea también|czytaj (?:także|też|również)|zobacz (?:także|też|również)|читайте также|lees ook|les også|läs (?:också|mer|även)|mehr (?:zum thema|dazu)|related|recommended|don.t miss|må ikke misses|baca juga|اقرأ أيضا) ?[:»–-].{0,160}',
  '(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|copyright|©).{0,100}', '(?:subscribe|sign up|follow us|join us|abonnieren sie|folgen sie|folge uns|suscr[ií]bete|abonnez-vous|iscriviti|únete|síguenos|seguici|segui-nos|inscreva-se).{0,120}(?:newsletter|inbox|facebook|twitter|telegram|whatsapp|instagram|youtube|google news|kanal|canal|channel|edition).{0,80}',
];

const ABOUT_LINE = whole(ABOUT_LINES);
const LONGEST_ABOUT_LINE = 240;

/** Whether a line is a date, a credit, a way to share or another note of the site around its text. */
export function isAboutLine(line: string): boolean {
  return line.length <= LONGEST_ABOUT_LINE && ABOUT_LINE.test(line);
}

/** What forums say of who wrote, and offer to do with a post. */
const POSTER_LINES = [
  '(?:joined|registered|posts?|location|from|messages|threads|likes?|reaction score|points|member since|age|gender|solutions|topics|rank|reputation|founded|trophy points|beiträge|registriert(?: seit)?|wohnort|ort|dabei seit|mitglied seit|inscrit(?: le)?|messages postés|localisation|mensajes|registrado|ubicación|messaggi|iscritto(?: dal)?|località|berichten|lid sinds|posty|dołączył|сообщений|регистрация|откуда|mesaj)(?: ?: ?| )[^.!?]{0,60}',
  '(?:last edited|edited|zuletzt bearbeitet|geändert von|dernière modification|editado por|modificato|отредактировано).{0,100}',
  '(?:report|quote|reply|like|share|flag|link|permalink|copy link|follow|edit|save|give award|upvote|downvote|zitieren|antworten|melden|citer|répondre|signaler|citar|responder|cita|rispondi|цитата|ответить)(?:[ ,|/·]*(?:report|quote|reply|like|share|flag|link|follow|edit|save|zitieren|antworten|melden)){0,8}',
  'sorted by.{0,60}', 'code: ?select all', 'pages?: ?[\\d ,.…]*(?:next|last)?.{0,10}', 'view attachment.{0,20}', 'thread starter', 'top posters.{0,30}', 'online|offline', '(?:new |junior |senior |well-known |active )?member',
];

const POSTER_LINE = whole(POSTER_LINES);

/** Whether a line of a forum is about who wrote a post, or a button below it. */
export function isPosterLine(line: string): boolean {
  return line.length <= LONGEST_ABOUT_LINE && POSTER_LINE.test(line);
}

const BYLINE = /^(?:(?:by|written by|posted by|author|reviewed by|edited by|von|autor(?:in)?|text|par|por|di|da|door|av|af|autor|автор)\b ?:? ?)(?:[\p{Lu}][\p{L}.'’-]*(?:,? (?:and|und|et|y|e|en|&|van|von|de|der|del|la) |[ ,]+|$)){1,8}(?:\|.*|on .*|am .*|\d.*)?$/u;

/** Whether a line names who wrote. */
export function isByline(line: string): boolean {
  return line.length <= 100 && BYLINE.test(line.charAt(0).toLowerCase() + line.slice(1));
}
