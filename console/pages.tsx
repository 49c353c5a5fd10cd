import type { ComponentChildren } from 'preact';
import { Keys } from './account/Keys.tsx';
import { Members } from './account/Members.tsx';
import { Usage } from './account/Usage.tsx';
import { Crawls } from './crawls/Crawls.tsx';
import { CrawlView } from './crawls/CrawlView.tsx';
import { NewCrawl } from './crawls/NewCrawl.tsx';
import { Documents } from './documents/Documents.tsx';
import { DocumentView } from './documents/DocumentView.tsx';
import { MonitorView } from './monitors/MonitorView.tsx';
import { Monitors } from './monitors/Monitors.tsx';
import { NewMonitor } from './monitors/NewMonitor.tsx';
import { Health } from './operate/Health.tsx';
import { Help } from './operate/Help.tsx';
import { Organizations } from './operate/Organizations.tsx';
import { Empty } from './parts/Empty.tsx';
import { Page } from './parts/Page.tsx';
import { Playground } from './playground/Playground.tsx';
import { Reference } from './reference/Reference.tsx';
import { Runs } from './research/Runs.tsx';
import { RunView } from './research/RunView.tsx';
import type { ShownRoute } from './state/route.ts';

/** The pages of the navigation, in its order. */
const PAGES: ReadonlyArray<{ page: string; name: string; isForOperators?: true }> = [
  { page: '', name: 'Playground' },
  { page: 'research', name: 'Research' },
  { page: 'monitors', name: 'Monitors' },
  { page: 'documents', name: 'Documents' },
  { page: 'crawls', name: 'Crawls' },
  { page: 'usage', name: 'Usage' },
  { page: 'keys', name: 'Keys' },
  { page: 'members', name: 'Members' },
  { page: 'organizations', name: 'Organizations', isForOperators: true },
  { page: 'health', name: 'Health' },
  { page: 'help', name: 'Help' },
];

/** Those that a role sees in the navigation. The service decides what each of them answers. */
export function pagesOf(role: string): typeof PAGES {
  return PAGES.filter(({ isForOperators }) => !isForOperators || role === 'operator');
}

export function pageOf({ page, id, query }: ShownRoute): ComponentChildren {
  switch (page) {
    case '':
      return <Playground key={query.get('mode')} begin={query.get('mode')} />;
    case 'research':
      return id === '' ? <Runs /> : <RunView key={id} id={id} />;
    case 'monitors':
      if (id === 'new') return <NewMonitor />;
      return id === '' ? <Monitors /> : <MonitorView key={id} id={id} />;
    case 'documents':
      return id === 'read' ? <DocumentView url={query.get('url') ?? ''} /> : <Documents />;
    case 'crawls':
      if (id === 'new') return <NewCrawl />;
      return id === '' ? <Crawls /> : <CrawlView key={id} id={id} />;
    case 'usage':
      return <Usage />;
    case 'keys':
      return <Keys />;
    case 'members':
      return <Members />;
    case 'organizations':
      return <Organizations id={id} />;
    case 'health':
      return <Health />;
    case 'help':
      return id === 'api' || id.startsWith('api/') ? <Reference name={id.slice('api/'.length)} /> : <Help name={id} />;
    default:
      return (
        <Page title="Not found">
          <Empty title="There is no such page">
            <p>
              <a class="button" href="#/">
                To the playground
              </a>
            </p>
          </Empty>
        </Page>
      );
  }
}
