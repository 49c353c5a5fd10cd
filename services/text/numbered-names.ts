import { monthNumber } from './months.ts';

/** A name with the number of its version or edition: `PostgreSQL 17`, `Python 3.13`. */
export interface NumberedName {
  name: string;
  number: string;
}

// Years are left out: they stand beside a name in many ways, as in `the 2012 Olympics`.
const NUMBERED = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{N}+#-]*)\s+(\d{1,3}(?:\.\d+)*)(?![\p{L}\p{N}%]|[.,:/-]\d)/gu;
const upTo = (words: number) => String.raw`(?:[^\p{L}\p{N}]+\p{L}+){0,${words}}?[^\p{L}\p{N}]+`;

/** The numbered names of a question. The capital of its first word makes no name; a second one does. */
export function numberedNamesIn(question: string): NumberedName[] {
  return [...question.matchAll(NUMBERED)].flatMap(({ 1: name = '', 2: number = '', index }) => {
    const isByPosition = question.slice(0, index).trim() === '' && !/\p{Lu}/u.test(name.slice(1));
    return isByPosition || monthNumber(name.toLowerCase()) > 0 ? [] : [{ name, number }];
  });
}

/** Whether a text has the number beside the name: `PostgreSQL 17.2`, `PostgreSQL, version 17`, `release 17 of PostgreSQL`. */
export function holdsNumberedName(text: string, { name, number }: NumberedName): boolean {
  const [ofName, ofNumber] = [name, number].map((one) => String.raw`(?<![\p{L}\p{N}.])${RegExp.escape(one)}`);
  const after = String.raw`${ofName}${upTo(2)}${ofNumber}(?![\p{L}\p{N}])`;
  const before = String.raw`${ofNumber}(?!\.?[\p{L}\p{N}])${upTo(1)}${ofName}(?![\p{L}\p{N}])`;
  return new RegExp(`${after}|${before}`, 'iu').test(text);
}
