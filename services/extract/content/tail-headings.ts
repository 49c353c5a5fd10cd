import { linePattern } from './line-pattern.ts';

/** Headings of what follows a text: other texts, what readers say, the author, ways to share and to subscribe. */
const TAIL_HEADINGS = [
  'related( (articles?|posts?|stories|content|links|topics|news|products|items|reading|pages|resources|videos?|questions))?',
  '(you )?(may|might) (also|be) (like|enjoy|interested).*', 'you.ll also like',
  'more (from|in|on|stories|articles|news|posts|like|about|to explore).*',
  '(read|keep reading|discover|learn) (more|next|also|this next)',
  '(further|more|recommended|suggested) (reading|articles|posts|stories|for you|content).*', 'recommended',
  "(what's|whats|up) next", '(next|previous) (article|post|story).*',
  '(recent|latest|popular|trending|featured|top|other|similar) (posts?|articles?|news|stories|comments|topics|products|content|videos?|blog posts?)( .{0,30})?',
  '(most|also) (read|popular|viewed)', 'trending( now)?', 'popular', 'customers who .* also .*',
  'people (also|who) .*', 'frequently bought together', 'recently viewed.*',
  '\\d* ?(comments?|replies|responses)( \\(\\d+\\))?',
  '(leave|post|add|write) (a|your) (comment|reply|response|review).*', 'join the (conversation|discussion).*',
  '(no|one|\\d+) (comments?|responses?|thoughts|replies)( .{0,60})?',
  'share( (this|on|it|via|the))?.{0,30}', 'like it\\? share it.*', 'spread the (word|love)', 'be sociable.*',
  'follow us.*', 'connect with us', 'stay (connected|informed|up.to.date|in touch).*', 'subscribe.*',
  '(sign|signup) (up|for).*newsletter.*', '(our )?newsletter.*', 'join our .{0,30}',
  'get (our|the) .*(newsletter|inbox).*',
  '(about|meet|from) the (author|writer|editor)s?', 'written by', 'filed under.*',
  '(tags?|categories|topics|keywords)', 'sponsored( .{0,20})?', 'advertisement', 'from around the web',
  'around the web',
  '(ähnliche|verwandte|weitere|passende|neueste|aktuelle|neue|letzte|beliebte|andere|mehr) (beiträge|artikel|themen|meldungen|nachrichten|informationen|links|posts|news|produkte|inhalte|videos|rezepte|texte)( .{0,30})?',
  '(das|dies) könnte (sie|dich|euch|ihnen|dir) (auch|ebenfalls).*', '(auch|ebenfalls) interessant.*',
  'mehr (zum thema|zu|aus|von|über|dazu|lesen|infos).{0,40}', 'zum thema', 'lesen sie (auch|mehr).*', 'lesetipps?',
  'siehe auch', 'meistgelesen.*', 'meist gelesen.*', 'viel gelesen.*', 'top.?themen', 'themen',
  '\\d* ?(kommentare?|antworten|reaktionen)( .{0,40})?', '(schreibe?n? (sie )?)?(einen )?kommentar( .{0,20})?',
  '(einen? )?kommentar (schreiben|verfassen|hinterlassen)',
  '(jetzt |artikel |beitrag |diesen artikel )?(teilen|weiterempfehlen).{0,30}',
  '.{0,20}artikel (mit anderen )?teilen.{0,30}', '(über|zu[rm]) (den autor|die autorin|autor|person).*',
  'newsletter.*', 'schlagw(o|ö)rte?r?', 'kategorien?', 'stichworte',
  '(ihr |ihre |presse)?(kontakt|ansprechpartner(in)?)', 'anzeige', 'folgen sie uns.*', 'teilnehmende blogs.*',
  'quellen?(angaben?)? ausblenden', 'externer inhalt', 'zusatzinformationen', 'community',
  '(à|a) (lire|voir|découvrir) (aussi|également|ailleurs)?.*', 'lire (aussi|également|la suite).*',
  'sur le même (sujet|thème).*', '(articles?|sujets?|contenus?) (similaires|liés|connexes|associés|récents).*',
  '(vous|cela) (aimerez|pourrait|pourriez).*', '\\d* ?commentaires?.{0,20}', 'laisser un commentaire',
  'partager.{0,30}', 'mots.clés', 'étiquettes', '(les )?plus lus?.*',
  '(también )?te puede interesar.*', 'le puede interesar.*', '(lea|lee|vea|mire|mira|puedes ver)( también)?',
  '(artículos|noticias|temas|contenidos?) relacionad[oa]s.*', '\\d* ?comentarios?.{0,20}',
  '(deja|dejar) (un|una|tu) (comentario|respuesta).*', 'comp[aá]rt[aei][^ ]*.{0,30}',
  'más (noticias|información|sobre|leídas|leído).*', 'etiquetas',
  'leggi anche.*', 'potrebbe (anche )?interessart[ei].*', '(articoli|notizie) (correlati|correlate|simili).*',
  '\\d* ?commenti.{0,20}', 'lascia un commento', 'condividi.{0,30}',
  '(leia|veja) (também|mais).*', '(artigos|notícias|matérias|posts) relacionad[oa]s.*', '\\d* ?comentários?.{0,20}',
  'deixe (um|uma) .*', 'compartilh.{0,30}', 'mais lidas.*',
  '(czytaj|przeczytaj|zobacz|sprawdź) (także|też|również|więcej).*', 'podobne.*', 'powiązane.*',
  '\\d* ?komentarz[ey]?.{0,20}', 'dodaj komentarz', 'udostępnij.*', 'polecane.*', 'najnowsze.*', 'drukuj', 'tagi',
  '(читайте|смотрите) (также|ещё|еще).*', 'похожие.*', 'по теме', '(\\d+ )?комментари[ийев]+.{0,20}', 'поделиться.*',
  'другие новости.*', 'новости по теме', 'теги', 'популярн.{0,30}',
  'lees (ook|meer|verder).*', 'gerelateerde?.*', '\\d* ?reacties?.{0,20}', 'deel (dit|deze).*',
  'meer (over|van|nieuws|lezen).*', 'reageer', 'les også.*', 'læs også.*', 'läs (också|mer|även).*', 'lue myös.*',
  '\\d* ?kommentarer.{0,20}', 'del (artikel|denne).*', 'relaterade.*', 'relaterede.*',
  'přečtěte si.*', 'související.*', 'kapcsolódó.*', 'ilgili (haberler|konular).*', 'benzer.*', 'yorumlar?.{0,20}',
  '(διαβάστε|δείτε) (επίσης|ακόμα|ακόμη).*', 'σχετικά.*', 'citește și.*', 'xem thêm.*', 'bài viết liên quan.*',
  'baca juga.*', 'artikel terkait.*', 'komentar.{0,20}',
  '(関連|おすすめ|人気|最新)(する)?(記事|ニュース|リンク|トピック).{0,10}', 'コメント.{0,10}', '(相关|推荐|热门|最新|更多)(文章|阅读|新闻|内容|推荐|链接|资讯).{0,10}',
  '(发表|我要)?评论.{0,10}', '分享.{0,10}', '(관련|인기|최신) ?(기사|뉴스|글).{0,10}', '댓글.{0,10}',
  '(مقالات|مواضيع|أخبار) (ذات صلة|مشابهة).*', 'اقرأ (أيضا|أيضًا|ايضا).*', 'तिप्पणी.*', 'আরও পড়ুন.*',
];

const TAIL_HEADING = linePattern(TAIL_HEADINGS);
const LONGEST = 70;

/** Whether a short line announces what no longer belongs to the text above it. */
export function isTailHeading(line: string): boolean {
  return line.length <= LONGEST && TAIL_HEADING.test(line);
}
