import { Quarry, QuarryError, verifyWebhook, type QuarryClient } from '../../sdk/rest.ts';

/** What a program of the web got from a service; in JSON's types, so that any runtime can hand it over. */
export interface TourResult {
  url: string | undefined;
  events: string[];
  text: string;
  file: string | undefined;
  failure: unknown[];
  aborted: string;
  late: string;
  report: string | undefined;
  record: string | undefined;
  webhook: string;
}

export interface TourOptions {
  apiKey: string;
  baseUrl: string;
  /** A webhook that the service could have sent. */
  signed: { body: string; headers: Record<string, string>; secret: string };
}

const QUESTION = 'What does the wryneck eat?';

/** Uses the client in every way that a runtime could hinder. Runs wherever the standards of the web are. */
export async function tour({ apiKey, baseUrl, signed }: TourOptions): Promise<TourResult> {
  const quarry = new Quarry({ apiKey, baseUrl });
  const { documents } = await quarry.search({ query: QUESTION, maxResults: 1 });
  const { events, text } = await answered(quarry);
  const { results } = await quarry.documents.indexFiles({
    files: [{ name: 'hours.md', content: new TextEncoder().encode('# Hours\n\nThe hide opens at six.') }],
    baseUrl: 'https://birds.example.com/files/',
  });
  const { run } = await quarry.agent.createAndWait({ query: QUESTION, effort: 'low' }, { timeoutMs: 60_000 });
  return {
    url: documents[0]?.url,
    events,
    text,
    file: results[0]?.url,
    failure: await failed(quarry),
    aborted: await aborted(quarry),
    late: await quarry.search({ query: QUESTION }, { timeoutMs: 0 }).then(() => 'in time', codeOf),
    report: run?.output?.text,
    record: await firstRecord(quarry),
    webhook: verifyWebhook({ ...signed, body: new TextEncoder().encode(signed.body) }).type,
  };
}

async function answered(quarry: QuarryClient): Promise<Pick<TourResult, 'events' | 'text'>> {
  const events: string[] = [];
  let text = '';
  for await (const { event } of quarry.answerStream({ query: QUESTION })) {
    if (event.case !== events.at(-1)) events.push(event.case ?? '');
    if (event.case === 'textDelta') text += event.value;
  }
  return { events, text };
}

async function failed(quarry: QuarryClient): Promise<unknown[]> {
  try {
    await quarry.search({ query: 'a', maxResults: 0 });
    return [];
  } catch (error) {
    if (!(error instanceof QuarryError)) throw error;
    return [error.code, error.param, error.requestId?.slice(0, 4)];
  }
}

async function aborted(quarry: QuarryClient): Promise<string> {
  const controller = new AbortController();
  const { monitor } = await quarry.monitors.create({ cadence: '366d', searchRequests: [{ query: 'no such bird' }] });
  const { signal } = controller;
  const next = quarry.monitors.streamRecords({ monitorId: monitor?.monitorId ?? '' }, { signal }).next();
  controller.abort(new Error('no longer needed'));
  return next.then(
    () => 'a record',
    (error: unknown) => (error as Error).message,
  );
}

async function firstRecord(quarry: QuarryClient): Promise<string | undefined> {
  const { monitor } = await quarry.monitors.create({ cadence: '366d', searchRequests: [{ query: 'wryneck' }] });
  const records = quarry.monitors.streamRecords({ monitorId: monitor?.monitorId ?? '' }, { timeoutMs: 60_000 });
  for await (const { record } of records) return record?.searchResult?.document?.url;
  return undefined;
}

const codeOf = (error: unknown): string => (error instanceof QuarryError ? error.code : String(error));
