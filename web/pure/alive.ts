import { ageText, timeText } from './ageText.ts';
import type { ContactState } from './contact.ts';
import type { Status } from './status.ts';
import type { DaemonEnd } from './toldAfter.ts';

/** How the page as a whole stands. The worst of what is true. */
export type PageState =
  | 'connecting'
  | 'locked'
  | 'ended'
  | 'disconnected'
  | 'stopping'
  | 'halted'
  | 'reducing'
  | 'stale'
  | 'starting'
  | 'fresh';

/** A cell of the bar: a sign and a word first, then a figure, then why. */
export interface Cell {
  readonly kind: 'ok' | 'call' | 'bad' | 'plain';
  readonly sign: string;
  readonly word: string;
  readonly first: string;
  readonly second: string;
}

export function pageState(contact: ContactState, status: Status | undefined, end: DaemonEnd | undefined): PageState {
  if (contact === 'locked') return 'locked';
  if (end !== undefined) return 'ended';
  if (contact === 'lost' || contact === 'silent') return 'disconnected';
  if (status === undefined || contact === 'connecting') return 'connecting';
  if (status.state === 'running') return oldMarkets(status).length > 0 ? 'stale' : 'fresh';
  return status.state;
}

/** Whether what is shown is of a daemon that is no longer heard. */
export function isOfThePast(state: PageState): boolean {
  return state === 'locked' || state === 'ended' || state === 'disconnected';
}

/** Markets whose book is too old, or is withheld, so that no order is sent there. */
export function oldMarkets(status: Status): Status['markets'] {
  return status.markets.filter(({ trouble }) => trouble.length > 0);
}

/** The age of the oldest book, of a status that was told so long ago, in milliseconds. Undefined where there is no book at all. */
export function oldestBookMs(status: Status, agedMs: number): number | undefined {
  const ages = status.markets.flatMap(({ ageMs }) => ageMs ?? []);
  return ages.length === 0 ? undefined : Math.max(...ages) + agedMs;
}

/** Whether nobody trades because each strategy was told to pause, or has ended. */
function areAllPaused({ strategies }: Status): boolean {
  return strategies.length > 0 && strategies.every(({ state }) => state === 'paused' || state === 'stopped');
}

/** The stop that decides about all trading. */
export function mainStop(status: Status): Status['stops'][number] | undefined {
  const all = status.stops.filter(({ scope }) => scope === 'all');
  return all.find(({ state }) => state === 'halted') ?? all[0];
}

/** Who or what a stop comes from, and when: `by operator, 13:40:11`. */
export function stopText({ cause, since }: Status['stops'][number]): string {
  return `by ${cause === 'operator' ? 'a person' : cause}, ${timeText(Date.parse(since))}`;
}

/** What the cell is made from. */
export interface Heard {
  readonly status: Status | undefined;
  /** How long nothing has been heard. */
  readonly silentMs: number;
  /** How long ago the status was told. */
  readonly agedMs: number;
  readonly end: DaemonEnd | undefined;
}

export function aliveCell(state: PageState, { status, silentMs, agedMs, end }: Heard): Cell {
  switch (state) {
    case 'connecting':
      return { kind: 'plain', sign: '○', word: 'Connecting', first: `for ${ageText(silentMs)}`, second: '' };
    case 'locked':
      return { kind: 'bad', sign: '✕', word: 'Locked', first: 'the daemon wants a token', second: 'open the address that it prints' };
    case 'ended':
      return endCell(end!);
    case 'disconnected':
      return { kind: 'bad', sign: '✕', word: 'No contact', first: `for ${ageText(silentMs)}`, second: 'it may still trade' };
    case 'halted':
    case 'reducing': {
      const stop = status && mainStop(status);
      const first = stop === undefined ? '' : stopText(stop);
      return state === 'halted'
        ? { kind: 'bad', sign: '■', word: 'Halted', first, second: 'only cancels are sent' }
        : { kind: 'call', sign: '◐', word: 'Reducing', first, second: 'orders only lower positions' };
    }
    case 'stale': {
      const [worst] = status === undefined ? [] : oldMarkets(status).toSorted((a, b) => (b.ageMs ?? Infinity) - (a.ageMs ?? Infinity));
      const age = worst?.ageMs === undefined ? 'no book' : ageText(worst.ageMs + agedMs);
      return { kind: 'call', sign: '▲', word: 'Stale', first: `${worst?.symbol ?? ''} ${age}`, second: 'no new orders there' };
    }
    case 'stopping':
      return { kind: 'call', sign: '◐', word: 'Stopping', first: 'open orders are ended', second: '' };
    case 'starting':
      return { kind: 'plain', sign: '○', word: 'Starting', first: 'nothing is sent yet', second: '' };
    case 'fresh': {
      const oldest = status && oldestBookMs(status, agedMs);
      const first = oldest === undefined ? 'no book yet' : `books ${ageText(oldest)} old`;
      if (status !== undefined && areAllPaused(status))
        return { kind: 'call', sign: '‖', word: 'Paused', first, second: 'no strategy runs' };
      const parts = status?.stops.map(({ scope, state: stopped }) => `${scope} ${stopped}`) ?? [];
      if (parts.length > 0) return { kind: 'call', sign: '●', word: 'Running', first, second: parts.join(', ') };
      return { kind: 'ok', sign: '●', word: 'Running', first, second: `up ${ageText(status?.upMs ?? 0)}` };
    }
  }
}

function endCell({ at, gaveUp, left, kept }: DaemonEnd): Cell {
  return {
    kind: gaveUp === undefined && left.length === 0 ? 'plain' : 'bad',
    sign: '■',
    word: gaveUp === undefined ? 'Stopped' : 'Gave up',
    first: `at ${timeText(Date.parse(at))}`,
    second: `${left.length + kept.length} left open`,
  };
}
