import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { parse } from 'yaml';
import { backlogGauges } from '../../../services/backlog/backlog.ts';
import { systemClock } from '../../../services/core/clock.ts';
import { databaseOn } from '../../../services/database/database.ts';
import { poolGauges } from '../../../services/database/pool-gauges.ts';
import { createMetrics } from '../../../services/telemetry/metrics.ts';
import { anchorsOf } from '../docs/pages.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

interface Dashboard {
  panels: Array<{ title: string; gridPos: { w: number }; targets?: Array<{ expr: string }> }>;
}

const METRIC = /\b(?:quarry|process|nodejs)_\w+/g;
const OF_HISTOGRAM = /_(?:bucket|count|sum)$/;
const PAGE = 'docs/observability.md';

/** What a process with all roles shows, beside the Temporal SDK's own. */
async function shownMetrics(): Promise<Set<string>> {
  const metrics = createMetrics();
  // Never connected: the names of the gauges need no values.
  const pool = new pg.Pool({ port: 1 });
  const database = databaseOn(pool);
  const sources = backlogGauges({ database, clock: systemClock, timeScale: 1, passagesToEmbed: async () => 0 });
  for (const source of [poolGauges(pool), ...sources]) metrics.gauges({ ...source, read: async () => ({}) });
  const text = await metrics.text();
  await database.close();
  return new Set(Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name = '']) => name));
}

describe('the files for operators', () => {
  let shown: Set<string>;
  let rules: Rule[];
  let dashboard: Dashboard;
  let page: string;

  before(async () => {
    shown = await shownMetrics();
    const read = async (path: string) => readFile(path, 'utf8');
    rules = (parse(await read('deploy/prometheus/alerts.yml')) as { groups: Array<{ rules: Rule[] }> }).groups.flatMap(
      (group) => group.rules,
    );
    dashboard = JSON.parse(await read('deploy/grafana/quarry.json')) as Dashboard;
    page = await read(PAGE);
  });

  const unknownIn = (expressions: readonly string[]) =>
    expressions
      .flatMap((expression) => expression.match(METRIC) ?? [])
      .filter((name) => !shown.has(name) && !shown.has(name.replace(OF_HISTOGRAM, '')));

  it('contain alerts on existing metrics', () => {
    assert.ok(rules.length > 10, `${rules.length} rules`);
    assert.deepEqual(unknownIn(rules.map(({ expr }) => expr)), []);
  });

  it('say for each alert what to do, in the section that it names', () => {
    const anchors = anchorsOf(page);
    assert.deepEqual(
      rules.filter(({ annotations: { runbook } }) => {
        const [path, anchor = ''] = runbook.split('#');
        return path !== PAGE || !anchors.includes(anchor);
      }),
      [],
    );
  });

  it('state the same severity of each alert in the page as in the rule', () => {
    const described = Array.from(page.matchAll(/^### (Quarry\w+)\n\n`(\w+)`/gm), ([, alert, severity]) => [
      alert,
      severity,
    ]);
    assert.deepEqual(
      described,
      rules.map(({ alert, labels }) => [alert, labels.severity]),
    );
  });

  it('contain a dashboard of existing metrics', () => {
    const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    assert.ok(expressions.length > 30, `${expressions.length} expressions`);
    assert.deepEqual(unknownIn(expressions), []);
  });

  it('contain a test of each alert', async () => {
    const tests = await readFile('deploy/prometheus/alerts.test.yml', 'utf8');
    const tested = new Set(Array.from(tests.matchAll(/alertname: (\w+)\n\s+exp_alerts/g), ([, alert]) => alert));
    assert.deepEqual(
      rules.map(({ alert }) => alert).filter((alert) => !tested.has(alert)),
      [],
    );
  });

  it('describe each of our metrics', () => {
    const [table = ''] = page.split('### Prometheus and Grafana');
    const ours = [...shown].filter((name) => name.startsWith('quarry_'));
    assert.deepEqual(
      ours.filter((name) => !table.includes(`\`${name}\``)),
      [],
    );
  });
});
