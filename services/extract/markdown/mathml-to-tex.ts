import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { textContent } from 'domutils';

const SYMBOLS: Record<string, string> = {
  '−': '-',
  '×': '\\times ',
  '·': '\\cdot ',
  '±': '\\pm ',
  '≤': '\\leq ',
  '≥': '\\geq ',
  '≠': '\\neq ',
  '≈': '\\approx ',
  '∞': '\\infty ',
  '∑': '\\sum ',
  '∏': '\\prod ',
  '∫': '\\int ',
  '∂': '\\partial ',
  '∇': '\\nabla ',
  '→': '\\to ',
  '⇒': '\\Rightarrow ',
  '∈': '\\in ',
  '∉': '\\notin ',
  '⊂': '\\subset ',
  '∪': '\\cup ',
  '∩': '\\cap ',
  '∀': '\\forall ',
  '∃': '\\exists ',
  α: '\\alpha ',
  β: '\\beta ',
  γ: '\\gamma ',
  δ: '\\delta ',
  ε: '\\epsilon ',
  ζ: '\\zeta ',
  η: '\\eta ',
  θ: '\\theta ',
  λ: '\\lambda ',
  μ: '\\mu ',
  ν: '\\nu ',
  π: '\\pi ',
  ρ: '\\rho ',
  σ: '\\sigma ',
  τ: '\\tau ',
  φ: '\\phi ',
  χ: '\\chi ',
  ψ: '\\psi ',
  ω: '\\omega ',
  Γ: '\\Gamma ',
  Δ: '\\Delta ',
  Θ: '\\Theta ',
  Λ: '\\Lambda ',
  Π: '\\Pi ',
  Σ: '\\Sigma ',
  Φ: '\\Phi ',
  Ψ: '\\Psi ',
  Ω: '\\Omega ',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u200b': '',
  '…': '\\dots ',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
};

const ACCENTS: Record<string, string> = {
  '^': '\\hat',
  '¯': '\\bar',
  '‾': '\\overline',
  '→': '\\vec',
  '~': '\\tilde',
  '˙': '\\dot',
};

/** MathML as TeX; an element without a counterpart becomes its text. */
export function mathmlToTex(node: AnyNode): string {
  if (isText(node)) return node.data.trim();
  if (!isTag(node)) return '';
  const parts = node.children.filter(isTag);
  const [first = '', second = '', third = ''] = ARITY.has(node.name) ? parts.map(mathmlToTex) : [];
  switch (node.name) {
    case 'mi':
    case 'mn':
    case 'mo':
      return symbols(textContent(node).trim());
    case 'mtext':
      return `\\text{${textContent(node)}}`;
    case 'msup':
      return `${group(first)}^{${second}}`;
    case 'msub':
      return `${group(first)}_{${second}}`;
    case 'msubsup':
    case 'munderover':
      return `${group(first)}_{${second}}^{${third}}`;
    case 'munder':
      return `${first}_{${second}}`;
    case 'mover':
      return second in ACCENTS ? `${ACCENTS[second]}{${first}}` : `${first}^{${second}}`;
    case 'mfrac':
      return `\\frac{${first}}{${second}}`;
    case 'mroot':
      return `\\sqrt[${second}]{${first}}`;
    case 'msqrt':
      return `\\sqrt{${inside(node)}}`;
    case 'mtable':
      return `\\begin{matrix}${parts.map(mathmlToTex).join(' \\\\ ')}\\end{matrix}`;
    case 'mtr':
      return parts.map(mathmlToTex).join(' & ');
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return inside(node);
  }
}

const ARITY = new Set(['msup', 'msub', 'msubsup', 'munderover', 'munder', 'mover', 'mfrac', 'mroot']);

const inside = (element: Element) => element.children.map(mathmlToTex).join('');

const group = (tex: string) => (/^(\\?\w|\\[a-zA-Z]+ ?)$/.test(tex) ? tex : `{${tex}}`);

const symbols = (text: string) => Array.from(text, (character) => SYMBOLS[character] ?? character).join('');
