const ADDED_TOPIC = /\s\(([^()]{1,200})\)(?=\?$)/;

/** A question with its topic in parentheses, where it names nothing itself: `When is it opened (the weir)?`. */
export function addTopic(question: string, topic: string): string {
  return `${question.replace(/[?.!\s]+$/, '')} (${topic})?`;
}

/** The added topic of a question, and the question without it. */
export function splitTopic(question: string): { bare: string; topic: string | undefined } {
  return { bare: question.replace(ADDED_TOPIC, ''), topic: ADDED_TOPIC.exec(question)?.[1] };
}
