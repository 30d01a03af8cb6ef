import { ageText } from './ageText.ts';
import type { Cell } from './alive.ts';
import type { Status } from './status.ts';
import { shellWord } from './shellWord.ts';

/** One thing that a person has to decide or to look at, with the command that does or shows it. */
export interface Waiting {
  readonly kind: 'unknown' | 'stop' | 'look';
  readonly title: string;
  readonly detail: string;
  /** Since when, ISO 8601; undefined where nobody has noted it. */
  readonly since: string | undefined;
  readonly command: string;
  /** The page that decides it. */
  readonly page: 'unresolved' | 'strategies' | 'health' | 'overview' | 'treasury';
}

/** What waits for a person: the unknown first, then what stands still until somebody says so, then what wants a look. */
export function waitingOf(status: Status): readonly Waiting[] {
  return [...unknownOf(status), ...stopsOf(status), ...stoppedStrategies(status), ...looksOf(status)];
}

/** A lane is shut at once; what shut it is listed once somebody has looked for it. */
function unknownOf({ resolver, transfers, frozen }: Status): Waiting[] {
  const listed = [...(resolver?.unresolved ?? []), ...transfers];
  const others = Object.entries(frozen).filter(([lane]) => !listed.some((one) => one.lane === lane));
  return [...listed.map(unknownRow), ...others.map(shutLane)];
}

function shutLane([lane, reason]: readonly [string, string]): Waiting {
  const command = 'sluice orders unresolved';
  return {
    kind: 'unknown',
    title: `${lane} is shut`,
    detail: `${reason}. It takes no new risk.`,
    since: undefined,
    command,
    page: 'unresolved',
  };
}

function unknownRow({ id, kind, lane, strategy, since, waitsFor }: Status['transfers'][number]): Waiting {
  const title = `Unknown ${kind} of ${strategy} in ${lane}`;
  return { kind: 'unknown', title, detail: `It waits for ${waitsFor}.`, since, command: `sluice why ${shellWord(id)}`, page: 'unresolved' };
}

function stopsOf({ stops }: Status): Waiting[] {
  return stops
    .filter(({ until, cause }) => until === undefined && cause !== 'shutdown')
    .map(({ scope, state, reason, since, goesOn }) => {
      const title = `${scope === 'all' ? 'All trading' : scope} is ${state}`;
      const command = /`([^`]+)`/.exec(goesOn)?.[1] ?? 'sluice status';
      return { kind: 'stop', title, detail: `${reason}. It goes on ${goesOn.replaceAll('`', '')}.`, since, command, page: 'overview' };
    });
}

function stoppedStrategies({ strategies }: Status): Waiting[] {
  const names = new Map(strategies.filter(({ state }) => state === 'stopped').map(({ name, reason }) => [name, reason]));
  return [...names].map(([name, reason]) => {
    const detail = reason ?? 'It has ended and is not started again by itself.';
    return {
      kind: 'look',
      title: `${name} is stopped`,
      detail,
      since: undefined,
      command: `sluice events --strategy ${shellWord(name)}`,
      page: 'strategies',
    };
  });
}

function looksOf({ unexplained, clock, learned, trouble }: Status): Waiting[] {
  const look = (title: string, detail: string, command: string): Waiting => {
    return { kind: 'look', title, detail, since: undefined, command, page: 'health' };
  };
  return [
    ...Object.entries(unexplained).map(([currency, amount]) =>
      look(`${amount} ${currency} unexplained`, 'The venue’s balance and the ledger differ.', 'sluice reconcile'),
    ),
    ...(clock.halted === undefined ? [] : [look('The clock is off', clock.halted, 'sluice doctor')]),
    ...learned.refusals
      .filter(({ state }) => state === 'disproved')
      .map(({ id, answer }) => look('A learned refusal was wrong', answer, `sluice refusals revoke ${shellWord(id)}`)),
    ...trouble.map((text) => look('Trouble', text, 'sluice events --level warn --since 24h')),
  ];
}

const URGENCY: readonly Waiting['kind'][] = ['unknown', 'stop', 'look'];

/** What several have noted, in one order: the unknown first, then what stands still, then what wants a look. */
export function inOrder(items: readonly Waiting[]): readonly Waiting[] {
  return items.toSorted((a, b) => URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind));
}

/** The oldest of what waits, in milliseconds; undefined where none has a time. */
export function oldestWaitingMs(items: readonly Waiting[], nowMs: number): number | undefined {
  const times = items.flatMap(({ since }) => (since === undefined ? [] : Date.parse(since)));
  return times.length === 0 ? undefined : Math.max(0, nowMs - Math.min(...times));
}

/** The cell of the bar. Undefined items: nobody has told yet. */
export function waitingCell(items: readonly Waiting[] | undefined, nowMs: number | undefined): Cell {
  if (items === undefined || nowMs === undefined) return { kind: 'plain', sign: '○', word: '–', first: 'not told yet', second: '' };
  if (items.length === 0) return { kind: 'ok', sign: '', word: 'Nothing', first: 'no decision needed', second: '' };
  const unknown = items.filter(({ kind }) => kind === 'unknown').length;
  const oldest = oldestWaitingMs(items, nowMs);
  const parts = [unknown > 0 ? `${unknown} unknown` : '', items.length > unknown ? `${items.length - unknown} to look at` : ''];
  return {
    kind: 'call',
    sign: unknown > 0 ? '◆' : '▲',
    word: String(items.length),
    first: oldest === undefined ? items[0]!.title : `oldest ${ageText(oldest)}`,
    second: parts.filter((part) => part !== '').join(', '),
  };
}
