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

  /**
   * From here on nothing of the scope leaves. When positions are to be reduced, only earlier commands are held back; when they are to be closed, what
   * closes them leaves under an earlier halt, too.
   */
  stop(stop: TradingStop): void {
    this.#stops.put(stop);
    this.#setAt.set(stop, ++this.#ticket);
  }

  /** Takes the stops of earlier lives. What was said since the start comes after them. */
  restore(stops: readonly TradingStop[]): void {
    for (const stop of [...stops, ...this.#stops.all]) this.stop(stop);
  }

  /** A scope goes on. With everything, all of them do. */
  resume(scope: TradingScope): void {
    const lifted = this.#stops.all.filter((stop) => scope.of === 'all' || isSameScope(stop.scope, scope));
    for (const stop of lifted) this.#stops.remove(stop);
  }

  /** Throws a `Fault` `halted` or `risk`, `not-sent`, when the command may not leave. */
  assertMayLeave(command: RiskyCommand, ticket: Ticket): void {
    refuse(() => {
      const stopped = this.#stoppedBy(command, ticket);
      if (stopped !== undefined) return stopped;
      const reason = this.#reasonAgainst(command);
      return reason === undefined ? undefined : new Fault('risk', `the last gate: ${reason}`, { outcome: 'not-sent' });
    });
  }

  /** Throws a `Fault` `halted`, `not-sent`, when trading was stopped while the command was on its way to its first byte. */
  assertNotStopped(command: RiskyCommand, ticket: Ticket): void {
    refuse(() => this.#stoppedBy(command, ticket));
  }

  #stoppedBy(command: RiskyCommand, ticket: Ticket): Fault | undefined {
    const { strategy } = command;
    const isClosing = command.type === 'place' && command.reduces === true;
    for (const symbol of symbolsOf(command)) {
      const keepsBack = isClosing ? this.#stops.againstClosing(strategy, symbol) : this.#stops.against(strategy, symbol);
      const later = this.#stops.within(strategy, symbol).find((one) => this.#setAt.get(one)! > ticket);
      const stop = keepsBack?.state === 'halted' ? keepsBack : later;
      if (stop !== undefined) return new Fault('halted', stop.reason, { outcome: 'not-sent' });
    }
    return undefined;
  }
}

/** Throws what is against a command. A check that fails is against it, too. */
function refuse(faultAgainst: () => Fault | undefined): void {
  let fault: Fault | undefined;
  try {
    fault = faultAgainst();
  } catch (error) {
    fault = new Fault('risk', `the last check failed: ${messageOf(error)}`, { outcome: 'not-sent', cause: error });
  }
  if (fault !== undefined) throw fault;
}

/** The markets that a command is about. A conversion may belong to either of two names. */
function symbolsOf(command: RiskyCommand): readonly string[] {
  if ('symbol' in command) return [command.symbol];
  const { fromCurrency, toCurrency } = command.type === 'convert' ? command.quote : command;
  return [`${fromCurrency}/${toCurrency}`, `${toCurrency}/${fromCurrency}`];
}
