// `npm start`: set-up, then the whole service in one process on the packaged Node.
import { ALLOCATOR } from './allocator.mjs';
import { closedFolder } from './closed-folder.mjs';
import { watchPackageManager } from './launcher.mjs';
import { NODE, ROOT, fail, run, setUp, stopUnlessSignalled } from './setup.mjs';

watchPackageManager(stopUnlessSignalled);
const reason = closedFolder(ROOT, ROOT);
if (reason) fail(reason);
await setUp();
process.exitCode = await run(NODE, ['cli/quarry.ts', 'start'], { env: { ...ALLOCATOR, ...process.env } });
