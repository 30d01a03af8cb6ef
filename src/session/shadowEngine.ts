import { ZERO } from '../base/decimal.ts';
import { EventDoor } from '../engine/eventDoor.ts';
import type { EngineSettings, Output } from '../engine/engineState.ts';
import type { Command, PlaceCommand } from '../model/command.ts';
import type { Event, Report } from '../model/event.ts';
import type { Order } from '../model/order.ts';
import { type Decision, decisionsOf, decisionsText } from './decisions.ts';
import { type Leftovers, matchDecisions } from './matchDecisions.ts';

/** The decisions on one event that only one of the two runs has. Undefined when there are none. */
export type Divergence = Leftovers | undefined;

/**
 * An engine that learns that its commands were not sent may answer with more commands, which are not sent either. It is told so
 * at most this often.
 */
const MOST_UNDOINGS = 10;

/**
 * An engine that goes through the events of another run. Each decision is compared with that of the other run, and then the
 * engine is put into the other run's state: its own extra decisions are undone as not sent, the other run's extra orders become
 * its own, and reports reach its orders under their own ids. So each decision is made on the recorded state, and not on what its
 * own earlier decisions would have led to.
 */
export class ShadowEngine {
  readonly #engine: EventDoor;
  /** Our ids by the recorded ones. */
  readonly #ids = new Map<string, string>();
  #states: Readonly<Record<string, string>> = {};

  constructor(settings: EngineSettings) {
    this.#engine = new EventDoor(settings);
  }

  /** `recorded` holds the other run's decisions on this event, as canonical text. */
  step(event: Event, recorded: string): Divergence {
    if (event.type === 'restored' && event.states !== undefined) this.#states = withoutDay(event.states);
    const outputs = this.#engine.process(this.#own(event));
    const own = decisionsText(outputs);
    if (own === recorded) return undefined;
    const { pairs, leftovers } = matchDecisions(decisionsOf(recorded), decisionsOf(own));
    for (const [theirs, ours] of pairs) this.#bind(theirs, ours);
    this.#undo(leftovers.replayed, event);
    for (const decision of leftovers.recorded) this.#takeOver(decision, event);
    return leftovers.recorded.length + leftovers.replayed.length === 0 ? undefined : leftovers;
  }

  #bind(theirs: Decision, ours: Decision): void {
    for (const id of ['intentId', 'requestId'] as const) {
      const [before, now] = [theirs[id], ours[id]];
      if (typeof before === 'string' && typeof now === 'string' && before !== now) this.#ids.set(before, now);
    }
  }

  #undo(decisions: readonly Decision[], { at, sequence }: Event): void {
    let open: readonly Decision[] = decisions;
    for (let round = 0; round < MOST_UNDOINGS && open.length > 0; round++) {
      const reports = open.flatMap((decision) => undoingOf(decision as unknown as Command));
      const outputs = reports.flatMap((report): readonly Output[] => this.#engine.process({ type: 'report', report, at, sequence }));
      open = decisionsOf(decisionsText(outputs));
    }
  }

  /**
   * The order gets an id that no decision of ours can have. Both runs draw the same ids, but for different orders once they
   * differ.
   */
  #takeOver(decision: Decision, { at, sequence }: Event): void {
    const alias: Record<string, unknown> & { readonly type: string } = { ...decision };
    for (const id of ['intentId', 'requestId'] as const) if (typeof decision[id] === 'string') alias[id] = `recorded ${decision[id]}`;
    this.#bind(decision, alias);
    if (decision.type !== 'place') return;
    const order = pendingOrder(alias as unknown as PlaceCommand);
    this.#engine.process({ type: 'restored', fills: [], conversions: [], orders: [order], states: this.#states, at, sequence });
  }

  /** The event with our ids in place of the other run's. */
  #own(event: Event): Event {
    if (this.#ids.size === 0) return event;
    if (event.type === 'report') return { ...event, report: this.#ownReport(event.report) };
    return event;
  }

  #ownReport(report: Report): Report {
    switch (report.type) {
      case 'fill':
        return { type: 'fill', fill: this.#renamed(report.fill) };
      case 'converted':
        return { ...report, conversion: this.#renamed(report.conversion) };
      default:
        return this.#renamed(report);
    }
  }

  #renamed<T extends object>(told: T): T {
    const { intentId, requestId } = told as { intentId?: string; requestId?: string };
    const own = { intentId: this.#ids.get(intentId ?? ''), requestId: this.#ids.get(requestId ?? '') };
    if (own.intentId === undefined && own.requestId === undefined) return told;
    return { ...told, ...(own.intentId && { intentId: own.intentId }), ...(own.requestId && { requestId: own.requestId }) };
  }
}

/** Reports that tell an engine that its command was not sent. */
function undoingOf(command: Command): readonly Report[] {
  const reason = 'not part of the recorded life';
  switch (command.type) {
    case 'place':
    case 'replace':
    case 'convert':
      return [{ type: 'intent-not-sent', intentId: command.intentId, kind: command.type, reason }];
    case 'cancel':
      return [{ type: 'cancel-failed', orderId: command.orderId, reason, code: 'refused' }];
    case 'request-quote':
      return [{ type: 'quote-refused', requestId: command.requestId, code: 'canceled', message: reason }];
    default:
      // A notice has nothing under way.
      return [];
  }
}

function pendingOrder({ intentId, strategy, symbol, side, orderType: type, price, amount, decidedAt, tag }: PlaceCommand): Order {
  const times = { placedAt: decidedAt, updatedAt: decidedAt };
  const life = { filled: ZERO, state: 'pending', closedBy: undefined, orderId: undefined, canceling: false, replacing: undefined } as const;
  return { intentId, strategy, symbol, side, type, price, amount, tag, ...times, ...life };
}

/** The beginning of the day is not restored a second time. */
function withoutDay(states: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(states).filter(([name]) => name !== ''));
}
