import { wholeWords, type QuestionLanguage } from './question-language.ts';

const MEASURED = 'viele?|groß|lange?|alt|oft|hoch|weit|tief|schnell|breit|schwer|teuer';
const NAMED = 'heißt|heißen|lautet|lauten';

export const GERMAN: QuestionLanguage = {
  asks: {
    value: [
      wholeWords(`wie (?:${MEASURED})|mindestens|höchstens|maximal|minimal|voreingestellt|standardmäßig|von Haus aus`),
      wholeWords(
        String.raw`welche[mnrs]? (?:\p{L}+[- ]){0,2}(?:Ports?|Wert|Jahr|Version|\p{L}*(?:größe|nummer|zahl|dauer|frist|anteil|grenze|priorität))`,
      ),
      wholeWords('was kostet|was kosten'),
      wholeWords(
        String.raw`(?:Standard|Vorgabe|Höchst|Mindest|Maximal)\p{Ll}+|Vorgabe|Voreinstellung|Anzahl|Zeitlimit|Default`,
      ),
    ],
    isDefault: [
      wholeWords(
        String.raw`standardmäßig|Standard\p{Ll}{3,}|Vorgabe\p{Ll}*|voreingestellt\p{Ll}*|Voreinstellung|von Haus aus|Default`,
      ),
      wholeWords('(?:wenn|falls|sofern) (?:man )?(?:nichts?|keine?n?) .*'),
    ],
    list: [
      wholeWords('welche .*(?:gibt es|sind|existieren|bestehen|stehen|können|kann|werden)|was sind die'),
      wholeWords(
        '(?:Arten|Typen|Formen|Möglichkeiten|Optionen|Werte|Schritte|Stufen|Formate|Liste) (?:von|der|des|für|in|bei)',
      ),
      wholeWords(String.raw`(?:nenne?|liste?|zähle?) (?:.* )?(?:alle|die|auf)`),
    ],
    yesNo: [
      wholeWords(
        String.raw`^\W*(?:ist|sind|war|waren|wird|werden|wurden?|hat|haben|hatten?|kann|können|könnte|darf|dürfen|muss|müssen|soll|sollen|sollte|gibt|lässt|lassen|braucht|brauche|benötigt|unterstützt|funktioniert|geht|enthält|läuft|kennt|verwendet|nutzt)`,
      ),
    ],
    howTo: [
      wholeWords(String.raw`wie (?!(?:${MEASURED}|${NAMED})(?!\p{L}))\p{L}+`),
      wholeWords(
        String.raw`(?:Befehl|Kommando|Anleitung) (?:zum|zur|um|für)|(?:mit )?welche[mnrs]? (?:Befehl|Kommando|Werkzeug)|womit|Beispiel für`,
      ),
      // A search-box query that ends with an infinitive: "Datei löschen". A noun would begin with a capital.
      /^(?!.*\?)(?:\S+\s+){1,6}\p{Ll}+(?:en|ern|eln)\s*$/u,
    ],
    example: [wholeWords('Beispiele?n?')],
    definition: [
      wholeWords('was (?:ist|sind|war|waren|heißt|bedeutet|bewirkt|macht|tut|verhindert|steuert|enthält|versteht)'),
      wholeWords(
        String.raw`was .* für|wofür|wozu|worin|Unterschiede?|warum|weshalb|wieso|Bedeutung|Definition|Zweck|erklär\p{Ll}*`,
      ),
    ],
  },
  leeway: 0.6,
  generic: `standard standardwert standardeinstellung vorgabe voreinstellung default wert werte einstellung einstellungen parameter option
    optionen befehl befehle bedeutet bedeutung heißt heißen lautet bewirkt funktioniert unterschied unterschiede unterscheiden unterscheidet
    beispiel beispiele weg möglichkeit möglichkeiten zweck möglich maximal minimal mindestens höchstens anzahl zahl typ typen art arten liste
    name namen benutzen verwenden verwendet nutzen brauche braucht brauchen benötigt erkläre erklären definition viel viele groß lange oft
    gut beste besten mache macht machen bewirken`,
  says: {
    defaultValue: wholeWords(
      String.raw`standardmäßig|Standard(?:wert|einstellung)\p{Ll}*|Standard (?:ist|sind)|Vorgabe\p{Ll}*|voreingestellt\p{Ll}*|Voreinstellung|von Haus aus|Default`,
    ),
    ofDefault: wholeWords(
      String.raw`standard\p{Ll}*|Vorgabe\p{Ll}*|vorein\p{Ll}*|default|normalerweise|üblicherweise|zunächst|(?:wenn|falls) .{0,30}(?:nicht|kein) .{0,20}(?:angegeben|gesetzt|vorhanden)`,
    ),
    yesOrNo: wholeWords(
      String.raw`ja|nein|nicht|nie|niemals|keine?[mnrs]?|nur|muss|müssen|immer|automatisch|außer|ohne|kann|können|darf|dürfen|erlaubt|unterstützt\p{Ll}*|möglich|sicher`,
    ),
    instruction:
      /^(?:um\s.*\szu\p{Ll}*[\s,]|\p{L}+en Sie\s|Sie (?:können|müssen|sollten)\s|man (?:kann|muss)\s|mit (?:dem|der|diesem) (?:Befehl|Kommando|Option)|wenn Sie\s|dieser Befehl)/iu,
    definition: wholeWords('ist|sind|war|waren|bezeichnet|bedeutet|heißt|steht für|beschreibt'),
    quantities: [
      [
        wholeWords(
          String.raw`wie (?:lange|alt|oft)|\p{L}*(?:dauer|zeit|frist|alter|intervall)|Sekunden|Minuten|Stunden|Tagen?|Jahren?`,
        ),
        wholeWords(
          String.raw`(?:\d[\d.,]*|eine?[mnr]?|zwei|drei|vier|fünf|sechs|sieben|zehn|zwölf) ?(?:ms|Millisekunden?|s|Sekunden?|min|Minuten?|h|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?)`,
        ),
      ],
      [
        wholeWords(String.raw`\p{L}*(?:speicher|größe|platz|puffer)|wie groß|RAM|Swap|Bytes?`),
        wholeWords(String.raw`\d[\d.,]*\s*(?:[KMGT]i?B|[KMGT]|(?:Kilo|Mega|Giga|Tera)?bytes?)`),
      ],
      [wholeWords('Ports?'), /(?<!\d)\d{2,5}(?!\d)/],
    ],
  },
};
