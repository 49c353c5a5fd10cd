import { useState } from 'preact/hooks';
import { open } from '../api/call.ts';
import { Form } from '../forms/Form.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Examples } from '../parts/Examples.tsx';
import { useAction } from '../state/use-action.ts';
import type { ShownCall } from '../text/examples.ts';
import { duration } from '../text/times.ts';
import { filledCall, type DescribedParameter, type ReferenceEntry } from './description.ts';

interface SentCall {
  status: number;
  tookMs: number;
  text: string;
}

/** More would make the page slow. */
const MOST_CHARACTERS = 100_000;

/** A form that sends a call with the session of the reader, and shows what came back. */
export function TryCall({ operation }: { operation: ReferenceEntry }) {
  const { parameters = [], requestBody } = operation;
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(JSON.stringify(requestBody?.content['application/json']?.example, null, 2) ?? '');
  const [sent, setSent] = useState<SentCall>();
  const call = filledCall(operation, values, body);
  const send = useAction(async (asked: ShownCall) => setSent(await answerTo(asked)));
  const act = () => call && send.run(call);
  const fields = parameters.filter(({ in: place }) => place !== 'header');
  return (
    <>
      <Form class="card" aria-label="Try it" submit={act}>
        {fields.map((one) => (
          <ParameterField
            key={one.name}
            parameter={one}
            value={values[one.name] ?? ''}
            change={(value) => setValues({ ...values, [one.name]: value })}
          />
        ))}
        {requestBody && (
          <label>
            Body
            <textarea
              class="code"
              rows={Math.min(body.split('\n').length + 1, 16)}
              spellcheck={false}
              value={body}
              onInput={({ currentTarget }) => setBody(currentTarget.value)}
            />
          </label>
        )}
        <p class="row wrap">
          {operation.method === 'DELETE' ? (
            <ConfirmButton label="Send" question="Delete for ever?" isRunning={send.isRunning || !call} act={act} />
          ) : (
            <button type="submit" class="primary" disabled={send.isRunning || !call}>
              Send
            </button>
          )}
          {!call && <span class="quiet">Fill in the path, and a body that is JSON.</span>}
        </p>
        {send.error && <ErrorBox error={send.error} />}
        {sent && <Received sent={sent} />}
      </Form>
      {call && <Examples call={call} />}
    </>
  );
}

interface ParameterFieldProps {
  parameter: DescribedParameter;
  value: string;
  change(value: string): void;
}

function ParameterField({ parameter, value, change }: ParameterFieldProps) {
  const { name, required, description, example } = parameter;
  return (
    <label title={description}>
      {name}
      {required ? '' : ' (may be empty)'}
      <input
        type="text"
        required={required === true}
        placeholder={example === undefined ? '' : String(example)}
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  );
}

function Received({ sent: { status, tookMs, text } }: { sent: SentCall }) {
  return (
    <div role="status">
      <p class="quiet">
        {status} in {duration(tookMs)}
        {text.length > MOST_CHARACTERS && `, the first ${MOST_CHARACTERS} characters`}
      </p>
      <pre tabIndex={0}>
        <code>{text.slice(0, MOST_CHARACTERS)}</code>
      </pre>
    </div>
  );
}

async function answerTo({ method, path, body }: ShownCall): Promise<SentCall> {
  const startedAt = performance.now();
  const response = await open(path, { method, body });
  const text = await response.text();
  return { status: response.status, tookMs: performance.now() - startedAt, text: laidOut(text) };
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
