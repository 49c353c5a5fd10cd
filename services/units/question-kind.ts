/** What a question asks for. It can ask for several kinds of answer, or for none of these. */
export interface QuestionKind {
  /** A quantity or a setting's value. */
  value: boolean;
  /** The value that holds if none is given. */
  isDefault: boolean;
  list: boolean;
  yesNo: boolean;
  howTo: boolean;
  definition: boolean;
}

const DEFAULT = /\bdefaults?\b|\bout of the box\b|\b(?:if|when) (?:not|none|nothing|omitted|unset|unspecified)\b/i;
const VALUE =
  /\bdefaults?\b|\bhow (?:many|much|long|big|large|old|often|far|fast|deep|high|wide|tall|heavy)\b|\b(?:which|what) (?:port|size|number|value|version|year|percentage|limit)\b|\b(?:max(?:imum)?|min(?:imum)?|limit|port|size|timeout|length|number of|threshold)\b|\bout of the box\b/i;
const PLURAL = String.raw`(?!(?:is|was|does|has|this|its|status|process|access|class|address|pass|cross|less|alias|analysis|basis|bus|canvas|radius|syntax)\b)\p{L}[\p{L}-]+s\b`;
const LIST = new RegExp(
  String.raw`\b(?:which|what)\s+(?:(?:are|were)\b|(?:\p{L}[\p{L}-]*\s+){0,3}?${PLURAL})|\b(?:values|modes|types|kinds|levels|options|states|formats|variants|list|names|ways|parts|steps|phases|fields|columns)\s+(?:of|for|in)\b|\b(?:list|enumerate|name)\s+(?:all|the|every)\b|\b(?:possible|allowed|valid|available|supported|different)\s+(?:\p{L}+\s+)?${PLURAL}`,
  'iu',
);
const YES_NO = /^\W*(?:is|are|was|were|does|do|did|can|could|will|would|should|shall|may|must|has|have|had)\b/i;
const HOW_TO =
  /\bhow\s+(?:do|does|can|could|should|would|to|might)\b|\bway to\b|\bcommand (?:to|for|that)\b|\bexample of\b/i;
const DEFINITION =
  /\bwhat(?:'s| is| are| was| were)\b|\bwhat (?:does|do|did)\b.*\b(?:do|mean|stand for|control|specify|return|contain|risk)\b|\bmeaning\b|\bdefin(?:e|ition)\b|\bpurpose\b|\bexplain\b|\bwhy\b|\bwhat .*\bfor\b/i;
// An order to a machine, as it is typed into a search box: "list files", "undo a commit".
const IMPERATIVE = new Set(
  `abort add allow append apply attach back backup block break build bypass cancel change check choose clean clear clone close combine
  compare compile compress configure connect convert copy count create cut debug decrease delete deny deploy detach detect disable discard
  disconnect display divide download drop dump edit embed empty enable encode encrypt enforce exclude execute exit export extend extract
  fetch filter find finish fix flush force format generate get go grant group handle hide identify ignore import improve include
  increase initialize insert inspect install join keep kill launch limit link load lock log look loop make manage map mark mask measure merge
  migrate mirror mock modify monitor mount move mute open optimize order override parse pass pause pin pipe plot prevent print
  protect prune publish pull purge push put query quit raise read rebuild recover redirect reduce refresh register reindex release reload
  remove rename reorder repair replace replay request require reset resize resolve restart restore restrict resume retrieve retry return
  reuse revert revoke rewrite roll rotate round run save scale schedule search see select send serve set share show shut shrink sign silence
  skip sort speed split squash stage start stash stop store stream strip submit subscribe swap switch sync tag tail test throttle track
  transfer translate trigger truncate trust tune turn undo uninstall unlock unpack unset untrack unzip update upgrade upload upsert use
  vacuum validate verify view wait watch wipe wrap write zip`.split(/\s+/),
);

/** Judged by the words of the question alone. */
export function questionKind(question: string): QuestionKind {
  const [first = ''] = question
    .trim()
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const howTo = HOW_TO.test(question) || IMPERATIVE.has(first);
  const yesNo = YES_NO.test(question);
  return {
    value: VALUE.test(question),
    isDefault: DEFAULT.test(question),
    list: !yesNo && LIST.test(question),
    yesNo,
    howTo,
    definition: !howTo && !yesNo && DEFINITION.test(question),
  };
}
