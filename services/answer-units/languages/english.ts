import type { QuestionLanguage } from './question-language.ts';

const PLURAL = String.raw`(?!(?:is|was|does|has|this|its|status|process|access|class|address|pass|cross|less|alias|analysis|basis|bus|canvas|radius|syntax)\b)\p{L}[\p{L}-]+s\b`;
// A verb, as in `what happens when` and `what controls the size`, and no noun.
const VERB = String.raw`(?!\p{L}+s\s+(?:the|a|an|when|if|while|after|before|to|with|it|this|that|my|your|whether|how|during)\b)`;
// What a manual lists. `What are locks` asks what they are, and `what are the dangers of locks` for prose.
const KIND =
  'values|modes|types|kinds|levels|options|states|formats|variants|names|ways|parts|steps|phases|fields|columns|sections|settings|parameters|commands|functions|methods|arguments|flags|classes|categories|strategies|members|units|stages|forms|choices|alternatives|members|requirements|differences';
const LIST = new RegExp(
  String.raw`\b(?:which|what)\s+(?:(?:are|were)\s+(?:the\s+)?(?:\p{L}[\p{L}-]*\s+){0,2}?(?:${KIND})\b|(?!happens\b)${VERB}${PLURAL}|(?:\p{L}[\p{L}-]*\s+){1,3}?${PLURAL})|\b(?:values|modes|types|kinds|levels|options|states|formats|variants|list|names|ways|parts|steps|phases|fields|columns)\s+(?:of|for|in)\b|\b(?:list|enumerate|name)\s+(?:all|the|every)\b|\b(?:possible|allowed|valid|available|supported|different)\s+(?:\p{L}+\s+)?${PLURAL}`,
  'iu',
);
// Verbs that begin a search-box query in the imperative: "list files", "undo a commit".
const ORDERS =
  `abort add allow append apply attach back backup block break build bypass cancel change check choose clean
  clear clone close combine compare compile compress configure connect convert copy count create cut debug
  decrease delete deny deploy detach detect disable discard disconnect display divide download drop dump
  edit embed empty enable encode encrypt enforce exclude execute exit export extend extract fetch filter
  find finish fix flush force format generate get go grant group handle hide identify ignore import improve
  include increase initialize insert inspect install join keep kill launch limit link load lock log look
  loop make manage map mark mask measure merge migrate mirror mock modify monitor mount move mute open
  optimize order override parse pass pause pin pipe plot prevent print protect prune publish pull purge push
  put query quit raise read rebuild recover redirect reduce refresh register reindex release reload remove
  rename reorder repair replace replay request require reset resize resolve restart restore restrict resume
  retrieve retry return reuse revert revoke rewrite roll rotate round run save scale schedule search see
  select send serve set share show shut shrink sign silence skip sort speed split squash stage start stash
  stop store stream strip submit subscribe swap switch sync tag tail test throttle track transfer translate
  trigger truncate trust tune turn undo uninstall unlock unpack unset untrack unzip update upgrade upload
  upsert use vacuum validate verify view wait watch wipe wrap write zip`.split(/\s+/);

const VERBS = ORDERS.join('|');
// `log levels` and `merge strategies` are nouns, and order nothing.
const COMPOUND = 'strategies|modes|types|kinds|levels|formats|variants|methods|categories|states|phases|stages';
const ORDER = String.raw`(?:${VERBS})(?!\p{L})(?!\s+(?:${COMPOUND})\b)`;
// A word before an article at the beginning is a verb, unless it is a function word: "give a colleague access".
const ORDER_BY_ARTICLE =
  /(?:^|:)\s*(?!(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|am|be|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|of|in|on|at|by|for|with|from|to|as|into|over|under|about|after|before|between|during|through|without|within|and|or|but|nor|if|than|that|because|while|until|since|not|only|all|both|half|such|quite|like|explain|describe|define|discuss|compare|tell|name|list|summari[sz]e)\b)\p{L}+\s+(?:a|an|the|my|your|our|all|every|each|this|these|one|some)\s+\S+\s+\S/iu;
// A short query without a verb: "git object types", "join strategies the planner knows".
const NAMED_KIND = new RegExp(
  String.raw`^\W*(?!(?:how|why|when|where|if|to)\b|${ORDER})(?:(?:\S+\s+){0,4}?(?:${KIND})\W*$|(?:\S+\s+){0,2}?(?:${KIND})\s+(?:of|for|in|the|that|which)\b)`,
  'iu',
);

export const ENGLISH: QuestionLanguage = {
  asks: {
    value: [
      /(?<![\w.-])defaults?\b|\bhow (?:many|much|long|big|large|old|often|far|fast|deep|high|wide|tall|heavy)\b|\b(?:which|what) (?:port|size|number|value|version|year|percentage|limit)\b|\b(?:max(?:imum)?|min(?:imum)?|limit|port|size|timeout|length|number of|threshold)\b|\bout of the box\b/i,
    ],
    isDefault: [
      /(?<![\w.-])defaults?\b|\bout of the box\b|\b(?:if|when) (?:not|none|nothing|omitted|unset|unspecified)\b|\b(?:if|when) (?:i|we|you) (?:(?:give|name|pass|say|set|specify|use) (?:no|none|nothing)|(?:do not|don't) (?:give|name|pass|say|set|specify))\b/i,
    ],
    list: [LIST, NAMED_KIND],
    yesNo: [/^\W*(?:is|are|was|were|does|do|did|can|could|will|would|should|shall|may|must|has|have|had)\b/i],
    howTo: [
      // `How does it work` asks what it does.
      /\bhow\s+(?:do|does|can|could|should|would|to|might)\b(?!.{0,80}\b(?:works?|functions?|operates?)\W*$)|\bway to\b|\bcommand (?:to|for|that)\b|\bexamples? of\b|\bexamples?\W*$/i,
      new RegExp(String.raw`(?:^|:)\s*${ORDER}`, 'iu'),
      ORDER_BY_ARTICLE,
    ],
    example: [/\bexamples?\b/i],
    definition: [
      /\bwhat(?:'s| is| are| was| were)\b|\bwhat (?:does|do|did)\b.*\b(?:do|mean|stand for|control|specify|return|contain|risk)\b|\bmeaning\b|\bdefin(?:e|ition)\b|\bpurpose\b|\bexplain\b|\bwhy\b|\bwhat .*\bfor\b|\bhow (?:do|does|did)\b.{0,80}\b(?:works?|functions?|operates?)\W*$/i,
    ],
  },
  leeway: 0,
  generic: `default value values setting settings parameter parameters option options command commands mean means meaning
    work works difference differences differ differs compare compared comparison vs versus example examples way ways purpose possible max maximum min minimum number type types kind
    kinds list lists name names use used using uses get need want make list all box explain define definition happen happens
    good best many much long big large size may might must shall would ought need tell know there please introduction overview basics`,
  says: {
    defaultValue:
      /\bdefaults? (?:value )?(?:is|are|to|of|being)\b|\bby default\b|\(default|\bdefault(?:s|ing)?\s*[:=]|\bdefaults to\b|\bthe default\)|\bDefault:/i,
    ofDefault:
      /\bdefault|\b(?:if|when) (?:(?:this|the|no|it) )?[\w ]{0,30}(?:omitted|not (?:specified|given|set|present)|unspecified|unset)\b|\btypically\b|\binitially\b/i,
    yesOrNo:
      /\b(?:not|cannot|can't|never|no|only|must|always|automatically|unless|except|without|does|can|may|allowed?|supported|yes)\b/i,
    instruction:
      /^(?:to\b|use\b|run\b|you can\b|you (?:must|should|need)\b|call\b|set\b|add\b|type\b|execute\b|this (?:command|option)\b|if you want\b|in order to\b)/i,
    definition: /\b(?:is|are|was|were|means|refers to|stands for|denotes|describes|represents)\b|\((?=[A-Z])| [-–—] /,
    quantities: [
      [
        /\bhow (?:long|old|often)\b|\b(?:timeout|interval|delay|duration|period|time|age|seconds|expir\w+)\b/i,
        /\b\d[\d.,]*\s*(?:ms|milliseconds?|s|sec|seconds?|min|minutes?|h|hours?|d|days?|weeks?|months?|years?)\b|\b(?:every|each|once an?|per) (?:second|minute|hour|day|night|week|month|year)\b|\b(?:hourly|daily|nightly|weekly|monthly|yearly|annually)\b|\b(?:one|two|three|four|five|six|seven|ten|thirty|sixty|ninety) (?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b/i,
      ],
      [
        /\b(?:memory|size|buffers?|bytes|disk|how (?:big|large)|mem|cache|space|storage|file length)\b/i,
        /\b\d[\d.,]*\s*(?:[kmgt]i?b|bytes?|kilobytes?|megabytes?|gigabytes?|terabytes?|[kmgt])\b/i,
      ],
      [/\bport\b/i, /\b\d{2,5}\b/],
    ],
  },
};
