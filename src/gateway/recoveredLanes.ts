import { orderLane } from '../model/command.ts';
import type { Journal, StateStore } from '../model/journal.ts';
import type { OpenOrderRow } from './accountLists.ts';
import type { FrozenLanes } from './frozenLanes.ts';

/** The scope in the state store that names symbols with open orders that a rebuilt journal can't assign. */
const SCOPE = 'recovered';
const CAUSE = 'recovered';
const OVER = '';

/**
 * Freezes a symbol whose journal was rebuilt while the venue has an open order there that the journal does not know. The order
 * may have been decided before the loss, and would be decided again. The lane opens by itself when no such order is left.
 */
export class RecoveredLanes {
  readonly #journal: Journal;
  readonly #state: StateStore;
  readonly #frozen: FrozenLanes;
  #symbols: Set<string> | undefined;

  constructor({ journal, state }: { readonly journal: Journal; readonly state: StateStore }, frozen: FrozenLanes) {
    this.#journal = journal;
    this.#state = state;
    this.#frozen = frozen;
  }

  /** `openOrders` is a complete reading. */
  async check(openOrders: readonly OpenOrderRow[]): Promise<void> {
    this.#symbols ??= new Set(await recoveredSymbols(this.#state));
    const shut = new Set<string>();
    for (const symbol of this.#symbols) {
      const orders = await unknownOrders(this.#journal, openOrders, symbol);
      if (orders.length === 0) {
        this.#symbols.delete(symbol);
        await releaseRecovered(this.#state, symbol);
        continue;
      }
      const lane = orderLane(symbol);
      shut.add(lane);
      const ids = orders.map(({ id }) => id).join(', ');
      this.#frozen.freeze(
        lane,
        CAUSE,
        `the journal was rebuilt, and whose the open order ${ids} is can't be told: cancel it with \`sluice orders cancel ID --yes\`, give it to ` +
          `a strategy with \`sluice orders adopt ID --strategy NAME --yes\`, or, while no daemon runs, leave it to whoever placed it with ` +
          `\`sluice recover --release ${symbol} --yes\``,
      );
    }
    await this.#frozen.thaw(CAUSE, shut);
  }
}

/** The open orders that the journal does not know, of one symbol or of all. */
export async function unknownOrders(
  journal: Journal,
  openOrders: readonly OpenOrderRow[],
  symbol?: string,
): Promise<readonly OpenOrderRow[]> {
  const unknown: OpenOrderRow[] = [];
  for (const row of openOrders) {
    if ((symbol === undefined || row.symbol === symbol) && (await journal.order(row.id)) === undefined) unknown.push(row);
  }
  return unknown;
}

/** Freezes a symbol until no order is open on it that the journal does not know. */
export async function shutRecovered(state: StateStore, symbol: string): Promise<void> {
  await state.save(SCOPE, symbol, 'shut');
}

export async function releaseRecovered(state: StateStore, symbol: string): Promise<void> {
  await state.save(SCOPE, symbol, OVER);
}

/** The symbols that are still frozen. */
export async function recoveredSymbols(state: StateStore): Promise<readonly string[]> {
  return Object.entries(await state.load(SCOPE)).flatMap(([symbol, value]) => (value === OVER ? [] : [symbol]));
}
