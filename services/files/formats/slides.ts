import { isTag, type Document, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { findAll } from '../../extract/dom/elements.ts';
import { parseXml } from '../../extract/dom/parse.ts';
import { escapeHtml, markdownOfHtml, type FileText } from './file-text.ts';
import { officeParts, requiredPart } from './office-parts.ts';
import { coreTitle } from './word.ts';

const SLIDE = /^ppt\/slides\/slide\d+\.xml$/;
const NOTES = /^ppt\/notesSlides\/notesSlide\d+\.xml$/;

/** A presentation (pptx): each slide a heading with its paragraphs, lists, tables and notes, in the order of the show. */
export function slidesText(bytes: Uint8Array, url: string): FileText {
  const parts = officeParts(bytes, (name) =>
    /^(?:ppt\/(?:_rels\/|slides\/|notesSlides\/)?[^/]*|ppt\/slides\/_rels\/[^/]*|docProps\/core)\.(?:xml|xml\.rels)$/.test(
      name,
    ),
  );
  const slides = orderOf(parts).map((name, place) => {
    const notes = targetOf(parts, name, NOTES);
    return slideHtml(parts.get(name) ?? '', place + 1) + (notes ? notesHtml(parts.get(notes) ?? '') : '');
  });
  return { ...markdownOfHtml(slides.join('\n'), url), title: coreTitle(parts.get('docProps/core.xml')) };
}

/** The names of the slides' parts in the order of the show. */
function orderOf(parts: ReadonlyMap<string, string>): string[] {
  const presentation = parseXml(requiredPart(parts, 'ppt/presentation.xml'));
  const targets = relationsOf(parts.get('ppt/_rels/presentation.xml.rels') ?? '');
  const shown = findAll(({ name }) => name === 'p:sldId', presentation.children).map(({ attribs }) => {
    return `ppt/${(targets.get(attribs['r:id'] ?? '') ?? '').replace(/^\/?(?:ppt\/)?/, '')}`;
  });
  return shown.filter((name) => SLIDE.test(name) && parts.has(name));
}

function targetOf(parts: ReadonlyMap<string, string>, slide: string, kind: RegExp): string | undefined {
  const relations = parts.get(slide.replace(/([^/]+)$/, '_rels/$1.rels')) ?? '';
  return [...relationsOf(relations).values()]
    .map((target) => `ppt/${target.replace(/^(?:\.\.\/|\/ppt\/)/, '')}`)
    .find((name) => kind.test(name) && parts.has(name));
}

function relationsOf(xml: string): Map<string, string> {
  const relations = findAll(({ name }) => name === 'Relationship', parseXml(xml).children);
  return new Map(relations.map(({ attribs }) => [attribs.Id ?? '', attribs.Target ?? '']));
}

function slideHtml(xml: string, number: number): string {
  const slide = parseXml(xml);
  const shapes = shapesOf(slide);
  const title = shapes.find((shape) => isPlaceholder(shape, /^(?:title|ctrTitle)$/));
  const heading = title ? textOf(title) : '';
  const rest = shapes.filter((shape) => shape !== title).map(shapeHtml);
  return `<h2>${escapeHtml(heading || `Slide ${number}`)}</h2>${rest.join('')}`;
}

/** Texts and tables, without the numbers, dates and footers that all slides have. */
function shapesOf(slide: Document): Element[] {
  return findAll(({ name }) => name === 'p:sp' || name === 'a:tbl', slide.children).filter(
    (shape) => !isPlaceholder(shape, /^(?:sldNum|dt|ftr|hdr|sldImg)$/),
  );
}

function isPlaceholder(shape: Element, type: RegExp): boolean {
  const [placeholder] = findAll(({ name }) => name === 'p:ph', shape.children);
  return placeholder !== undefined && type.test(placeholder.attribs.type ?? '');
}

function shapeHtml(shape: Element): string {
  if (shape.name === 'a:tbl') return tableHtml(shape);
  const texts = paragraphsOf(shape);
  // A placeholder without a type is the body, whose paragraphs are points.
  const isList = texts.length > 1 && isPlaceholder(shape, /^(?:body|obj)?$/);
  return isList
    ? `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
    : texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
}

function tableHtml(table: Element): string {
  const rows = childrenNamed(table, 'a:tr').map((row, place) => {
    const cell = place === 0 ? 'th' : 'td';
    return `<tr>${childrenNamed(row, 'a:tc')
      .map((one) => `<${cell}>${escapeHtml(textOf(one))}</${cell}>`)
      .join('')}</tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

function notesHtml(xml: string): string {
  const texts = shapesOf(parseXml(xml)).flatMap(paragraphsOf);
  return texts.length > 0 ? `<h3>Notes</h3>${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}` : '';
}

const childrenNamed = ({ children }: Element, wanted: string) =>
  children.filter(isTag).filter(({ name }) => name === wanted);

const textOf = (element: Element) => paragraphsOf(element).join(' ');

function paragraphsOf(element: Element): string[] {
  return findAll(({ name }) => name === 'a:p', element.children)
    .map((paragraph) => findAll(({ name }) => name === 'a:t' || name === 'a:br', paragraph.children))
    .map((runs) =>
      runs
        .map((run) => (run.name === 'a:br' ? ' ' : textContent(run)))
        .join('')
        .trim(),
    )
    .filter((text) => text !== '');
}
