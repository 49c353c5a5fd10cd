import { useEffect, useState } from 'preact/hooks';
import { routeOf, type ShownRoute } from './route.ts';

export function useRoute(): ShownRoute {
  const [fragment, setFragment] = useState(location.hash);
  useEffect(() => {
    const follow = () => setFragment(location.hash);
    // It may have changed between the first view and this subscription.
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return routeOf(fragment);
}

/** @param target as in a link: `#/research` */
export function goTo(target: string): void {
  location.hash = target;
}
