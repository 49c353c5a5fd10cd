import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../api/openapi/document.ts';
import { describedOperations } from '../api/operations/all.ts';
import { apiTypes } from './api-types.ts';
import { configurationPage } from './configuration-page.ts';
import { pythonModels, pythonParams } from './sdk/python-types.ts';
import { pythonSync } from './sdk/python-sync.ts';
import { architecturePage } from './map/rooms-table.ts';
import { drawRooms } from './map/draw-rooms.ts';
import { sdkRoutes } from './sdk/sdk-routes.ts';

/** The generated files that are committed; a test compares them with the code. */
export const generated: Record<string, () => string> = {
  'openapi.json': () => `${JSON.stringify(openApiDocument(describedOperations()), null, 2)}\n`,
  'console/api/schemas.ts': apiTypes,
  'docs/configuration.md': configurationPage,
  'docs/architecture.md': architecturePage,
  'docs/images/rooms.svg': drawRooms,
  'sdk/python/quarry_sdk/models.py': pythonModels,
  'sdk/python/quarry_sdk/params.py': pythonParams,
  'sdk/over-rest/routes.ts': sdkRoutes,
  ...pythonSync(),
};

if (import.meta.main) {
  for (const [path, content] of Object.entries(generated)) {
    await writeFile(fileURLToPath(new URL(`../${path}`, import.meta.url)), content());
  }
  // The code of the gRPC contract: gen/, from proto/.
  const root = fileURLToPath(new URL('..', import.meta.url));
  execFileSync(process.execPath, ['node_modules/@bufbuild/buf/bin/buf', 'generate'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}` },
  });
}
