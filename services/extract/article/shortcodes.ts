import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler';

/** In characters. A longer pair of brackets is no instruction. */
const SHORTCODE = /\[(\/?)([a-z][\w-]{1,40})((?:\s[^[\]]{0,800})?)\/?\]/g;
/** `name="value"`; editors turn the quotes into typographic ones. */
const ATTRIBUTE = /\w\s?=\s?["'“”„‘’«″′]/;
/** The elements of page builders, which may have no attribute. */
const BUILDER = /^(?:vc|et_pb|fusion|av|mk|us|dt|tdc?|wpb|elementor|cs|ux|thrive|su|nectar)_/;
const CODE = new Set(['pre', 'code', 'kbd', 'samp', 'tt', 'math']);

/** Removes the instructions of a page builder that the site did not carry out: `[vc_row width="2"]`. */
export function dropShortcodes(content: Document | Element): void {
  const opened = new Set<string>();
  const visit = (node: ChildNode): void => {
    if (isText(node) && node.data.includes('[')) node.data = withoutShortcodes(node.data, opened);
    else if (isTag(node) && !CODE.has(node.name)) node.children.forEach(visit);
  };
  content.children.forEach(visit);
}

/** An end belongs to a shortcode only if its beginning was one. */
function withoutShortcodes(text: string, opened: Set<string>): string {
  return text.replaceAll(SHORTCODE, (whole: string, slash: string, name: string, attributes: string) => {
    if (slash !== '') return opened.has(name) || BUILDER.test(name) ? '' : whole;
    if (!BUILDER.test(name) && !ATTRIBUTE.test(attributes)) return whole;
    opened.add(name);
    return '';
  });
}
