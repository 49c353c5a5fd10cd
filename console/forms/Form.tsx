import type { ComponentChildren } from 'preact';

interface FormProps {
  class?: string;
  'aria-label'?: string;
  onDragOver?(event: DragEvent): void;
  onDrop?(event: DragEvent): void;
  submit(): void;
  children: ComponentChildren;
}

/** A form that the page sends itself, so that the browser stays on the page. */
export function Form({ submit, children, ...attributes }: FormProps) {
  return (
    <form
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
    </form>
  );
}
