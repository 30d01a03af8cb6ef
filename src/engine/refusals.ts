import { durationText, type Instant } from '../base/instant.ts';
import type { EngineState } from './engineState.ts';

/** The same refusal of the same strategy is told again only after this long; it is counted all the while. */
const TELL_AGAIN_MS = 60_000;

/** Why something is refused. The message is read only when it is told. */
export interface Refusal {
  /** Stable reason code. */
  readonly rule: string;
  readonly message: string;
}

/** What was refused before it was sent: counted by rule, and told as notices without flooding anyone. */
export class Refusals {
  readonly #state: EngineState;
  readonly #told = new Map<string, { at: Instant; untold: number }>();
  readonly #counts = new Map<string, number>();

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** By rule, since the start. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /**
   * The first of its kind is told at once, then not more often than once a minute. What has an `intentId` was asked for by a
   * person, who waits for the answer: it is told always.
   */
  refuse(strategy: string, symbol: string | undefined, refusal: Refusal, intentId?: string): void {
    const { rule } = refusal;
    this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + 1);
    const { now } = this.#state;
    const key = `${strategy} ${symbol ?? ''} ${rule}`;
    const told = this.#told.get(key);
    if (intentId === undefined && told !== undefined && now - told.at < TELL_AGAIN_MS) {
      told.untold++;
      return;
    }
    const since = told === undefined || told.untold === 0 ? '' : ` (${told.untold} more like it within ${durationText(now - told.at)})`;
    this.#told.set(key, { at: now, untold: 0 });
    this.#state.put({ type: 'refused', strategy, symbol, rule, message: refusal.message + since, intentId });
  }
}
