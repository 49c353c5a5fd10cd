import { z } from 'zod';
import { beginning } from '../reply/beginning.ts';
import { parseReply } from '../reply/parse-reply.ts';
import { nameWords } from '../reply/names-in.ts';
import type { Provider, ProviderDocument } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { inSentences, listed } from '../reply/format.ts';

const names = z.array(z.string()).nullish();
const Result = z.object({
  'orcid-id': z.string(),
  'given-names': z.string().nullish(),
  'family-names': z.string().nullish(),
  'credit-name': z.string().nullish(),
  'other-name': names,
  'institution-name': names,
});
// Null if no person matches.
const Answer = z.object({ 'num-found': z.number(), 'expanded-result': z.array(Result).nullish() });

const LONGEST_QUERY = { characters: 250, words: 8 };
const MOST_NAMES = 10;

/**
 * Researchers with an ORCID iD, and their affiliations.
 *
 * @see https://info.orcid.org/documentation/api-tutorials/api-tutorial-searching-the-orcid-registry/
 */
export function orcid(http: ProviderHttp): Provider {
  return {
    name: 'orcid',
    title: 'ORCID',
    scopes: ['people'],
    probeUrl: `${http.baseUrl}/v3.0/status`,
    async search(query, { limit, signal }) {
      // Words alone: a caller's text must not become operators of Solr's query language.
      const q = beginning(nameWords(query).join(' '), LONGEST_QUERY);
      if (q === '') return { documents: [], warnings: [] };
      const request = {
        path: '/v3.0/expanded-search/',
        query: { q, start: 0, rows: limit },
        headers: { accept: 'application/json' },
        signal,
      };
      const { 'expanded-result': results } = parseReply(Answer, await http.json(request));
      return { documents: (results ?? []).map(asDocument), warnings: [] };
    },
  };
}

/** Without e-mail addresses, even public ones: no request needs them. */
function asDocument(result: z.output<typeof Result>): ProviderDocument {
  const id = result['orcid-id'];
  const parts = [result['given-names'], result['family-names']].filter((part) => part).join(' ');
  const name = result['credit-name'] || parts || id;
  const others = [...new Set([parts, ...(result['other-name'] ?? [])])].filter(
    (other) => other !== '' && other !== name,
  );
  const institutions = result['institution-name'] ?? [];
  const text = inSentences([
    `${name} is a researcher with the ORCID iD ${id}`,
    others.length > 0 && `${name} is also known as ${listed(others.slice(0, MOST_NAMES))}`,
    institutions.length > 0 && `${name} is or was affiliated with ${listed(institutions.slice(0, MOST_NAMES))}`,
  ]);
  return { url: `https://orcid.org/${id}`, title: name, text, isWhole: true, source: 'ORCID' };
}
