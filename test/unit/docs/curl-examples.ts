import { documentationPages } from './pages.ts';

export interface CurlExample {
  page: string;
  method: string;
  path: string;
  /** Without the question mark; empty where there is none. */
  query: string;
  body: string | undefined;
}

// Up to the end of a line that no backslash and no open quote continues.
const CURL = /^(?:\w+=\$\()?curl (?:'[^']*'|\\\n|[^'\n])*$/gm;
const URL_IN_COMMAND = /http:\/\/127\.0\.0\.1:8080([^\s"'?]*)(?:\?([^\s"']*))?/;

/** The calls that the documentation shows, as they are typed. */
export function curlExamples(): CurlExample[] {
  return documentationPages().flatMap((page) => page.shell.flatMap((block) => block.match(CURL) ?? []).map((command) => parse(page.path, command)));
}

function parse(page: string, command: string): CurlExample {
  const [, path = '', query = ''] = URL_IN_COMMAND.exec(command) ?? [];
  const body = /\s-d '([^']*)'/.exec(command)?.[1];
  const isSent = body !== undefined || /\s-F /.test(command);
  const method = /\s-X (\w+)/.exec(command)?.[1] ?? (isSent ? 'POST' : 'GET');
  return { page, method, path, query, body };
}
