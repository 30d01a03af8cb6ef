import { PAGES, type PageName } from './routes.ts';

/** What a key means on the page. */
export type KeyAction =
  | { readonly type: 'go'; readonly page: PageName }
  | { readonly type: 'row'; readonly by: 1 | -1 }
  | { readonly type: 'range'; readonly index: number }
  | { readonly type: 'search' | 'open' | 'copy-command' | 'copy-exact' | 'actions' | 'theme' | 'close' | 'keys' | 'stop' };

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  /** The key goes into a field. */
  readonly isTyping: boolean;
  /** The focus is on a row of a table itself, and not on a button in it. */
  readonly isOnRow: boolean;
}

/** What the press does, and whether the next one is the second of `g` and a letter. */
export interface KeyStep {
  readonly action: KeyAction | undefined;
  readonly afterG: boolean;
}

const PLAIN: Readonly<Record<string, KeyAction>> = {
  '/': { type: 'search' },
  j: { type: 'row', by: 1 },
  k: { type: 'row', by: -1 },
  c: { type: 'copy-command' },
  y: { type: 'copy-exact' },
  '.': { type: 'actions' },
  t: { type: 'theme' },
  '?': { type: 'keys' },
  Escape: { type: 'close' },
  ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [String(n), { type: 'range', index: n - 1 } as const])),
};

/** One key press. Keys with Ctrl, Alt or Meta belong to the browser; in a field only Escape has a meaning. */
export function keyStep(press: KeyPress, afterG: boolean): KeyStep {
  if (press.ctrlKey || press.altKey || press.metaKey) return { action: undefined, afterG: false };
  if (press.isTyping) return { action: press.key === 'Escape' ? { type: 'close' } : undefined, afterG: false };
  if (press.shiftKey && press.key.toLowerCase() === 's') return { action: { type: 'stop' }, afterG: false };
  if (afterG) {
    const page = PAGES.find((route) => route.key === press.key)?.name;
    return { action: page === undefined ? undefined : { type: 'go', page }, afterG: false };
  }
  if (press.key === 'Enter') return { action: press.isOnRow ? { type: 'open' } : undefined, afterG: false };
  if (press.key === 'g') return { action: undefined, afterG: true };
  return { action: Object.hasOwn(PLAIN, press.key) ? PLAIN[press.key] : undefined, afterG: false };
}

/** The keys as a list for people, in the order of their use. */
export const KEY_HELP: readonly (readonly [keys: string, meaning: string])[] = [
  ...PAGES.map(({ key, title }) => [`g ${key}`, title] as const),
  ['j k', 'next and previous row'],
  ['Enter', 'open what the row is about'],
  ['c', 'copy the command of the row or the panel'],
  ['y', 'copy the exact value of the row'],
  ['.', 'to the actions of the row'],
  ['/', 'search in the table'],
  ['1–5', 'range of the chart'],
  ['t', 'light or dark'],
  ['Shift+S', 'open Stop (it never acts by itself)'],
  ['Esc', 'close'],
  ['?', 'these keys'],
];
