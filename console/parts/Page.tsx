import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

interface PageProps {
  title: string;
  /** One sentence on what the page is for. */
  about?: ComponentChildren;
  /** Beside the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export function Page({ title, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} – Quarry`;
  }, [title]);
  return (
    <main id="content" tabIndex={-1}>
      <header class="page-head">
        <h1>{title}</h1>
        {actions !== undefined && <div class="row">{actions}</div>}
      </header>
      {about !== undefined && <p class="about">{about}</p>}
      {children}
    </main>
  );
}
