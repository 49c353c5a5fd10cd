import type { StreamEvent } from '../api/event-stream.ts';

/** A line of a run's progress. */
export interface ProgressLine {
  id: string;
  kind: string;
  /** ISO time; empty for one that the stream does not give. */
  at: string;
  text: string;
  /** What the line lists: questions, or addresses. */
  items: string[];
}

interface EventDetails {
  step?: string;
  at?: string | null;
  questions?: unknown;
  urls?: unknown;
  question?: string;
  scope?: string;
  found?: number;
  url?: string;
  status?: string;
  notes?: number;
  markers?: number;
  sources?: number;
  cited?: boolean;
  stop_reason?: string | null;
}

/** An event of `GET /v1/agent/runs/{id}/events` as a reader understands it. */
export function progressLine({ id, type, text }: StreamEvent): ProgressLine {
  const details = JSON.parse(text) as EventDetails;
  const items = [details.questions, details.urls].flatMap((list) => (Array.isArray(list) ? list.map(String) : []));
  return { id, kind: kindOf(type, details), at: details.at ?? '', text: sentence(type, details, items.length), items };
}

const kindOf = (type: string, { url, status }: EventDetails) =>
  type === 'read' && url !== undefined && status !== 'ok' ? 'unread' : type;

function sentence(type: string, details: EventDetails, count: number): string {
  const many = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  switch (type) {
    case 'plan':
      return planSentence(details.step ?? '', count);
    case 'search': {
      const where = details.scope === undefined ? '' : ` in ${details.scope}`;
      return `Searched${where}: ${details.question ?? ''} – ${many(details.found ?? 0, 'page')}`;
    }
    case 'read':
      return details.status === 'ok'
        ? `Read ${details.url ?? 'a page'}`
        : `Could not read ${details.url ?? 'a page'}: ${details.status}`;
    case 'note':
      return `Noted ${many(details.notes ?? 0, 'claim')} from ${details.url ?? 'a page'}`;
    case 'write':
      return 'Wrote the report';
    case 'verify':
      return `Checked ${many(details.markers ?? 0, 'marker')} against ${many(details.sources ?? 0, 'source')}`;
    case 'ended':
      return `Ended: ${details.status ?? ''}${details.stop_reason ? ` (${details.stop_reason.replaceAll('_', ' ')})` : ''}`;
    default:
      return type;
  }
}

function planSentence(step: string, count: number): string {
  if (step.startsWith('follow')) return count === 0 ? 'Nothing to follow up' : 'Follows up';
  if (step.startsWith('choose'))
    return count === 0 ? 'No page to read' : `Chose ${count} ${count === 1 ? 'page' : 'pages'} to read`;
  return 'Planned';
}
