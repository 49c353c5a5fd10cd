// A run of emphasis marks, with the characters around it.
const RUN = /(?<!\\)(?:\*{1,3}|_{1,3})/g;
const OPENS = /^[\p{L}\p{N}"'“‘«([<$#+%\ufdd0\\!~`*_-]/u;
const CLOSES = /[\p{L}\p{N}.,;:!?'"”’»)\]>%…}\ufdd1$+~`*_-]$/u;

interface Run {
  at: number;
  mark: string;
  opens: boolean;
  closes: boolean;
}

/**
 * Prose without its emphasis marks. Marks that emphasize nothing stay: those of products, globs, pointers and arguments
 * (`2*3*4`, `*.ts`, `COUNT(*)`, `f(*args, **kwargs)`), and those of names (`__init__`).
 */
export function withoutEmphasis(prose: string): string {
  const dropped: Run[] = [];
  const open = new OpenRuns();
  let end = 0;
  for (const { 0: mark, index } of prose.matchAll(RUN)) {
    if (/\n\s*\n/.test(prose.slice(end, index))) open.clear();
    end = index + mark.length;
    const run = runOf(prose, mark, index);
    const opener = run.closes ? open.close(mark, (one) => !isName(prose, one, run)) : undefined;
    if (opener) dropped.push(opener, run);
    else if (run.opens) open.push(run);
  }
  let text = '';
  let start = 0;
  for (const { at, mark } of dropped.toSorted((a, b) => a.at - b.at)) {
    text += prose.slice(start, at);
    start = at + mark.length;
  }
  return text + prose.slice(start);
}

/** Runs that may begin emphasis, found by their mark: a page may have many that never end. */
class OpenRuns {
  #all: Run[] = [];
  readonly #byMark = new Map<string, Array<{ run: Run; place: number }>>();

  push(run: Run): void {
    const ofMark = this.#byMark.get(run.mark) ?? [];
    ofMark.push({ run, place: this.#all.length });
    this.#byMark.set(run.mark, ofMark);
    this.#all.push(run);
  }

  /** Takes the last run of a mark that passes, and all after it. */
  close(mark: string, passes: (run: Run) => boolean): Run | undefined {
    const ofMark = this.#byMark.get(mark) ?? [];
    const isOpen = ({ run, place }: { run: Run; place: number }) => this.#all[place] === run;
    for (let last = ofMark.at(-1); last && !isOpen(last); last = ofMark.at(-1)) ofMark.pop();
    const found = ofMark.findLast((one) => isOpen(one) && passes(one.run));
    if (found) this.#all.length = found.place;
    return found?.run;
  }

  clear(): void {
    this.#all = [];
    this.#byMark.clear();
  }
}

function runOf(prose: string, mark: string, at: number): Run {
  const before = prose.slice(Math.max(0, at - 1), at);
  const after = prose.slice(at + mark.length, at + mark.length + 1);
  return {
    at,
    mark,
    opens: OPENS.test(after) && !/[A-Za-z0-9]/.test(before),
    closes: CLOSES.test(before) && !/[A-Za-z0-9]/.test(after),
  };
}

const isName = (prose: string, { at, mark }: Run, end: Run) =>
  mark === '__' && /^[a-z][a-z0-9_]*$/.test(prose.slice(at + mark.length, end.at));
