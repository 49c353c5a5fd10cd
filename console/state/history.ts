/** What was asked, and how. */
export interface Asked {
  mode: string;
  text: string;
  /** ISO time. */
  at: string;
}

const NAME = 'quarry.history';
const MOST = 50;

/** The newest first, one entry for each question of a mode. */
export function withAsked(history: readonly Asked[], asked: Asked): Asked[] {
  const others = history.filter((one) => one.mode !== asked.mode || one.text !== asked.text);
  return [asked, ...others].slice(0, MOST);
}

/** What this browser keeps; nothing where it keeps nothing, or something of another shape. */
export function readHistory(): Asked[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isAsked) : [];
  } catch {
    return [];
  }
}

/** A browser that keeps nothing, or has no room, is no failure. */
export function keepHistory(history: readonly Asked[]): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(history));
  } catch {
    // The history lasts as long as the page.
  }
}

function isAsked(value: unknown): value is Asked {
  const { mode, text, at } = (value ?? {}) as Partial<Asked>;
  return typeof mode === 'string' && typeof text === 'string' && typeof at === 'string';
}
