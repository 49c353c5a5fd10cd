import assert from 'node:assert/strict';
import { builtinModules } from 'node:module';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { packedProject } from './packed.ts';

/** What a page does with the package: each line behind the mark fails to compile, or the mark itself does. */
const PAGE = `
import { Quarry, QuarryError, verifyWebhook, type QuarryClient } from 'quarry-sdk/rest';
import type { QuarryClient as Whole } from 'quarry-sdk';
const quarry: QuarryClient = new Quarry({ apiKey: '', baseUrl: location.origin, fetch: (url, init) => fetch(url, init) });
export const titles = async (client: Whole): Promise<string[]> => (await client.search({ query: 'a' })).documents.map(({ title }) => title);
export const [found, error] = [titles(quarry), QuarryError];
export const check = (request: Request, body: Uint8Array) => verifyWebhook({ body, headers: request.headers, secret: '' });
// @ts-expect-error the address of gRPC is for the other client
void new Quarry({ apiKey: '', address: '' });
`;

describe('the SDK over REST, in a bundle for browsers', () => {
  it('contains nothing of Node and nothing of gRPC', async () => {
    const { metafile } = await bundleOf(`export * from './sdk/rest.ts';`);
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
    assert.deepEqual(imports, []);
    const inputs = Object.keys(metafile.inputs);
    assert.ok(inputs.includes('sdk/over-rest/rest-transport.ts'));
    assert.deepEqual(
      inputs.filter((path) => /grpc/.test(path)),
      [],
    );
  });

  it('leaves out what a page does not use', async () => {
    const { contents, metafile } = await bundleOf(
      `import { Quarry } from './sdk/rest.ts'; export const quarry = new Quarry({ apiKey: '', baseUrl: '' });`,
    );
    console.log(`    the client: ${contents.length} bytes, ${gzipSync(contents).length} compressed`);
    const used = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
    assert.ok(used.includes('sdk/client.ts'));
    assert.deepEqual(
      used.filter((path) => /webhook/.test(path)),
      [],
    );
  });

  it('has types that need the types of a browser alone', async function () {
    this.timeout(30_000);
    const compiler = { types: [], lib: ['es2023', 'dom'], skipLibCheck: false };
    const project = await packedProject({ 'page.ts': PAGE }, { compiler });
    try {
      await project.compile();
    } finally {
      await project.remove();
    }
  });
});

async function bundleOf(program: string): Promise<{ contents: Uint8Array; metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: '.', loader: 'ts' },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    // Named, so that a module of Node becomes an import instead of an error that names only the first.
    external: [...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
  });
  return { contents: outputFiles[0]?.contents ?? assert.fail(), metafile };
}
