// `npm start`: set-up, then the whole service in one process on the packaged Node.
import { watchPackageManager } from './launcher.mjs';
import { NODE, run, setUp, stopUnlessSignalled } from './setup.mjs';

watchPackageManager(stopUnlessSignalled);
await setUp();
process.exitCode = await run(NODE, ['cli/quarry.ts', 'start']);
