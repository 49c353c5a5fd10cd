import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A modal window: the browser keeps the focus in it, and Escape closes it. */
export function Dialog({ title, close, children }: { title: string; close(): void; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  // Before the next key is pressed.
  useLayoutEffect(() => element.current?.showModal(), []);
  return (
    <dialog
      ref={element}
      aria-label={title}
      onClose={close}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      {children}
    </dialog>
  );
}
