import type { ComponentChildren } from 'preact';

/** Nothing is there yet: what it would be, and what to do. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
