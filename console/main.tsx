import { render } from 'preact';
import { loginToken, resume, signIn } from './api/sign-in.ts';
import { App } from './App.tsx';

const root = document.querySelector('#console');
if (!root) throw new Error('index.html has no element with the id "console".');

/** A login link is taken at once, and its token leaves the address before anything else is shown or kept. */
async function begin(): Promise<void> {
  const token = loginToken(location.hash);
  if (token === undefined) return resume();
  history.replaceState(null, '', '/');
  try {
    await signIn({ token });
  } catch (error) {
    // Its reader may be signed in from before.
    await resume();
    throw error;
  }
}

// A link that is opened in a tab of the console changes the fragment alone.
addEventListener('hashchange', () => {
  if (loginToken(location.hash) !== undefined) location.reload();
});
render(<App begun={begin()} />, root);
