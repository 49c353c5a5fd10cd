import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { SignIn } from './account/SignIn.tsx';
import { ErrorBox } from './parts/ErrorBox.tsx';
import { Page } from './parts/Page.tsx';
import { Skeleton } from './parts/Shown.tsx';
import { KeyHelp } from './KeyHelp.tsx';
import { Navigation } from './Navigation.tsx';
import { pageOf } from './pages.tsx';
import { Palette } from './Palette.tsx';
import type { ShownRoute } from './state/route.ts';
import { goTo, useRoute } from './state/use-route.ts';
import { useShortcuts } from './state/shortcuts.ts';
import { useSession } from './state/use-session.ts';

type Overlay = 'palette' | 'keys';

/** The frame around every page. @param begun the first look at the session */
export function App({ begun }: { begun: Promise<void> }) {
  const [failed, setFailed] = useState<Error>();
  const [overlay, setOverlay] = useState<Overlay>();
  useEffect(() => {
    begun.catch((error: unknown) => setFailed(error as Error));
  }, [begun]);
  useShortcuts([
    { keys: '/', act: focusBox },
    { keys: '?', act: () => setOverlay('keys') },
    { keys: 'Ctrl-K', act: () => setOverlay('palette') },
    { keys: 'Escape', act: () => setOverlay(undefined) },
  ]);
  const close = () => setOverlay(undefined);
  return (
    <div class="frame">
      <a class="skip" href="#content" onClick={skip}>
        To the content
      </a>
      <Navigation openPalette={() => setOverlay('palette')} />
      <View failed={failed} />
      {overlay === 'palette' && <Palette close={close} />}
      {overlay === 'keys' && <KeyHelp close={close} />}
    </div>
  );
}

function View({ failed }: { failed: Error | undefined }) {
  const session = useSession();
  const route = useRoute();
  switch (session.status) {
    case 'asking':
      return (
        <Page title="Quarry">
          {failed ? <ErrorBox error={failed} again={() => location.reload()} /> : <Skeleton />}
        </Page>
      );
    case 'signed-out':
      return <SignIn failed={failed} />;
    case 'signed-in':
      return <Guarded key={route.page} route={route} />;
  }
}

/** A page that fails leaves the frame, and the way to the other pages, as they are. */
function Guarded({ route }: { route: ShownRoute }) {
  const [error] = useErrorBoundary();
  if (error === undefined) return <>{pageOf(route)}</>;
  return (
    <Page title="This page has failed">
      <ErrorBox error={error as Error} again={() => location.reload()} />
    </Page>
  );
}

/** The box of this page, or the playground's. */
function focusBox(): void {
  const box = document.querySelector<HTMLElement>('#ask, #filter');
  if (box) return box.focus();
  const focus = () => requestAnimationFrame(() => document.querySelector<HTMLElement>('#ask')?.focus());
  addEventListener('hashchange', focus, { once: true });
  goTo('#/');
}

/** The fragment names the page that is shown, so the link moves the focus by itself. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}
