// `npm start`: set-up, then the whole service in one process on a suitable Node.
import { ALLOCATOR } from './allocator.mjs';
import { closedFolder } from './closed-folder.mjs';
import { watchPackageManager } from './launcher.mjs';
import { findNode } from './node-runtime.mjs';
import { ROOT, fail, run, setUp, stopUnlessSignalled } from './setup.mjs';

watchPackageManager(stopUnlessSignalled);
const reason = closedFolder(ROOT, ROOT);
if (reason) fail(reason);
await setUp();
process.exitCode = await run(findNode(), ['cli/quarry.ts', 'start'], { env: { ...ALLOCATOR, ...process.env } });
