/** Metadata that a document declares. */
export interface DocumentFacts {
  title?: string;
  /** `YYYY-MM-DD` if only the day is known, else ISO 8601 in UTC. */
  publishedDate?: string;
  author?: string;
  /** A BCP 47 tag. */
  language?: string;
  /** The canonical address that the document declares, absolute. */
  canonicalUrl?: string;
}

type FoundFacts = { [Fact in keyof DocumentFacts]?: string | undefined };

/** The metadata alone, without blank and unknown fields. */
export function knownFacts({ title, publishedDate, author, language, canonicalUrl }: FoundFacts): DocumentFacts {
  return {
    ...(title && { title }),
    ...(publishedDate && { publishedDate }),
    ...(author && { author }),
    ...(language && { language }),
    ...(canonicalUrl && { canonicalUrl }),
  };
}
