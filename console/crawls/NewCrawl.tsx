import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Examples } from '../parts/Examples.tsx';
import { Page } from '../parts/Page.tsx';
import { useAction } from '../state/use-action.ts';
import { crawlRequest, EMPTY_CRAWL, type CrawlForm } from './crawl-form.ts';

const INTERVALS = ['1h', '6h', '1d', '7d'];

/** The form of a crawl. Once it has begun, its page is shown. */
export function NewCrawl() {
  const [form, setForm] = useState(EMPTY_CRAWL);
  const body = crawlRequest(form);
  const begin = useAction(async () => {
    const { crawl } = await call<Schemas['CrawlResponse']>('/v1/crawls', { method: 'POST', body });
    location.hash = `#/crawls/${crawl.id}`;
  });
  const field = (name: keyof CrawlForm) => ({
    value: form[name],
    change: (value: string) => setForm({ ...form, [name]: value }),
  });
  return (
    <Page
      title="New crawl"
      about="Each page that is stored costs one credit. A page that has not changed costs nothing."
    >
      <Form class="card" submit={() => begin.run()}>
        <Lines label="Addresses to begin with, one a line" example="https://docs.example.com/" {...field('urls')} />
        <div class="row fields">
          <Field label="Pages at most" grows type="number" step={1} {...field('maxPages')} />
          <Field label="Links deep" grows type="number" step={1} {...field('maxDepth')} />
          <Refresh {...field('refresh')} />
        </div>
        <Field label="Collection (may be empty)" type="text" placeholder="handbook" {...field('collection')} />
        <Lines label="Only these paths, one a line (may be empty)" example="/docs/**" {...field('include')} />
        <Lines label="Not these paths, one a line (may be empty)" example="/docs/archive/**" {...field('exclude')} />
        {begin.error && <ErrorBox error={begin.error} />}
        <div class="row">
          <button type="submit" class="primary" disabled={begin.isRunning || body.urls.length === 0}>
            Begin the crawl
          </button>
          <a class="button" href="#/crawls">
            Back
          </a>
        </div>
      </Form>
      <Examples call={{ method: 'POST', path: '/v1/crawls', body }} />
    </Page>
  );
}

interface LinesProps {
  label: string;
  example: string;
  value: string;
  change(value: string): void;
}

function Lines({ label, example, value, change }: LinesProps) {
  return (
    <label>
      {label}
      <textarea
        rows={2}
        placeholder={example}
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  );
}

function Refresh({ value, change }: Pick<LinesProps, 'value' | 'change'>) {
  return (
    <label>
      Read again
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        <option value="">never</option>
        {INTERVALS.map((one) => (
          <option value={one}>every {one}</option>
        ))}
      </select>
    </label>
  );
}
