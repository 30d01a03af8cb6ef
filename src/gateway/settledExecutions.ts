import { dec, type Decimal } from '../base/decimal.ts';
import type { StateStore } from '../model/journal.ts';
import type { ExecutionVerdict } from '../model/verdict.ts';

/** What a person has said of an order, or the balances have proven, and how much of it the trades list showed as executed then. */
export interface SettledExecution {
  readonly verdict: ExecutionVerdict;
  readonly listed: Decimal;
}

/** The scopes in the state store. */
const SCOPE = 'settled-executions';
const ROWS = 'passed-over-rows';

/** What a person has said of executions that could not be what the list said, or of rows that say nothing. It holds for as long as the list says the same. */
export class SettledExecutions {
  readonly #state: StateStore;
  #byOrder: Map<string, SettledExecution> | undefined;
  #spoilt: ReadonlyMap<string, string> = new Map();
  #rows: Set<string> | undefined;

  constructor(state: StateStore) {
    this.#state = state;
  }

  async of(orderId: string): Promise<SettledExecution | undefined> {
    return (await this.#all()).get(orderId);
  }

  /** By order, texts that can't be read. Each counts as not said and stays as it is until something is said of its order. */
  async spoilt(): Promise<ReadonlyMap<string, string>> {
    await this.#all();
    return this.#spoilt;
  }

  async settle(orderId: string, settled: SettledExecution): Promise<void> {
    const all = await this.#all();
    await this.#state.save(SCOPE, orderId, `${settled.verdict} ${settled.listed.toFixed()}`);
    all.set(orderId, settled);
  }

  /** Whether a person has said that a row, by its key, is no execution. */
  async isPassedOver(key: string): Promise<boolean> {
    this.#rows ??= new Set(Object.keys(await this.#state.load(ROWS)));
    return this.#rows.has(key);
  }

  async passOver(key: string): Promise<void> {
    await this.#state.save(ROWS, key, 'passed over');
    this.#rows?.add(key);
  }

  async #all(): Promise<Map<string, SettledExecution>> {
    if (this.#byOrder !== undefined) return this.#byOrder;
    const saved = Object.entries(await this.#state.load(SCOPE)).map(([id, text]) => ({ id, text, settled: settledIn(text) }));
    this.#spoilt = new Map(saved.filter(({ settled }) => settled === undefined).map(({ id, text }) => [id, text]));
    return (this.#byOrder = new Map(saved.flatMap(({ id, settled }) => (settled === undefined ? [] : [[id, settled]]))));
  }
}

/** Undefined for a text that is none. */
function settledIn(text: string): SettledExecution | undefined {
  const [, verdict, listed = ''] = /^(as-listed|as-booked) (\d+(?:\.\d+)?)$/.exec(text) ?? [];
  return verdict === undefined ? undefined : { verdict: verdict as ExecutionVerdict, listed: dec(listed) };
}
