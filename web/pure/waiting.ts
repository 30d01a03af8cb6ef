import { ageText } from './ageText.ts';
import type { Cell } from './alive.ts';
import { amountOfFigure, groupedFigure, signOfFigure } from './figures.ts';
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
  return inOrder([
    ...unknownOf(status),
    ...shutLanes(status),
    ...stopsOf(status),
    ...stoppedStrategies(status),
    ...pausedOf(status),
    ...ownerlessOf(status),
    ...looksOf(status),
  ]);
}

/** What has an unknown outcome. */
function unknownOf({ resolver, transfers }: Status): Waiting[] {
  return [...(resolver?.unresolved ?? []), ...transfers].map(unknownRow);
}

/**
 * Lanes that are shut by something else than what is listed, once for each cause. A cause that names a command waits for a person. Any other
 * one may still be listed: a lane is shut at once, and what shut it is listed after somebody has looked for it.
 */
function shutLanes({ resolver, transfers, frozen, unexplained }: Status): Waiting[] {
  const listed = new Set([...(resolver?.unresolved ?? []), ...transfers].map(({ lane }) => lane));
  const causes = Map.groupBy(
    Object.entries(frozen).filter(([lane, reason]) => !listed.has(lane) && !isOfDifference(reason, unexplained)),
    ([, reason]) => reason,
  );
  return [...causes].map(([reason, lanes]): Waiting => {
    const command = commandIn(reason);
    return {
      kind: command === undefined ? 'unknown' : 'look',
      title: lanes.length === 1 ? `${lanes[0]![0]} is shut` : `${lanes.length} lanes are shut`,
      detail: `${reason.replaceAll('`', '')}. It takes no new risk.`,
      since: undefined,
      command: command ?? 'sluice orders unresolved',
      page: command === undefined ? 'unresolved' : 'health',
    };
  });
}

/** Whether a lane is shut by a difference that has a row of its own: the reason names the command that books it. */
function isOfDifference(reason: string, unexplained: Status['unexplained']): boolean {
  return Object.keys(unexplained).some((currency) => reason.includes(`\`sluice ledger adjust ${currency} `));
}

/** The last command in a text for people, which ends what the text is about. */
function commandIn(text: string): string | undefined {
  return [...text.matchAll(/`(sluice [^`]+)`/g)].at(-1)?.[1];
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
      const command = commandIn(goesOn) ?? 'sluice status';
      return { kind: 'stop', title, detail: `${reason}. It goes on ${goesOn.replaceAll('`', '')}.`, since, command, page: 'overview' };
    });
}

/** The end of the daemon stops all of them, and asks for nobody. */
function stoppedStrategies({ state: daemon, strategies }: Status): Waiting[] {
  if (daemon === 'stopping') return [];
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

/** What a person has paused goes on by a person. */
function pausedOf({ state: daemon, strategies }: Status): Waiting[] {
  const names = [...new Set(strategies.flatMap(({ state, name }) => (state === 'paused' ? name : [])))];
  if (daemon === 'stopping' || names.length === 0) return [];
  const command = `sluice resume ${names.length === 1 ? shellWord(names[0]!) : '--all'}`;
  return [{ kind: 'look', title: `${names.join(', ')} paused`, detail: 'by a person', since: undefined, command, page: 'strategies' }];
}

/** What a recovery has booked and what is in no position. One line goes after the other: this names the next one. */
function ownerlessOf({ ownerless }: Status): Waiting[] {
  return ownerless.map(({ symbol, since, found, commands }) => {
    return { kind: 'look', title: `${symbol} has executions of nobody`, detail: `${found}.`, since, command: commands[0]!, page: 'health' };
  });
}

function looksOf({ unexplained, clock, learned, trouble }: Status): Waiting[] {
  const look = (title: string, detail: string, command: string): Waiting => {
    return { kind: 'look', title, detail, since: undefined, command, page: 'health' };
  };
  return [
    ...Object.entries(unexplained).map(([currency, amount]) => {
      const how = `--${signOfFigure(amount) === -1 ? 'lost' : 'gained'} ${amountOfFigure(amount)}`;
      return look(
        `${groupedFigure(amount)} ${currency} unexplained`,
        `The venue’s balance and the ledger differ. No new risk is taken in it until the cause is found (sluice reconcile) or booked.`,
        `sluice ledger adjust ${shellWord(currency)} ${how} --note TEXT`,
      );
    }),
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
