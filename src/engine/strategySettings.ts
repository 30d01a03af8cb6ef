import type { AnyStrategy } from './strategy.ts';

export type RunState = 'waiting' | 'running' | 'paused' | 'stopped';

/** One strategy as configured. */
export interface StrategySettings {
  /** The name of the instance. */
  readonly name: string;
  readonly symbol: string;
  readonly definition: AnyStrategy;
  /** Parsed by the definition's own parameters. */
  readonly params: Readonly<Record<string, unknown>>;
}
