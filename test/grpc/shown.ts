import assert from 'node:assert/strict';

/** What stands for something that the page leaves out: text within text, members of an object, items of a list. */
const LEFT_OUT = '…';
const VOLATILE = [/^(?:req|run|crawl|mon|mrq|chatcmpl)_[0-9a-f-]{36}$/, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, /^1\d{9}$/];

/** JSON values, one after the other, where members and items may be left out. @throws SyntaxError */
export function parseShown(text: string): unknown[] {
  const open: string[] = [];
  const whole = text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\]]|…/g, (token) => {
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    if (token === LEFT_OUT) return open.at(-1) === '{' ? `"${LEFT_OUT}":""` : `"${LEFT_OUT}"`;
    // The end of a value at the outermost level is marked, so that the values can be told apart.
    return open.length === 0 && token === '}' ? '}\u0000' : token;
  });
  return whole
    .split('\u0000')
    .filter((one) => one.trim() !== '')
    .map((one) => JSON.parse(one) as unknown);
}

/** The pattern of a text in which parts may be left out. */
export function patternOf(shown: string): string {
  return shown
    .split(LEFT_OUT)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`[\s\S]*?`);
}

/**
 * Holds what was printed against what the page shows: the same members with the same values. Ids and times are of the
 * same kind, ranks are numbers.
 *
 * @param ids learns which id stands for one that the page shows
 * @throws AssertionError saying where they differ
 */
export function assertShown(
  actual: unknown,
  shown: unknown,
  { ids, at }: { ids: Map<string, string>; at: string },
): void {
  if (typeof shown === 'string') return assertText(actual, shown, { ids, at });
  if (typeof shown === 'number' && !Number.isInteger(shown)) return assert.equal(typeof actual, 'number', at);
  if (Array.isArray(shown)) return assertItems(actual, shown, { ids, at });
  if (typeof shown !== 'object' || shown === null) return assert.deepEqual(actual, shown, at);
  const { [LEFT_OUT]: leftOut, ...members } = shown as Record<string, unknown>;
  const given = actual as Record<string, unknown>;
  assert.equal(typeof given, 'object', at);
  const names = (of: object) => Object.keys(of).toSorted().join(', ');
  if (leftOut === undefined) assert.equal(names(given), names(members), at);
  for (const [name, value] of Object.entries(members)) assertShown(given[name], value, { ids, at: `${at}.${name}` });
}

function assertItems(actual: unknown, shown: unknown[], { ids, at }: { ids: Map<string, string>; at: string }): void {
  assert.ok(Array.isArray(actual), at);
  const items = shown.filter((item) => item !== LEFT_OUT);
  if (items.length === shown.length) assert.equal(actual.length, items.length, at);
  for (const [index, item] of items.entries()) assertShown(actual[index], item, { ids, at: `${at}.${index}` });
}

function assertText(actual: unknown, shown: string, { ids, at }: { ids: Map<string, string>; at: string }): void {
  const volatile = VOLATILE.find((pattern) => pattern.test(shown));
  assert.match(String(actual), volatile ?? new RegExp(`^${patternOf(shown)}$`), at);
  if (volatile) ids.set(shown, String(actual));
}
