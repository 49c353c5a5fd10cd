/** What a question wants to know of its subject beside what it is, and the words by which a text says it. English alone. */
interface Aspect {
  asks: RegExp;
  says: RegExp;
  /** Nouns by which a heading or a lead announces it; absent: no noun does. */
  names?: RegExp;
}

const DRAWBACKS =
  /\b(?:disadvantages?|drawbacks?|downsides?|cons|limitations?|limits|restrictions?|risks?|dangers?|pitfalls?|caveats?|problems|go(?:es)? wrong)\b/i;
const BENEFITS = /\b(?:advantages?|benefits?|upsides?|pros|strengths?)\b/i;

const ASPECTS: readonly Aspect[] = [
  {
    asks: DRAWBACKS,
    names: DRAWBACKS,
    says: /\b(?:disadvantages?|drawbacks?|limit(?:ed|s|ations?)?|restrict\w*|cannot|can't|not|never|no|only|slow\w*|overhead|costly|expensive|risk\w*|danger\w*|careful|caution|warning|beware|unfortunately|problem\w*|fail\w*|los[est]\w*|difficult|harm\w*|error|corrupt\w*|instead|however|unsafe|discouraged)\b/i,
  },
  {
    asks: BENEFITS,
    names: BENEFITS,
    says: /\b(?:advantages?|benefits?|fast\w*|quick\w*|eas(?:y|ier|ily)|better|best|useful\w*|simpl\w*|improv\w*|efficien\w*|recommended|prefer\w*|safe\w*|flexib\w*|reduc\w*|avoids?|without|helps?|saves?|more|less|cleaner|powerful|guarantee\w*)\b/i,
  },
  {
    asks: /^\W*when\s+(?:should|would|do|to|can|is it)\b|\bwhich\s+(?:one\s+)?should\b|\bwho should\b/i,
    says: /\b(?:when|if|useful\w*|suit\w*|should|recommend\w*|prefer\w*|appropriate|best|want|need|intended|designed|cases?|choose|instead|good)\b/i,
  },
  {
    asks: /^\W*why\b|\breasons?\b/i,
    says: /\b(?:because|since|so that|reasons?|in order to|avoids?|prevents?|due to|otherwise|therefore|ensures?|allows?|causes?)\b/i,
  },
];

/**
 * Whether a text says what a question wants to know of its subject.
 *
 * @returns undefined for a question that wants none of the known aspects
 */
export function saysAspect(question: string, text: string): boolean | undefined {
  return ASPECTS.find(({ asks }) => asks.test(question))?.says.test(text);
}

/** Whether a heading or a lead announces what a question wants to know; true too if the question wants no named aspect. */
export const announcesAspect = (question: string, announcement: string): boolean =>
  namedAspect(question)?.test(announcement) ?? true;

/** The nouns by which a list may announce the aspect that a question wants; undefined for another question. */
export const namedAspect = (question: string): RegExp | undefined =>
  ASPECTS.find(({ asks }) => asks.test(question))?.names;
