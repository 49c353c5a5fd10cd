import type { Observer } from '../telemetry/observer.ts';
import type { SearchIndex } from './port.ts';

/** An index whose reads are measured and traced. */
export function observedIndex(index: SearchIndex, observer: Observer | undefined): SearchIndex {
  if (!observer) return index;
  return {
    search: (query, stages) =>
      observer.observe({ part: 'index', name: 'search', kind: 'client' }, () => index.search(query, stages)),
    state: () => index.state(),
    close: () => index.close(),
  };
}
