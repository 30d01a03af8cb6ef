import { dec, type Decimal } from '../base/decimal.ts';
import type { StateStore } from '../model/journal.ts';
import type { ExecutionVerdict } from '../model/verdict.ts';

/** What a person has said of an order, and how much of it the trades list showed as executed then. */
export interface SettledExecution {
  readonly verdict: ExecutionVerdict;
  readonly listed: Decimal;
}

/** The scope in the state store. */
const SCOPE = 'settled-executions';

/** What a person has said of orders whose executions could not be what the list said. It holds for as long as the list says the same. */
export class SettledExecutions {
  readonly #state: StateStore;
  #byOrder: Map<string, SettledExecution> | undefined;

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
}

function read(text: string): SettledExecution {
  const [verdict = '', listed = ''] = text.split(' ');
  return { verdict: verdict as ExecutionVerdict, listed: dec(listed) };
}
