// `npm start`: set-up, then the whole service in one process on the packaged Node.
import { NODE, run, setUp } from './setup.mjs';

await setUp();
process.exitCode = await run(NODE, ['cli/quarry.ts', 'start']);
