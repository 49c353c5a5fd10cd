import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { CopyButton } from '../parts/CopyButton.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { useAction } from '../state/use-action.ts';
import { Field } from './Field.tsx';
import { Form } from './Form.tsx';

interface NamedFormProps {
  placeholder: string;
  /** What is chosen beside the name: its label, and the names of its values. */
  choice: { label: string; values: ReadonlyArray<{ value: string; name: string }>; first: string };
  submit: string;
  /** Fields that few need, below the others. */
  further?: ComponentChildren;
  /** @returns what is shown once it is made */
  make(name: string, chosen: string): Promise<ComponentChildren>;
}

/** Makes something with a name and a choice, and shows the secret that comes with it this once. */
export function NamedForm({ placeholder, choice, submit, make, further }: NamedFormProps) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(choice.first);
  const [made, setMade] = useState<ComponentChildren>();
  const { run, isRunning, error } = useAction(async () => {
    setMade(await make(name, chosen));
    setName('');
  });
  return (
    <Form class="card" submit={run}>
      <div class="row fields">
        <Field
          label="Name"
          grows
          type="text"
          required
          maxLength={100}
          placeholder={placeholder}
          value={name}
          change={setName}
        />
        <label>
          {choice.label}
          <select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
            {choice.values.map((one) => (
              <option value={one.value}>{one.name}</option>
            ))}
          </select>
        </label>
        <button type="submit" class="primary" disabled={isRunning || name.trim() === ''}>
          {submit}
        </button>
      </div>
      {further}
      {error && <ErrorBox error={error} />}
      {made}
    </Form>
  );
}

/** A secret that Quarry does not tell again. */
export function ShownOnce({ text, note, copyLabel }: { text: string; note: string; copyLabel: string }) {
  return (
    <div class="made" role="status">
      <p>{note}</p>
      <p class="row command">
        <code class="grow break">{text}</code>
        <CopyButton text={text} label={copyLabel} />
      </p>
    </div>
  );
}
