import { createElement, type LooseInputHTMLAttributes } from 'preact';

interface FieldProps {
  label: string;
  /** Whether it takes the room that the other fields of its row leave. */
  grows?: boolean;
  type: 'text' | 'url' | 'email' | 'password' | 'number';
  value: string;
  change(value: string): void;
  required?: boolean;
  maxLength?: number;
  step?: number;
  placeholder?: string;
  autocomplete?: 'username' | 'current-password';
}

/** A labelled line that is typed. */
export function Field({ label, grows = false, change, ...attributes }: FieldProps) {
  // JSX allows no union of types of an input.
  const input = createElement<LooseInputHTMLAttributes, HTMLInputElement>('input', {
    ...attributes,
    onInput: ({ currentTarget }) => change(currentTarget.value),
  });
  return (
    <label class={grows ? 'grow' : undefined}>
      {label}
      {input}
    </label>
  );
}
