import { Element, isTag, Text, type AnyNode } from 'domhandler';
import { findOne, removeElement, replaceElement, textContent } from 'domutils';
import { namesOf } from '../dom/names.ts';
import { mathmlToTex } from './mathml-to-tex.ts';

/** The placeholder element of a formula until it is written as Markdown. */
export function formula(tex: string, isDisplay: boolean): Element {
  return new Element('code', { 'data-formula': isDisplay ? 'display' : 'inline' }, [new Text(tex)]);
}

/** Replaces the formulas of MathML, KaTeX and MathJax with their TeX. */
export function settleFormulas(elements: readonly Element[]): void {
  for (const script of elements.filter(
    ({ name, attribs }) => name === 'script' && /^math\/tex/i.test(attribs.type ?? ''),
  )) {
    dropPreview(script);
    replaceElement(script, formula(textContent(script).trim(), /mode=display/i.test(script.attribs.type ?? '')));
  }
  settleDeclared(elements);
  for (const math of elements.filter(({ name }) => name === 'math')) {
    if (!math.parent) continue;
    const tex = (texOf(math) ?? mathmlToTex(math)).trim();
    const outer = outerOf(math);
    const isDisplay = math.attribs.display === 'block' || isDisplayed(outer);
    if (tex === '') removeElement(outer);
    else replaceElement(outer, formula(tex, isDisplay));
  }
}

/** Renderings with their TeX in an attribute. */
function settleDeclared(elements: readonly Element[]): void {
  for (const element of elements) {
    const tex = element.attribs['data-math'] ?? element.attribs['data-tex'];
    if (tex === undefined || tex.trim() === '' || /^(?:true|false)$/.test(tex) || element.name === 'math') continue;
    replaceElement(element, formula(tex.trim(), isDisplayed(element)));
  }
}

/** MathJax's rendering beside the source that it keeps. */
function dropPreview(script: Element): void {
  for (
    let before = script.prev;
    before && isTag(before) && /mathjax/i.test(before.attribs.class ?? '');
    before = script.prev
  )
    removeElement(before);
}

function texOf(math: Element): string | undefined {
  const annotation = findOne(
    ({ name, attribs }) => name === 'annotation' && /tex/i.test(attribs.encoding ?? ''),
    math.children,
  );
  const tex = annotation ? textContent(annotation) : (math.attribs.alttext ?? math.attribs['data-latex']);
  return tex
    ?.trim()
    .replace(/^\{\\displaystyle ([\s\S]*)\}$/, '$1')
    .replace(/^\\displaystyle\s*/, '');
}

const WRAPPERS = /^(katex|mathjax|mjx|mwe|math)/i;

/** The largest element that holds only the formula and other renderings of it. */
function outerOf(math: Element): Element {
  let outer = math;
  while (outer.parent && isTag(outer.parent) && isWrapper(outer.parent)) outer = outer.parent;
  return outer;
}

const isWrapper = (element: Element) =>
  element.name.startsWith('mjx-') ||
  namesOf(element).some(({ whole }) => WRAPPERS.test(whole) && whole !== 'mathjax-content');

function isDisplayed(outer: Element): boolean {
  const places: AnyNode[] = [outer, ...(outer.parent ? [outer.parent] : [])];
  return places.some(
    (place) =>
      isTag(place) &&
      (place.attribs.display === 'true' ||
        namesOf(place).some(({ words }) => words.includes('display') || words.includes('block'))),
  );
}
