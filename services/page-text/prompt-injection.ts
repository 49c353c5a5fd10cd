const ASSISTANT = String.raw`(?:AIs?|AI agents?|LLMs?|(?:large )?language models?|chat ?bots?|assistants?|ChatGPT|GPT|Claude|Gemini|Copilot)`;
const ORDER = String.raw`(?:must|should|shall|needs? to|has to|have to|will now|please|are (?:instructed|required|asked)|is (?:instructed|required|asked))`;
const OUTPUT = String.raw`(?:answers?|responses?|repl(?:y|ies)|outputs?|summar(?:y|ies)|completions?)`;
const SAYING = String.raw`(?:say|reply|respond|answer|output|print|write|repeat|include|mention|state|add|append|insert|end|start|begin|cite|link|recommend|quote|contain|ignore)`;

const TO_AN_ASSISTANT: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|rules|guidelines|directions|sources|context|(?:you were|you have been) told)\b/i,
  /\b(?:ignorier|missacht|vergiss|vergessen)\w*\b.{0,60}\b(?:anweisung|instruktion|regel|vorgabe|befehl)\w*/i,
  /\b(?:ignore[zr]?|oublie[zr]?|ne tenez pas compte)\b.{0,60}\b(?:instructions?|consignes|r[eè]gles)\b/i,
  /\b(?:ignor[aeoi]\w*|olvid[ae]\w*|esque[cç]a\w*|dimentic\w+|negeer\w*|vergeet\w*)\b.{0,60}(?:instru[cç]|istruzion|indicacion|reglas|regras|regole|instructies)/i,
  new RegExp(String.raw`\b(?:you are|you're|act as|pretend to be) (?:now )?(?:an? |the )?(?:\w+ )?${ASSISTANT}\b`, 'i'),
  new RegExp(String.raw`\byou are now\b.{0,40}\b(?:${ASSISTANT}|unrestricted|jailbroken|DAN)\b`, 'i'),
  new RegExp(String.raw`\b(?:if|as) (?:you are |you're )?an? ${ASSISTANT}\b.{0,40}\b(?:you|${SAYING})\b`, 'i'),
  /\b(?:system|developer) (?:prompt|message|instruction|override)s?\b/i,
  new RegExp(String.raw`\b${ASSISTANT}\b.{0,25}\b${ORDER}\b`, 'i'),
  new RegExp(
    String.raw`\b(?:note|attention|notice|instructions?|message|dear|hey|hello|important)\b[\s:,]*(?:to|for)?\s*(?:the |any |all )?${ASSISTANT}\b`,
    'i',
  ),
  /\bnew (?:task|instructions?|prompt|directives?|rules)\s*:/i,
  new RegExp(
    String.raw`(?:^|[#\]*>|]\s*)(?:instructions?|task|directive|command)\s*:\s*(?:please )?(?:say|reply|respond|answer|output|print|write|repeat|ignore|recommend)\b`,
    'i',
  ),
  /\bSYSTEM\s*:/,
  new RegExp(String.raw`\bfrom now on\b.{0,40}\b(?:you|${SAYING})\b`, 'i'),
  new RegExp(
    String.raw`\b(?:when|whenever|before|after|if) (?:you )?(?:are )?(?:answer|respond|reply|summari[sz]|asked|quot|cit)\w*\b.{0,40}\b${SAYING}\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b${OUTPUT}\b.{0,40}\b(?:must|should|shall|ha(?:s|ve) to|needs? to)\b.{0,25}\b${SAYING}\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:your|the) ${OUTPUT}\b.{0,30}\b(?:must|should|shall|with the (?:words?|text|link|phrase))\b`,
    'i',
  ),
  new RegExp(String.raw`\b(?:in|into|to|of|at the end of) (?:your|every|each|all|any) ${OUTPUT}\b`, 'i'),
  new RegExp(
    String.raw`^(?:please )?(?:include|add|append|insert|put|mention|cite)\b.{0,80}\b(?:in|into|to|at the end of) (?:your|the|every) ${OUTPUT}\b`,
    'i',
  ),
  /\b(?:reveal|print|output|repeat|leak|send)\b.{0,40}\b(?:api keys?|secrets?|passwords?|your prompt|your instructions|(?:the|this) (?:conversation|chat history))\b/i,
  /\b(?:decode|decrypt|deobfuscate)\b.{0,40}\b(?:follow|obey|execute)\b/i,
];
// A line of a fabricated dialogue.
const ROLE = /(?:^|\||[^\p{L},]\s)["'“*#\s>-]*(?:system|assistant|developer|user)\s*:\s*/iu;
const MOST_WORDS_OF_OPENING = 1;
// An instruction after such a sentence belongs to it.
const COMMAND =
  /^["'“*\s]*(?:please |then |instead,? |always |now |also )*(?:say|reply|respond|answer|output|print|write|include|visit|go to|click|send|tell|repeat|append|add|link|cite|end|start|begin|return|use|do not|don't|never|recommend|call|execute|run|open|mention|state|claim|reveal|insert)\b/i;

/** Whether a sentence, or a line of code, addresses an assistant by itself. */
export function tellsAssistant(sentence: string): boolean {
  return TO_AN_ASSISTANT.some((pattern) => pattern.test(sentence));
}

/** The sentences of a paragraph that address a human reader, not an assistant. */
export function toReaders(sentences: readonly string[]): string[] {
  let follows = false;
  let opens = false;
  return sentences.filter((sentence) => {
    const role = ROLE.exec(sentence);
    follows = role !== null || opens || tellsAssistant(sentence) || (follows && COMMAND.test(sentence));
    // "Assistant: Sure!" has no content yet.
    opens = role !== null && sentence.slice(role.index + role[0].length).split(' ').length <= MOST_WORDS_OF_OPENING;
    return !follows;
  });
}
