import { dec, type Decimal } from '../base/decimal.ts';
import type { StateStore } from '../model/journal.ts';
import type { ExecutionVerdict } from '../model/verdict.ts';

/** What a person has said of an order, and how much of it the trades list showed as executed then. */
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
  #rows: Set<string> | undefined;

  constructor(state: StateStore) {
    this.#state = state;
  }

  async of(orderId: string): Promise<SettledExecution | undefined> {
    this.#byOrder ??= new Map(Object.entries(await this.#state.load(SCOPE)).map(([id, text]) => [id, read(text)]));
    return this.#byOrder.get(orderId);
  }

  async settle(orderId: string, settled: SettledExecution): Promise<void> {
    await this.of(orderId);
    await this.#state.save(SCOPE, orderId, `${settled.verdict} ${settled.listed.toFixed()}`);
    this.#byOrder?.set(orderId, settled);
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
}

function read(text: string): SettledExecution {
  const [verdict = '', listed = ''] = text.split(' ');
  return { verdict: verdict as ExecutionVerdict, listed: dec(listed) };
}
