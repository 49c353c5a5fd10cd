import { Element, Text, isTag, isText, type ChildNode, type Document, type ParentNode } from 'domhandler';
import { appendChild, removeElement, textContent } from 'domutils';
import { findAll } from '../dom/elements.ts';
import { localFragment } from '../dom/local-links.ts';
import { namesOf } from '../dom/names.ts';
import { decoded } from '../../url/decoded.ts';

export interface Footnote {
  /** From 1, in the order of the text. */
  number: number;
  note: Element;
}

const LABEL = /^[\s[(]*(\d{1,4}|[a-z]|[*†‡§]+|note \d+)[\s\])]*$/i;
const BACK = /^[\s[\]()]*(↩︎?|↑|\^|⏎|back|return|jump up|[a-z]|\d{1,3}(?:\.\d{1,3})?|↵|🔙)?[\s\ufe0e[\]()]*$/i;
const NOTES = new Set(['li', 'p', 'div', 'dd', 'aside', 'td', 'section']);
const LONGEST_NOTE = 4_000;

/**
 * Removes the footnotes that a text refers to from the page and marks the references; `withFootnotes` writes them
 * below.
 */
export function takeFootnotes(elements: readonly Element[]): Footnote[] {
  const targets = targetsOf(elements);
  const notes = new Map<Element, Footnote>();
  for (const link of elements.filter(isReference)) {
    const note = noteOf(targets.get(decoded(localFragment(link) ?? '')), link);
    if (!note) continue;
    const footnote = notes.get(note) ?? { number: notes.size + 1, note };
    notes.set(note, footnote);
    becomeReference(markOf(link), footnote.number);
  }
  removeAll(notes.keys());
  return Array.from(notes.values());
}

/** Appends the footnotes that the content refers to. */
export function withFootnotes(content: Document | Element, footnotes: readonly Footnote[]): void {
  if (footnotes.length === 0) return;
  const used = new Set(
    findAll(({ attribs }) => 'data-footnote' in attribs, content.children).map(
      ({ attribs }) => attribs['data-footnote'],
    ),
  );
  for (const { number, note } of footnotes.filter((one) => used.has(String(one.number)))) {
    for (const link of findAll(
      (element) => isBackLinks(element) || (element.name === 'a' && isBackLink(element)),
      note.children,
    ))
      removeElement(link);
    dropArrows(note);
    const written = new Element('div', { 'data-note': String(number) }, []);
    for (const child of note.children.slice()) appendChild(written, child);
    appendChild(content, written);
  }
}

function targetsOf(elements: readonly Element[]): Map<string, Element> {
  const targets = new Map<string, Element>();
  for (const element of elements.filter(({ attribs }) => 'id' in attribs || 'name' in attribs)) {
    for (const name of [element.attribs.id, element.attribs.name])
      if (name && !targets.has(name)) targets.set(name, element);
  }
  return targets;
}

function isReference(element: Element): boolean {
  const { name, attribs, parent } = element;
  if (name !== 'a' || !localFragment(element) || !LABEL.test(textContent(element))) return false;
  const isRaised =
    (parent && isTag(parent) && parent.name === 'sup') ||
    element.children.some((child) => isTag(child) && child.name === 'sup');
  return (
    isRaised ||
    attribs.role === 'doc-noteref' ||
    /foot-?note|noteref|fnref/i.test(`${attribs.class ?? ''} ${attribs.id ?? ''}`)
  );
}

/** The footnote that holds a target: the element itself or an ancestor, but never one that holds the reference too. */
function noteOf(target: Element | undefined, link: Element): Element | undefined {
  let note = target;
  while (note && (!NOTES.has(note.name) || textContent(note).trim().length < 3 || LABEL.test(textContent(note)))) {
    note = note.parent && isTag(note.parent) ? note.parent : undefined;
  }
  if (!note || holds(note, link)) return undefined;
  const length = textContent(note).length;
  return length <= LONGEST_NOTE ? note : undefined;
}

function holds(element: Element, descendant: Element): boolean {
  for (let parent = descendant.parent; parent; parent = parent.parent) if (parent === element) return true;
  return false;
}

/** The whole superscript if the link is all it holds, else the link. */
function markOf(link: Element): Element {
  const { parent } = link;
  return parent && isTag(parent) && parent.name === 'sup' && LABEL.test(textContent(parent)) ? parent : link;
}

/** In place: replacing one of a hundred thousand siblings scans all of them. */
function becomeReference(mark: Element, number: number): void {
  const text = new Text(String(number));
  text.parent = mark;
  mark.name = 'span';
  mark.attribs = { 'data-footnote': String(number) };
  mark.children = [text];
}

const isBackLink = (element: Element) =>
  localFragment(element) !== undefined && BACK.test(textContent(element.children));

/** The element that MediaWiki puts before a footnote with several references. */
const isBackLinks = (element: Element) => namesOf(element).some(({ whole }) => whole === 'mw-cite-backlink');

/** Removes the arrow before the back links. */
function dropArrows(note: Element): void {
  const first = note.children.find((child) => !isText(child) || child.data.trim() !== '');
  if (first && isText(first)) first.data = first.data.replace(/^\s*[↑^]+\s*(?:(?:\d+\.\d+|[a-z])\s+)*/u, '');
}

/** Removes nodes from the page in linear time: removing one of a hundred thousand siblings scans all of them. */
function removeAll(nodes: Iterable<ChildNode>): void {
  const removed = new Set(nodes);
  const parents = new Set<ParentNode>();
  for (const { parent } of removed) if (parent) parents.add(parent);
  for (const parent of parents) {
    const kept = parent.children.filter((child) => !removed.has(child));
    for (const [index, child] of kept.entries()) {
      child.prev = kept[index - 1] ?? null;
      child.next = kept[index + 1] ?? null;
    }
    parent.children = kept;
  }
  for (const node of removed) {
    node.parent = null;
    node.prev = null;
    node.next = null;
  }
}
