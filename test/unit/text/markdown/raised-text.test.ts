import assert from 'node:assert/strict';
import { raisedInText } from '../../../../services/text/markdown/raised-text.ts';

const cases: Array<[html: string, text: string]> = [
  ['2<sup>31</sup>', '2^31'],
  ['10<sup>3</sup>', '10^3'],
  ['10<sup>-3</sup> kg', '10^-3 kg'],
  ['2<sup>n-1</sup>', '2^(n-1)'],
  ['m<sup>3</sup>', 'm³'],
  ['kg m<sup>-1</sup>', 'kg m⁻¹'],
  ['E = mc<sup>2</sup>', 'E = mc²'],
  ['(1+x)<sup>10</sup>', '(1+x)¹⁰'],
  ['e<sup>-x</sup>', 'e^(-x)'],
  ['H<sub>2</sub>O', 'H2O'],
  ['C<sub>6</sub>H<sub>12</sub>O<sub>6</sub>', 'C6H12O6'],
  ['Ca(OH)<sub>2</sub>', 'Ca(OH)2'],
  ['Ca<sup>2+</sup>', 'Ca²⁺'],
  ['SO<sub>4</sub><sup>2-</sup>', 'SO4^2-'],
  ['<sup>14</sup>C', '¹⁴C'],
  ['x<sub>i</sub>', 'xᵢ'],
  ['log<sub>2</sub>', 'log₂'],
  ['V<sub>max</sub>', 'V_max'],
  ['1010<sub>2</sub>', '1010_2'],
  ['the 1<sup>st</sup> of May', 'the 1st of May'],
  ['Foo<sup>TM</sup>', 'Foo™'],
  ['1<sup>1</sup>/<sub>2</sub> cups', '1 1/2 cups'],
  ['It was opened in 1770.<sup>1</sup>', 'It was opened in 1770.'],
  ['as shown<sup>[3]</sup> before', 'as shown before'],
  ['Smith<sup>1,2</sup>', 'Smith'],
];

describe('superscripts and subscripts on the line', () => {
  for (const [html, text] of cases)
    it(`are written as ${text} for ${html}`, () => assert.equal(raisedInText(html), text));
});
