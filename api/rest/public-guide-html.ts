import { Marked, type Tokens } from 'marked';

export const GUIDE_PATH = '/docs/guide';

export interface GuideEntry {
  /** As in the path, without a suffix. */
  name: string;
  title: string;
  path: string;
}

interface Placed {
  current: GuideEntry;
  entries: readonly GuideEntry[];
}

const STYLE = `
body { margin: 0; display: flex; flex-wrap: wrap; font: 16px/1.6 system-ui, sans-serif; color: #1b1f24; background: #fff; }
nav { flex: 0 0 13rem; padding: 1.5rem; }
nav ul { list-style: none; margin: 1rem 0; padding: 0; }
nav [aria-current] { font-weight: 700; color: inherit; text-decoration: none; }
main { flex: 1 1 30rem; min-width: 0; max-width: 52rem; padding: 0.5rem 1.5rem 4rem; }
a { color: #0b57a4; }
pre { overflow-x: auto; padding: 0.8rem; background: #f4f5f7; }
code { font: 0.875em ui-monospace, monospace; }
.table { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.3rem 0.6rem; border: 1px solid #d0d5db; text-align: left; vertical-align: top; }
`;

/** A page of the guide with its navigation, without scripts. HTML within the Markdown is shown as text. */
export function guideHtml(markdown: string, { current, entries }: Placed): string {
  return layout({ title: current.title, navigation: navigation(entries, current), main: render(markdown, entries) });
}

/** The list of all pages of the guide. */
export function guideContents(entries: readonly GuideEntry[]): string {
  return layout({ title: 'Guide', navigation: navigation([]), main: `<h1>Guide</h1>\n${list(entries)}` });
}

function layout({ title, navigation: nav, main }: { title: string; navigation: string; main: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} – Quarry</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Guide">
${nav}
</nav>
<main>
${main}
</main>
</body>
</html>
`;
}

function navigation(entries: readonly GuideEntry[], current?: GuideEntry): string {
  const guide = current ? `<a href="${GUIDE_PATH}">Guide</a>` : `<a href="${GUIDE_PATH}" aria-current="page">Guide</a>`;
  return `${guide} · <a href="/docs">Reference</a>\n${entries.length > 0 ? list(entries, current) : ''}`;
}

function list(entries: readonly GuideEntry[], current?: GuideEntry): string {
  const item = (entry: GuideEntry) =>
    `<li><a href="${entry.path}"${entry === current ? ' aria-current="page"' : ''}>${escape(entry.title)}</a></li>`;
  return `<ul>\n${entries.map(item).join('\n')}\n</ul>`;
}

/** Each page has its own renderer: the ids of headings are counted within one. */
function render(markdown: string, entries: readonly GuideEntry[]): string {
  const idOf = headingIds();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${escape(idOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escape(text),
      // Images are files of the repository, which the service does not serve.
      image: ({ text }) => escape(text),
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(href, entries);
        return target === undefined ? text : `<a href="${escape(target)}">${text}</a>`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return html.replaceAll('<table>', '<div class="table"><table>').replaceAll('</table>', '</table></div>');
}

/** Target of a page's link within the service; undefined for a file that is not served and for any other scheme. */
function targetOf(href: string, entries: readonly GuideEntry[]): string | undefined {
  if (/^https?:\/\//i.test(href) || href.startsWith('#')) return href;
  const [, name, anchor = ''] = /^([a-z-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  const entry = entries.find((one) => one.name === name);
  return entry && `${entry.path}${anchor}`;
}

/** Heading ids in the style of code hosts, so that the Markdown's anchors work here too. */
function headingIds(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const id = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
