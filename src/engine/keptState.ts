import type { EngineState } from './engineState.ts';

/** What a strategy keeps over a restart (`ctx.state`), for display. */
export interface KeptState {
  /** How many texts there are in all. */
  readonly count: number;
  /** By their names in their order, a bounded number of them. */
  readonly rows: readonly KeptText[];
}

export interface KeptText {
  readonly name: string;
  /** Its beginning, where it is long. */
  readonly value: string;
  /** How many characters it has in all. */
  readonly length: number;
}

const MOST_ROWS = 100;
const MOST_SHOWN = 500;

/** What a strategy keeps now. One that has not started yet has nothing here, whatever it kept before. */
export function keptState({ seats }: Pick<EngineState, 'seats'>, strategy: string): KeptState {
  const saved = seats.find(({ name }) => name === strategy)?.instance.saved ?? {};
  const names = Object.keys(saved).toSorted();
  return {
    count: names.length,
    rows: names.slice(0, MOST_ROWS).map((name) => {
      const text = saved[name]!;
      return { name: name.slice(0, MOST_SHOWN), value: text.slice(0, MOST_SHOWN), length: text.length };
    }),
  };
}
