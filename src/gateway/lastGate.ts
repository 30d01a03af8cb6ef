import { Fault, isFault, messageOf } from '../base/fault.ts';
import { TradingStops } from '../engine/tradingStops.ts';
import type { Command } from '../model/command.ts';
import { isSameScope, type TradingScope, type TradingStop } from '../model/tradingStop.ts';

/** A command that takes risk: a cancel never has to pass. */
export type RiskyCommand = Exclude<Command, { readonly type: 'cancel' }>;

/** Stops that were set by when a command was handed over: whatever was set later counts against it. */
export type Ticket = number;

/**
 * The last check, right before a request is journalled and sent. It shares no state with the engine and its strategies: it has the
 * kill switch in its own hand, and what waits for its turn does not leave after it was pulled. An error in a check refuses.
 */
export class LastGate {
  readonly #stops = new TradingStops();
  readonly #setAt = new Map<TradingStop, Ticket>();
  #ticket: Ticket = 0;

  /** Taken when a command is handed over. */
  get ticket(): Ticket {
    return this.#ticket;
  }

  /** From here on nothing of the scope leaves; where positions are to be reduced, nothing that was decided before. */
  stop(stop: TradingStop): void {
    this.#stops.put(stop);
    this.#setAt.set(stop, ++this.#ticket);
  }

  /** A scope goes on; with everything, all of them do. */
  resume(scope: TradingScope): void {
    const lifted = this.#stops.all.filter((stop) => scope.of === 'all' || isSameScope(stop.scope, scope));
    for (const stop of lifted) {
      this.#stops.remove(stop);
      this.#setAt.delete(stop);
    }
  }

  /** Throws a `Fault` `halted` or `risk`, `not-sent`, when the command may not leave. */
  assertMayLeave(command: RiskyCommand, ticket: Ticket): void {
    try {
      for (const symbol of symbolsOf(command)) this.#assertNotStopped(command.strategy, symbol, ticket);
    } catch (error) {
      throw isFault(error) ? error : new Fault('risk', `the last check failed: ${messageOf(error)}`, { outcome: 'not-sent', cause: error });
    }
  }

  #assertNotStopped(strategy: string, symbol: string, ticket: Ticket): void {
    const stop = this.#stops.against(strategy, symbol);
    if (stop === undefined || (stop.state === 'reducing' && this.#setAt.get(stop)! <= ticket)) return;
    throw new Fault('halted', stop.reason, { outcome: 'not-sent' });
  }
}

/** The markets that a command is about; a conversion may be one of either name. */
function symbolsOf(command: RiskyCommand): readonly string[] {
  if ('symbol' in command) return [command.symbol];
  const { fromCurrency, toCurrency } = command.type === 'convert' ? command.quote : command;
  return [`${fromCurrency}/${toCurrency}`, `${toCurrency}/${fromCurrency}`];
}
