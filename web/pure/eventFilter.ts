/** Which lines of the event log a person wants to see. */
export type EventFilter = 'all' | 'fills' | 'refusals' | 'warnings';

export const EVENT_FILTERS: readonly (readonly [EventFilter, string])[] = [
  ['all', 'all'],
  ['fills', 'fills'],
  ['refusals', 'refusals'],
  ['warnings', 'warnings'],
];

interface Line {
  readonly level: string;
  readonly event: string;
  readonly strategy?: string | undefined;
  readonly symbol?: string | undefined;
  readonly text: string;
}

const FILLS = new Set(['fill', 'converted']);
const REFUSALS = new Set(['refused', 'intent-refused', 'intent-not-sent', 'quote-refused']);

export function isShownEvent({ level, event, strategy, symbol, text }: Line, filter: EventFilter, search: string): boolean {
  const isKind =
    filter === 'all' ||
    (filter === 'fills' && FILLS.has(event)) ||
    (filter === 'refusals' && REFUSALS.has(event)) ||
    (filter === 'warnings' && isWarning(level));
  return isKind && containsAll([text, event, strategy ?? '', symbol ?? ''].join(' '), search);
}

/** Whether the text has each word of the search, in whatever case. */
export function containsAll(text: string, search: string): boolean {
  const folded = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

export function isWarning(level: string): boolean {
  return level === 'warn' || level === 'error' || level === 'fatal';
}

/** The text without the name that stands beside it. */
export function eventText({ strategy, symbol, text }: Pick<Line, 'strategy' | 'symbol' | 'text'>): string {
  const name = `${strategy ?? symbol ?? ''}: `;
  return text.startsWith(name) ? text.slice(name.length) : text;
}

/** A sign for the kind of line, so that colour is not the only one. */
export function eventSign({ level, event, text }: Line): { readonly sign: string; readonly class: string } {
  if (level === 'error' || level === 'fatal') return { sign: '■', class: 'down' };
  if (level === 'warn' || REFUSALS.has(event)) return { sign: '▲', class: 'warn' };
  if (event === 'converted') return { sign: '⇄', class: 'cv' };
  if (event !== 'fill') return { sign: '·', class: 'muted' };
  return text.includes('filled Sell') ? { sign: '−', class: 'down' } : { sign: '+', class: 'up' };
}
