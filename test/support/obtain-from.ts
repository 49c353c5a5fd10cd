/** A process that installs the model from published files on this machine, for tests that kill it or run two at once. */
import { obtainModel } from '../../local/embedding-model/obtain-model.ts';
import { givenBy } from './minilm.ts';

const [weights = '', vocabulary = ''] = process.argv.slice(2);
await obtainModel({
  signal: new AbortController().signal,
  progress: (message) => console.log(message),
  sources: [givenBy({ weights, vocabulary })],
});
console.log('done');
