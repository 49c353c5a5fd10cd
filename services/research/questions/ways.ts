// Of what a question for a way may ask besides the first thing. Many are nouns too, so an object must follow.
const VERBS =
  'add|avoid|back|build|change|check|clean|clone|compile|configure|connect|convert|copy|create|debug|delete|deploy|detect|disable|enable|encrypt|export|find|fix|grant|handle|import|improve|install|limit|load|manage|measure|migrate|monitor|move|optimi[sz]e|prevent|protect|publish|read|recover|reduce|remove|rename|repair|replace|reset|resolve|restart|restore|revert|roll|run|schedule|secure|send|set|share|sign|speed|start|stop|test|tune|undo|uninstall|update|upgrade|use|validate|verify|write';
const TWO_WAYS = new RegExp(
  String.raw`^(?<asks>how\s+(?:(?:do|can|could|should|would)\s+(?:i|you|we|one)|to)\s+)(?<one>\p{Ll}+\s\S.*?),?\s+and\s+(?<other>(?:${VERBS})\s+\S.*)$`,
  'iu',
);
/** `Rebase and merge`, `how do I merge it`: what needs the first clause to be understood stays with it. */
const REFERS = /\b(?:it|its|them|their|this|that|those|these)\b/i;

/** The two questions of `How do I sign commits and verify signatures`; the question itself where it asks for one way. */
export function waysIn(question: string): string[] {
  const { asks, one, other } = TWO_WAYS.exec(question)?.groups ?? {};
  if (asks === undefined || one === undefined || other === undefined || REFERS.test(other)) return [question];
  return [asks + one, asks + other];
}
