import { useState } from 'preact/hooks';
import { signIn } from '../api/sign-in.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Page } from '../parts/Page.tsx';
import { useAction } from '../state/use-action.ts';

const COMMAND = 'npx quarry login-link';

/** For a reader without a session. @param failed why the login link of this visit was not taken */
export function SignIn({ failed }: { failed: Error | undefined }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { run, isRunning, error } = useAction(() => signIn({ email, password }));
  return (
    <Page title="Sign in">
      <div class="narrow">
        {failed && <ErrorBox error={failed} />}
        <p>Open a login link. It is printed when Quarry starts, and in Quarry's folder by this command:</p>
        <p class="row command">
          <code class="grow">{COMMAND}</code>
          <CopyButton text={COMMAND} label="Copy the command" />
        </p>
        <p class="quiet">Each link works once, and no password is needed.</p>
        <details open={error !== undefined}>
          <summary>Sign in with a password</summary>
          <Form submit={run}>
            <Field label="Email" type="email" autocomplete="username" required value={email} change={setEmail} />
            <Field
              label="Password"
              type="password"
              autocomplete="current-password"
              required
              value={password}
              change={setPassword}
            />
            {error && <ErrorBox error={error} />}
            <button type="submit" class="primary" disabled={isRunning}>
              Sign in
            </button>
          </Form>
        </details>
      </div>
    </Page>
  );
}
