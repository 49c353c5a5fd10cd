import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ENOUGH_TO_RUN_BYTES, freeBytes, inMebibytes } from '../../services/core/disk.ts';
import type { Platform } from '../../runtime/platform.ts';
import { createGuide } from './public-guide.ts';
import type { PartState, PublicPages } from './public-routes.ts';

const RENDERER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
// No other file of the packages and folders is served.
const ASSETS: Record<string, string> = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' };

const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quarry API reference</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null })</script>
</body>
</html>
`;

interface PublicPagesOptions {
  openApi: object;
  platform: Pick<Platform, 'background' | 'workflows' | 'index'>;
  dataFolder: string;
  /** Whether the process has reported readiness. */
  isReady(): boolean;
}

/** The pages that need no key, from our own files and the bundled renderer; nothing is loaded from elsewhere. */
export function publicPages({ openApi, platform, dataFolder, isReady }: PublicPagesOptions): PublicPages {
  return {
    openApi,
    referencePage: REFERENCE_PAGE,
    async referenceAsset(name) {
      const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
      return type === undefined ? undefined : { type, content: await readFile(join(RENDERER, name)) };
    },
    guide: createGuide(),
    async readiness() {
      const { background, workflows, index } = platform;
      const [postgresql, temporal, ownIndex, disk] = await Promise.all([
        partState(() => background.query('select 1')),
        partState(() => workflows.ping()),
        partState(async () => {
          const state = await index.state();
          if (state.status !== 'ready' && state.status !== 'outdated') throw new Error(state.reason);
        }),
        diskState(dataFolder),
      ]);
      const starting: Record<string, PartState> = isReady()
        ? {}
        : { service: { state: 'unavailable', reason: 'It is starting.' } };
      return { ...starting, postgresql, temporal, index: ownIndex, disk };
    },
  };
}

async function partState(ask: () => Promise<unknown>): Promise<PartState> {
  try {
    await ask();
    return { state: 'ready' };
  } catch {
    return { state: 'unavailable', reason: 'It does not answer.' };
  }
}

async function diskState(folder: string): Promise<PartState> {
  if ((await freeBytes(folder)) >= ENOUGH_TO_RUN_BYTES) return { state: 'ready' };
  return {
    state: 'unavailable',
    reason: `Less than ${inMebibytes(ENOUGH_TO_RUN_BYTES)} are left for the data folder.`,
  };
}
