import { Element, isTag, isText, Text, type AnyNode } from 'domhandler';
import { findOne, removeElement, replaceElement, textContent } from 'domutils';
import { findAll } from '../dom/elements.ts';
import { namesOf } from '../dom/names.ts';
import { isRaised, lineOf, lineText } from '../dom/settle-raised.ts';

/** Elements beside the lines of code: line numbers, buttons, file names. */
const BESIDE =
  /^(linenos?|lineno|linenumbers?|line-numbers?(-rows)?|ln(um)?|gutter|lnt|lntable-num|line-num|code-line-number|react-syntax-highlighter-line-number|blob-num|hljs-ln-numbers|hljs-ln-n|copy.*|.*copy-?(btn|button)|codeheader|code-header|toolbar|code-toolbar-item|language-id|playground-link|error-behind)$/i;
const LINES = new Set(['div', 'p', 'li', 'tr']);
const HIGHEST_WRAPPER = 3;

/** Turns every block of code into a `pre` with a `code`, its text as written, without line numbers. */
export function settleCode(elements: readonly Element[]): void {
  for (const table of elements.filter(isCodeTable)) {
    const code = findAll(({ name }) => name === 'pre', table.children).at(-1);
    if (code) replaceElement(table, code);
  }
  for (const pre of elements.filter(({ name }) => name === 'pre')) {
    const language = languageOf(pre);
    const text = linesOf(pre);
    if (text.trim() === '') removeElement(pre);
    else pre.children = [codeOf(pre, text.replace(/^\n+|\s+$/g, ''), language)];
  }
}

/** Turns the signatures in API documentation, which are marked-up terms, into code. */
export function settleSignatures(elements: readonly Element[]): void {
  for (const term of elements.filter(isSignature)) {
    for (const link of findAll((element) => element.name === 'a' && isBesideSignature(element), term.children))
      removeElement(link);
    const text = lineText(term).replaceAll(/\s+/g, ' ').trim();
    const code = new Element('code', {}, [new Text(text)]);
    code.parent = term;
    if (text !== '') term.children = [code];
  }
}

function isSignature(element: Element): boolean {
  if (element.name !== 'dt') return false;
  return (
    namesOf(element).some(({ whole }) => whole === 'sig') ||
    findOne((part) => namesOf(part).some(({ whole }) => SIGNATURE_NAMES.has(whole)), element.children) !== null
  );
}

const SIGNATURE_NAMES = new Set(['sig-name', 'descname', 'sig-paren']);

/** A permalink of the signature, or a link to its source. */
const isBesideSignature = (link: Element) =>
  namesOf(link).some(({ whole }) => whole === 'headerlink') ||
  findOne((part) => namesOf(part).some(({ whole }) => whole === 'viewcode-link'), [link]) !== null;

function codeOf(pre: Element, text: string, language: string): Element {
  const code = new Element('code', language ? { class: `language-${language}` } : {}, [new Text(text)]);
  code.parent = pre;
  return code;
}

/** A table with one cell of line numbers and one cell of lines. */
function isCodeTable(table: Element): boolean {
  if (table.name !== 'table') return false;
  const blocks = findAll(({ name }) => name === 'pre', table.children);
  return blocks.length === 2 && /^[\s\d]+$/.test(textContent(blocks[0] ?? []));
}

function linesOf(pre: Element): string {
  let text = '';
  const visit = (node: AnyNode): void => {
    if (isText(node)) text += node.data;
    if (!isTag(node)) return;
    if (node.name === 'br') text += '\n';
    if (isRaised(node)) text += lineOf(node, '');
    if (node.name === 'button' || isRaised(node) || isBeside(node)) return;
    const isLine = LINES.has(node.name) || node.attribs.style?.includes('display:block') === true;
    if (isLine && text !== '' && !text.endsWith('\n')) text += '\n';
    for (const child of node.children) visit(child);
    if (isLine && !text.endsWith('\n')) text += '\n';
  };
  for (const child of pre.children) visit(child);
  return text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ');
}

function isBeside(element: Element): boolean {
  if (namesOf(element).some(({ whole }) => BESIDE.test(whole))) return true;
  const isNumber = element.children.length === 1 && /^\s*\d{1,5}\s*$/.test(textContent(element));
  // Line numbers that cannot be selected are not part of the code.
  return isNumber && /user-select\s*:\s*none/i.test(element.attribs.style ?? '');
}

const MARKED =
  /^(?:language|lang|mw-highlight-lang|highlight-source|highlight|brush|sourcecode|code|syntax|prettyprint-lang)[-:_]([\w+#.-]+)$/i;
const NOT_LANGUAGES =
  /^(default|block|wrapper|box|container|toolbar|none|text|plaintext|plain|line.*|inline|snippet|example|nohighlight|nowrap|pre|content|header|copy)$/i;

/** Highlighters' names of languages that readers know by another name. */
const LANGUAGES: Readonly<Record<string, string>> = {
  python3: 'python',
  py3: 'python',
  ipython3: 'ipython',
  pycon3: 'pycon',
  'c++': 'cpp',
  shellsession: 'console',
};

/** Read from the class names and attributes of the block, its code or its wrapper. */
function languageOf(pre: Element): string {
  const inner = findOne(({ name }) => name === 'code', pre.children);
  const places: Element[] = inner ? [inner, pre] : [pre];
  let outer = pre.parent;
  for (
    let climbed = 0;
    climbed < HIGHEST_WRAPPER && outer && isTag(outer) && outer.children.filter(isTag).length <= 2;
    climbed += 1
  ) {
    places.push(outer);
    outer = outer.parent;
  }
  const declared =
    places.map(declaredLanguage).find((language) => language !== '' && !NOT_LANGUAGES.test(language)) ??
    labelledLanguage(pre);
  return LANGUAGES[declared] ?? declared;
}

/** A label of the language within the block, as the handbook of TypeScript has it. */
function labelledLanguage(pre: Element): string {
  const label = findOne((inner) => namesOf(inner).some(({ whole }) => whole === 'language-id'), pre.children);
  const language = label ? textContent(label).trim().toLowerCase() : '';
  return /^[\w+#.-]{1,20}$/.test(language) ? language : '';
}

function declaredLanguage(element: Element): string {
  const { attribs } = element;
  const attribute = attribs['data-lang'] ?? attribs['data-language'] ?? attribs['data-code-language'] ?? attribs.lang;
  if (attribute && element.name !== 'div' && /^[\w+#.-]{1,20}$/.test(attribute)) return attribute.toLowerCase();
  const names = (attribs.class ?? '').replace(/brush:\s*/gi, 'brush:').split(/[\s;]+/);
  const marked = names
    .map((name) => MARKED.exec(name)?.[1])
    .find((language) => language && !NOT_LANGUAGES.test(language));
  const isBeside = names[0] === 'hljs' || names[0] === 'sourceCode' || names[0] === 'highlight';
  return (marked ?? (isBeside && /^[a-z+#]{1,12}$/i.test(names[1] ?? '') ? (names[1] ?? '') : '')).toLowerCase();
}
