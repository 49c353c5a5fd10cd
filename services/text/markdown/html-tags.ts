// Element names that only serve as markup.
const MARKUP =
  'a abbr article aside b big blockquote br center cite code dd del details div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i iframe img ins kbd li main mark nav ol p picture pre q s samp script section small span strike strong style sub summary sup svg table tbody td tfoot th thead tr tt u ul var video wbr';
// Element names that manuals also use as placeholders.
const DOUBTFUL =
  'address audio base body button caption col data datalist dialog fieldset form frame head html input label legend link map menu meta meter object option output param path picture progress select slot source template text textarea time title track';
const MARKUP_NAMES = new Set(MARKUP.split(' '));
const DOUBTFUL_NAMES = new Set(DOUBTFUL.split(' '));

const TAG = /(?<!\\)<(\/?)([a-z][a-z0-9-]*)((?:\s[^<>]*)?)\/?>/gi;

/** Markdown without its HTML tags. A word in angle brackets that is not an HTML element stays: `Bearer <key>`. */
export function withoutTags(markdown: string): string {
  return markdown.replaceAll(TAG, (tag: string, slash: string, name: string, attributes: string) => {
    const element = name.toLowerCase();
    const isTag =
      MARKUP_NAMES.has(element) ||
      (DOUBTFUL_NAMES.has(element) && (slash !== '' || attributes.includes('=') || markdown.includes(`</${name}`)));
    return isTag || attributes.includes('=') ? '' : tag;
  });
}
