import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { exampleOf, LANGUAGES, type ExampleLanguage, type ShownCall } from '../../console/text/examples.ts';
import { playCall } from '../../console/playground/modes.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const run = promisify(execFile);

const QUERY = `It's "paid" $HOME \\n leave – größer`;
const CALLS: Record<string, ShownCall> = {
  search: playCall('search', QUERY, { scope: 'web', sites: '', effort: 'low', picture: false }),
  answer: playCall('answer', QUERY, { scope: '', sites: '', effort: 'low', picture: false }),
  chat: playCall('chat', QUERY, { scope: '', sites: '', effort: 'low', picture: false }),
  list: { method: 'GET', path: '/v1/monitors?limit=1' },
  removal: { method: 'DELETE', path: '/v1/documents', body: { urls: ['https://example.com/none'] } },
};

/** What a run of the example prints. */
async function printed(language: ExampleLanguage, code: string, key: string): Promise<string> {
  const [program, ...args] = {
    curl: ['sh', '-c', code],
    TypeScript: [process.execPath, '--input-type=module-typescript', '-e', code],
    Python: ['python3', '-c', code],
  }[language];
  const { stdout } = await run(program ?? '', args, { env: { ...process.env, QUARRY_API_KEY: key } });
  return stdout;
}

const hasRequests = () =>
  run('python3', ['-c', 'import requests']).then(
    () => true,
    () => false,
  );

describe('a call that the console shows as code', () => {
  let quarry: TestQuarry;
  before(async () => (quarry = await startQuarry()));
  after(() => quarry.stop());

  for (const language of LANGUAGES)
    it(`runs as it stands: ${language}`, async function () {
      if (language === 'Python' && !(await hasRequests())) return this.skip();
      for (const [name, call] of Object.entries(CALLS)) {
        const answered = await printed(language, exampleOf(call, language, quarry.url), quarry.key);
        assert.doesNotMatch(answered, /INVALID_REQUEST|UNAUTHENTICATED|NOT_FOUND|Traceback/, name);
        const member =
          { search: 'documents', answer: 'citations', chat: 'choices', list: 'monitors' }[name] ?? 'deleted';
        assert.ok(answered.includes(member), `${name}: ${answered}`);
      }
    });
});
