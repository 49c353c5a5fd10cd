import { useEffect, useRef } from 'preact/hooks';
import { signOut } from './api/sign-in.ts';
import { pagesOf } from './pages.tsx';
import { useRoute } from './state/use-route.ts';
import { useSession } from './state/use-session.ts';

/** The way to every page: beside them, or above them where the window is narrow. */
export function Navigation({ openPalette }: { openPalette(): void }) {
  const { page } = useRoute();
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where the pages stand in one line, the current one may be out of sight.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [page, isSignedIn]);
  return (
    <header class="side">
      <a class="brand" href="#/">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 13h12L11 8H9L7 3H5z" />
        </svg>
        Quarry
      </a>
      {isSignedIn && (
        <>
          <nav aria-label="Pages" ref={list}>
            {pagesOf(session.session.role).map((one) => (
              <a href={`#/${one.page}`} aria-current={one.page === page ? 'page' : undefined}>
                {one.name}
              </a>
            ))}
          </nav>
          <button type="button" class="small find" onClick={openPalette}>
            Go to … <kbd>Ctrl K</kbd>
          </button>
          <div class="who quiet">
            <span class="cut" title={`${session.session.user.email} (${session.session.role})`}>
              {session.session.organization.name}
            </span>
            <button type="button" class="small" onClick={() => void signOut()}>
              Sign out
            </button>
          </div>
        </>
      )}
    </header>
  );
}
