import type Router from '@koa/router';
import type { Guide } from './public-guide.ts';
import { unknownRoute } from './pipeline/unknown-route.ts';
import type { State } from './pipeline/state.ts';

export interface PartState {
  state: 'ready' | 'unavailable';
  reason?: string;
}

export interface PublicPages {
  openApi: object;
  referencePage: string;
  /** A file of the reference page's renderer, or undefined. */
  referenceAsset(name: string): Promise<{ type: string; content: Buffer } | undefined>;
  guide: Guide;
  /** State of every dependency that a call may need, by name. */
  readiness(): Promise<Record<string, PartState>>;
}

/** Routes that need no key. */
export function publicRoutes(router: Router<State>, pages: PublicPages): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    const parts = await pages.readiness();
    const ready = Object.values(parts).every((part) => part.state === 'ready');
    ctx.status = ready ? 200 : 503;
    ctx.body = { status: ready ? 'ready' : 'unavailable', parts };
  });
  router.get('/v1/openapi.json', (ctx) => {
    ctx.body = pages.openApi;
  });
  router.get('/docs', (ctx) => {
    ctx.type = 'html';
    ctx.body = pages.referencePage;
  });
  router.get('/docs/assets/:name', async (ctx) => {
    const asset = await pages.referenceAsset(ctx.params.name ?? '');
    if (!asset) throw unknownRoute();
    ctx.set('cache-control', 'public, max-age=86400');
    ctx.type = asset.type;
    ctx.body = asset.content;
  });
  router.get(['/docs/guide', '/docs/guide/'], async (ctx) => {
    ctx.type = 'html';
    ctx.body = await pages.guide.contents();
  });
  router.get('/docs/guide.json', async (ctx) => {
    ctx.body = { pages: await pages.guide.texts() };
  });
  router.get('/docs/guide/:name', async (ctx) => {
    const page = await pages.guide.page(ctx.params.name ?? '');
    if (!page) throw unknownRoute();
    ctx.type = page.type;
    ctx.body = page.content;
  });
}
