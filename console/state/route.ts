/** The page that is shown, from the fragment: `#/research/run_1?effort=low` is page `research`, id `run_1`. */
export interface ShownRoute {
  page: string;
  /** What follows the page's name: empty, or an id. */
  id: string;
  query: URLSearchParams;
}

export function routeOf(fragment: string): ShownRoute {
  const [path = '', query = ''] = fragment.replace(/^#\/?/, '').split('?', 2);
  const [page = '', ...rest] = path.split('/');
  return { page, id: rest.join('/'), query: new URLSearchParams(query) };
}
