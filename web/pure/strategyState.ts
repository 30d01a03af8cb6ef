import type { Status } from './status.ts';

export type StrategyRow = Status['strategies'][number];

/** A strategy's state in a word, with its reason. A stop over it comes before what it says itself. */
export function strategyState({ state, trading, reason }: StrategyRow): {
  readonly kind: 'ok' | 'call' | 'bad' | 'plain';
  readonly word: string;
  readonly why: string | undefined;
} {
  if (state === 'stopped') return { kind: 'bad', word: 'stopped', why: reason };
  if (trading !== 'active') return { kind: trading === 'halted' ? 'bad' : 'call', word: trading, why: reason };
  if (state === 'running') return { kind: 'ok', word: 'running', why: reason };
  return { kind: state === 'paused' ? 'call' : 'plain', word: state, why: reason };
}
