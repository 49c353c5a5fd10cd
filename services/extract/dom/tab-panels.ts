import { Element, Text, type ChildNode } from 'domhandler';
import { prependChild, textContent } from 'domutils';

const LONGEST_LABEL = 60;
const HIDDEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*;?/gi;

/**
 * Shows the panels of tabs that are not selected, each below the label of its tab: they are variants of one text, and
 * the page hides all but one.
 */
export function showTabPanels(elements: readonly Element[]): void {
  const panels = elements.filter(({ attribs }) => attribs.role === 'tabpanel');
  if (panels.length === 0) return;
  const tabs = elements.filter(({ attribs }) => attribs.role === 'tab');
  for (const panel of panels) {
    delete panel.attribs.hidden;
    delete panel.attribs['aria-hidden'];
    if (panel.attribs.style !== undefined) panel.attribs.style = panel.attribs.style.replaceAll(HIDDEN_STYLE, '');
    const label = labelOf(panel, tabs);
    if (label !== '' && panels.length > 1) prependChild(panel, labelled(label));
  }
}

function labelOf({ attribs }: Element, tabs: readonly Element[]): string {
  const tab = tabs.find(
    (one) =>
      (attribs.id !== undefined && one.attribs['aria-controls'] === attribs.id) ||
      (one.attribs.id !== undefined && one.attribs.id === attribs['aria-labelledby']),
  );
  const text = tab ? textContent(tab).replace(/\s+/g, ' ').trim() : '';
  return text.length <= LONGEST_LABEL ? text : '';
}

function labelled(label: string): ChildNode {
  const text = new Text(label);
  const strong = new Element('strong', {}, [text]);
  const line = new Element('p', {}, [strong]);
  text.parent = strong;
  strong.parent = line;
  return line;
}
