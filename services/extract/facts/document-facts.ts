/** What a document says about itself. */
export interface DocumentFacts {
  title?: string;
  /** `YYYY-MM-DD` where only the day is known, else ISO 8601 in UTC. */
  publishedDate?: string;
  author?: string;
  /** A BCP 47 tag. */
  language?: string;
  /** The address that the document gives itself, absolute. */
  canonicalUrl?: string;
}

type Given = { [Fact in keyof DocumentFacts]?: string | undefined };

/** The facts alone, without those that are blank or unknown. */
export function knownFacts({ title, publishedDate, author, language, canonicalUrl }: Given): DocumentFacts {
  return {
    ...(title && { title }),
    ...(publishedDate && { publishedDate }),
    ...(author && { author }),
    ...(language && { language }),
    ...(canonicalUrl && { canonicalUrl }),
  };
}
