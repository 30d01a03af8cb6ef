import { Fault, messageOf } from '../base/fault.ts';
import { TradingStops } from '../engine/tradingStops.ts';
import type { Command } from '../model/command.ts';
import { isSameScope, type TradingScope, type TradingStop } from '../model/tradingStop.ts';

/** A command that takes risk. A cancel never has to pass. */
export type RiskyCommand = Exclude<Command, { readonly type: 'cancel' }>;

/** Counts the stops that were set before a command was handed over. Any later stop applies to the command. */
export type Ticket = number;

/**
 * The last check, right before a request is journalled and sent, whoever asked for it. It shares no state with the engine and its
 * strategies. It has the kill switch itself, so a request that waits for its turn does not leave after the switch was pulled. An
 * error in a check refuses.
 */
export class LastGate {
  readonly #stops = new TradingStops();
  readonly #setAt = new WeakMap<TradingStop, Ticket>();
  readonly #reasonAgainst: (command: RiskyCommand) => string | undefined;
  #ticket: Ticket = 0;

  /** `reasonAgainst` says why a command may not leave, whatever the trading state is. Anything that it throws refuses too. */
  constructor(reasonAgainst: (command: RiskyCommand) => string | undefined) {
    this.#reasonAgainst = reasonAgainst;
  }

  /** Taken when a command is handed over. */
  get ticket(): Ticket {
    return this.#ticket;
  }

  /** From here on nothing of the scope leaves. When positions are to be reduced, only earlier commands are held back. */
  stop(stop: TradingStop): void {
    this.#stops.put(stop);
    this.#setAt.set(stop, ++this.#ticket);
  }

  /** A scope goes on. With everything, all of them do. */
  resume(scope: TradingScope): void {
    const lifted = this.#stops.all.filter((stop) => scope.of === 'all' || isSameScope(stop.scope, scope));
    for (const stop of lifted) this.#stops.remove(stop);
  }

  /** Throws a `Fault` `halted` or `risk`, `not-sent`, when the command may not leave. */
  assertMayLeave(command: RiskyCommand, ticket: Ticket): void {
    const fault = this.#faultAgainst(command, ticket);
    if (fault !== undefined) throw fault;
  }

  #faultAgainst(command: RiskyCommand, ticket: Ticket): Fault | undefined {
    try {
      const stop = symbolsOf(command)
        .map((symbol) => this.#stops.against(command.strategy, symbol))
        .find((found) => found !== undefined && (found.state === 'halted' || this.#setAt.get(found)! > ticket));
      if (stop !== undefined) return new Fault('halted', stop.reason, { outcome: 'not-sent' });
      const reason = this.#reasonAgainst(command);
      return reason === undefined ? undefined : new Fault('risk', `the last gate: ${reason}`, { outcome: 'not-sent' });
    } catch (error) {
      return new Fault('risk', `the last check failed: ${messageOf(error)}`, { outcome: 'not-sent', cause: error });
    }
  }
}

/** The markets that a command is about. A conversion may belong to either of two names. */
function symbolsOf(command: RiskyCommand): readonly string[] {
  if ('symbol' in command) return [command.symbol];
  const { fromCurrency, toCurrency } = command.type === 'convert' ? command.quote : command;
  return [`${fromCurrency}/${toCurrency}`, `${toCurrency}/${fromCurrency}`];
}
