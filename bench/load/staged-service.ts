import { runEverything } from '../../local/main.ts';
import { createTraces } from './traces.ts';

/**
 * The product with an observer of its calls. It answers each message of its parent with the traces recorded since the
 * previous one.
 */
const traces = createTraces();
process.on('message', () => process.send?.(traces.take()));
process.channel?.unref();
await runEverything({ observe: traces.observe });
