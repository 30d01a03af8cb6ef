import { isoOf } from '../../base/instant.ts';
import type { ShadowComparison } from '../../research/shadow/compareBlocks.ts';
import type { Contender } from '../../research/shadow/shadowContest.ts';
import type { CountedBlock } from './shadowFile.ts';
import type { ShadowThread } from './shadowThread.ts';

/** A strategy beside its shadow. Profits are statistics, in `currency`. */
export interface ShadowStatus {
  readonly name: string;
  readonly champion: string;
  readonly state: 'starting' | 'running' | 'stopped';
  readonly reason: string | undefined;
  /** How it goes on, where it is stopped. */
  readonly goesOn: string | undefined;
  readonly currency: string;
  /** Since when it counts. Undefined before the first full hour. */
  readonly since: string | undefined;
  /** Over all hours that count: both in the fill model, and what the champion has really earned in them, where that is known of each. */
  readonly counted: ShadowSums;
  /** What both have come to in the fill model since this start, the hour under way included. */
  readonly now: Readonly<Record<Contender, number>> | undefined;
  readonly fills: Readonly<Record<Contender, number>> | undefined;
  /** The limit that has stopped one of the two in the model, until the next start: it earns nothing from then on. */
  readonly limited: Readonly<Record<Contender, string | undefined>> | undefined;
  readonly comparison: ShadowComparison;
}

export interface ShadowSums {
  readonly hours: number;
  readonly champion: number;
  readonly challenger: number;
  readonly live: number | undefined;
}

export function shadowStatus(thread: ShadowThread): ShadowStatus {
  const { name, champion, currency, reason, latest, blocks, comparison, isRunning } = thread;
  const [first] = blocks;
  return {
    name,
    champion,
    state: reason !== undefined ? 'stopped' : isRunning ? 'running' : 'starting',
    reason,
    goesOn: reason === undefined ? undefined : 'with the next start of the daemon; trading is not affected',
    currency,
    since: first && isoOf(first.from),
    counted: sumsOf(blocks),
    now: latest?.profit,
    fills: latest?.fills,
    limited: latest?.limited,
    comparison,
  };
}

export function sumsOf(blocks: readonly CountedBlock[]): ShadowSums {
  const sum = (of: (block: CountedBlock) => number): number => blocks.reduce((total, block) => total + of(block), 0.0);
  const isKnown = blocks.length > 0 && blocks.every(({ live }) => live !== undefined);
  return {
    hours: blocks.length,
    champion: sum(({ champion }) => champion),
    challenger: sum(({ challenger }) => challenger),
    live: isKnown ? sum(({ live }) => live ?? 0) : undefined,
  };
}
