import type { Observer } from '../telemetry/observer.ts';
import type { Extractor } from './extractor.ts';
import type { Extraction } from './facts/extraction.ts';

/** The extractor with its work measured and traced, by type of document. */
export function observedExtractor(extractor: Extractor, observer: Observer | undefined): Extractor {
  if (!observer) return extractor;
  const observed = (type: 'page' | 'feed' | 'pdf', run: () => Promise<Extraction>) =>
    observer.observe({ part: 'extraction', name: type }, run, {
      ofResult: ({ status }) => (status === 'failed' ? 'failed' : 'ok'),
    });
  return {
    extract: (html, url, signal, wants) => observed('page', () => extractor.extract(html, url, signal, wants)),
    extractFeed: (xml, url, signal) => observed('feed', () => extractor.extractFeed(xml, url, signal)),
    extractPdf: (bytes, signal) => observed('pdf', () => extractor.extractPdf(bytes, signal)),
    close: () => extractor.close(),
  };
}
