import type Router from '@koa/router';
import type { Context } from 'koa';
import type { BuiltFile, ConsoleFiles } from './files.ts';
import type { State } from '../pipeline/state.ts';
import { unknownRoute } from '../pipeline/unknown-route.ts';

/** Nothing is loaded from elsewhere, nothing runs that is not a file of ours, and no other site may frame the pages. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const NOT_BUILT = `The console is not built. Build it in the folder of Quarry, and load this page again:

  npm run build:console

\`npm start\` builds it by itself. The guide is at /docs/guide, the reference of the API at /docs.
`;

/** The console at `/`, without a key: its pages sign in by themselves. */
export function consolePages(router: Router<State>, files: ConsoleFiles): void {
  router.get('/', async (ctx) => {
    secure(ctx);
    ctx.set('cache-control', 'no-cache');
    const page = await files.file('index.html');
    if (page) return send(ctx, page);
    ctx.status = 503;
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = NOT_BUILT;
  });
  router.get('/console/assets/:name', async (ctx) => {
    const asset = await files.file(ctx.params.name ?? '');
    if (!asset) throw unknownRoute();
    secure(ctx);
    // The name changes with the content.
    ctx.set('cache-control', 'public, max-age=31536000, immutable');
    send(ctx, asset);
  });
}

function secure(ctx: Context): void {
  ctx.set('content-security-policy', POLICY);
  ctx.set('x-content-type-options', 'nosniff');
  ctx.set('referrer-policy', 'no-referrer');
  ctx.set('cross-origin-opener-policy', 'same-origin');
  ctx.set('x-frame-options', 'DENY');
}

function send(ctx: Context, { type, content, compressed }: BuiltFile): void {
  ctx.type = type;
  ctx.vary('Accept-Encoding');
  const isCompressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isCompressed) ctx.set('content-encoding', 'gzip');
  ctx.body = isCompressed ? compressed : content;
}
