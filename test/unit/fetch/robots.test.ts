import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { EgressResponse } from '../../../services/egress/egress.ts';
import { createRobots, type RobotsRules } from '../../../services/fetch/robots.ts';

const URL_OF_PAGE = 'https://birds.example/nests';

function answered(httpStatus: number, text = ''): EgressResponse {
  const finalUrl = 'https://birds.example/robots.txt';
  return { status: 'answered', finalUrl, httpStatus, headers: new Headers(), body: Readable.from([Buffer.from(text)]) };
}

async function rulesFrom(response: EgressResponse): Promise<RobotsRules> {
  const egress = { request: async () => response, close: async () => undefined };
  const robotsOf = createRobots({ egress, productToken: 'Quarry', userAgent: 'Quarry/1' });
  const rules = await robotsOf(URL_OF_PAGE, new AbortController().signal);
  assert.ok(rules);
  return rules;
}

describe('robots.txt', () => {
  it('forbids everything where its host refuses the connection, and says so', async () => {
    const refused = { status: 'refused', code: 'url_not_accessible', message: 'the connection was refused' } as const;
    const rules = await rulesFrom(refused);
    assert.deepEqual([rules.isUnreachable, rules.isAllowed(URL_OF_PAGE)], [true, false]);
    assert.match(rules.refusalOf(URL_OF_PAGE)?.message ?? '', /could not be read: the connection was refused/);
  });

  it('forbids everything while its server fails', async () => {
    const rules = await rulesFrom(answered(503));
    assert.deepEqual([rules.isUnreachable, rules.isAllowed(URL_OF_PAGE)], [true, false]);
  });

  it('forbids nothing where there is none', async () => {
    const rules = await rulesFrom(answered(404));
    assert.deepEqual([rules.isUnreachable, rules.refusalOf(URL_OF_PAGE)], [false, undefined]);
  });

  it('has been read where it forbids everything', async () => {
    const rules = await rulesFrom(answered(200, 'User-agent: *\nDisallow: /'));
    assert.deepEqual([rules.isUnreachable, rules.isAllowed(URL_OF_PAGE)], [false, false]);
    assert.match(rules.refusalOf(URL_OF_PAGE)?.message ?? '', /forbids it/);
  });
});
