import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';
import { call, type Answered, type TestQuarry } from './quarry.ts';

const WITHIN_MS = 20_000;

type Body = Answered['body'];

/** What tests of monitors do, over REST alone. */
export interface MonitorScene {
  /** Puts texts into the organization's own index, by path. */
  index(texts: Record<string, string>): Promise<void>;
  /** Creates a monitor that runs once in a test, unless the members say otherwise; its id. */
  create(members?: object): Promise<string>;
  read(path: string): Promise<Body>;
  monitor(id: string): Promise<Body>;
  patch(id: string, members: object): Promise<Answered>;
  trigger(id: string): Promise<Answered>;
  /** Oldest first. */
  runs(id: string): Promise<Body[]>;
  runsWhen(id: string, passes: (runs: Body[]) => boolean): Promise<Body[]>;
  /** Has it run now, and waits for the end of that; the run. */
  runNow(id: string): Promise<Body>;
  /** Oldest first. */
  records(id: string, query?: string): Promise<Body[]>;
  /** Paths of the documents of its records, oldest first. */
  delivered(id: string): Promise<string[]>;
}

export const ORIGIN = 'https://birds.example.com';

export function monitorScene(quarry: () => TestQuarry): MonitorScene {
  const ok = ({ status, body }: Answered): Body => {
    assert.ok(status === 200 || status === 201, JSON.stringify(body));
    return body;
  };
  const read = async (path: string) => ok(await quarry().call('GET', `/v1/monitors/${path}`));
  const runs = async (id: string) => (await read(`${id}/runs?sort=asc`)).runs as Body[];
  const runsWhen = (id: string, passes: (runs: Body[]) => boolean) => eventually(WITHIN_MS, () => runs(id), passes);
  const trigger = (id: string) => quarry().call('POST', `/v1/monitors/${id}/trigger`);
  const records = async (id: string, query = '') => (await read(`${id}/records?sort=asc${query}`)).records as Body[];

  return {
    read,
    runs,
    runsWhen,
    trigger,
    records,
    async index(texts) {
      const documents = Object.entries(texts).map(([path, text]) => ({ url: ORIGIN + path, title: path, text }));
      ok(await quarry().call('POST', '/v1/documents', { documents }));
    },
    async create(members = {}) {
      const { monitor } = ok(
        await quarry().call('POST', '/v1/monitors', {
          cadence: '366d',
          search_requests: [{ query: 'cormorants' }],
          ...members,
        }),
      );
      return monitor.monitor_id;
    },
    monitor: async (id) => (await read(id)).monitor,
    patch: (id, members) => quarry().call('PATCH', `/v1/monitors/${id}`, members),
    async runNow(id) {
      await eventually(
        WITHIN_MS,
        () => read(id),
        ({ run_state }) => run_state === 'idle',
      );
      const before = (await runs(id)).length;
      ok(await trigger(id));
      return (await runsWhen(id, (all) => all.length > before)).at(-1);
    },
    delivered: async (id) => (await records(id)).map((one) => one.search_result.document.url.slice(ORIGIN.length)),
  };
}

/** Calls as another organization. */
export function callerOf(
  quarry: TestQuarry,
  key: string,
): (method: string, path: string, body?: unknown) => Promise<Answered> {
  return (method, path, body) => call(quarry.url + path, method, body, { 'x-api-key': key });
}
