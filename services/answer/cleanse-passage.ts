import { sentencesOf } from './sentences.ts';

// What no reader sees and a model reads: Unicode tags, zero-width characters, direction marks, variation selectors.
const INVISIBLE =
  /\u00ad|\u034f|\u061c|\u115f|\u1160|[\u17b4\u17b5]|[\u180b-\u180f]|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|\u3164|[\ufe00-\ufe0f]|\ufeff|\uffa0|[\u{e0000}-\u{e0fff}]/gu;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const TAG = /<\/?[a-z][^<>]*>/gi;
// Marks by which chat templates tell who speaks.
const TURN = /<\|[^|<>]*\|>|\[\/?INST\]|<<\/?SYS>>/g;

const ASSISTANT = String.raw`(?:AIs?|LLMs?|(?:large )?language models?|chat ?bots?|assistants?|ChatGPT|GPT|Claude|Gemini|Copilot)`;
const ORDER = String.raw`(?:must|should|shall|needs? to|has to|have to|will now|please|are (?:instructed|required|asked)|is (?:instructed|required|asked))`;
const TO_AN_ASSISTANT = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|rules|guidelines|directions|(?:you were|you have been) told)\b/i,
  new RegExp(String.raw`\b(?:you are|you're|act as|pretend to be) (?:now )?(?:an? |the )?(?:\w+ )?${ASSISTANT}\b`, 'i'),
  /\b(?:system|developer) (?:prompt|message|instruction)s?\b/i,
  new RegExp(String.raw`\b${ASSISTANT}\b.{0,25}\b${ORDER}\b`, 'i'),
  new RegExp(String.raw`\b(?:note|attention|notice|instructions?|message|dear|hey|hello|important)\b[\s:,]*(?:to|for)?\s*(?:the |any |all )?${ASSISTANT}\b`, 'i'),
  /\bnew instructions?\s*:/i,
  /^(?:system|assistant|developer|user)\s*:/i,
  /\b(?:your|the) (?:answer|response|reply|output|summary)\b.{0,30}\b(?:must|should|shall|with the (?:words?|text|link|phrase))\b/i,
  /^(?:please )?(?:include|add|append|insert|put|mention|cite)\b.{0,80}\b(?:in|to|at the end of) (?:your|the|every) (?:answer|response|reply|output|summary)\b/i,
  /\b(?:reveal|print|output|repeat|leak|send)\b.{0,40}\b(?:api keys?|secrets?|passwords?|your prompt|your instructions)\b/i,
];
// What follows such a sentence and tells to do something belongs to it.
const COMMAND = /^["'“*\s]*(?:please |then |instead,? |always |now |also )*(?:say|reply|respond|answer|output|print|write|include|visit|go to|click|send|tell|repeat|append|add|link|cite|end|start|begin|return|use|do not|don't|never|recommend|call|execute|run|open|mention|state|claim|reveal|insert)\b/i;

/**
 * The text as a model may be given it: without what no reader sees, and without what speaks to an assistant instead of
 * a reader. It lowers what a planted instruction can do; what is written is checked all the same.
 */
export function cleansePassage(passage: string): string {
  const visible = withoutInvisible(passage).replaceAll(COMMENT, ' ').replaceAll(TAG, ' ').replaceAll(TURN, ' ');
  let follows = false;
  const kept = visible.split(/(\n\s*\n)/).map((paragraph) => {
    if (!paragraph.trim()) return paragraph;
    const sentences = sentencesOf(paragraph).filter((sentence) => {
      follows = speaksToAssistant(sentence) || (follows && COMMAND.test(sentence));
      return !follows;
    });
    return sentences.join(' ');
  });
  return kept.join('').trim();
}

export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

function speaksToAssistant(sentence: string): boolean {
  return TO_AN_ASSISTANT.some((pattern) => pattern.test(sentence));
}
