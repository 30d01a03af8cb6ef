import { counted } from '../base/counted.ts';
import { isDecimal } from '../base/decimal.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { Event } from '../model/event.ts';
import { asRecorded, withoutUnsaved } from './asRecorded.ts';
import { type Decision, decisionsOf } from './decisions.ts';
import { canonicalText } from './exactText.ts';

/** An event on which the decision differs from the earlier one. */
export interface Difference {
  /** The inbox's number of the event. */
  readonly event: number;
  readonly at: Instant;
  /** The event in words, for people. */
  readonly what: string;
  readonly recorded: readonly Decision[];
  readonly replayed: readonly Decision[];
  readonly fields: readonly FieldDifference[];
}

/** A member that differs. Undefined on the side that has no such decision or member. */
export interface FieldDifference {
  /** The place of the decision among those of the event, from 0. */
  readonly decision: number;
  readonly field: string;
  readonly recorded: string | undefined;
  readonly replayed: string | undefined;
}

/** `recorded` and `replayed` are the decisions as canonical text. Undefined when they are the same, but for what the recorded ones did not save yet. */
export function differenceOf(event: Event, recordedText: string, replayedText: string): Difference | undefined {
  if (recordedText === replayedText) return undefined;
  const recorded = decisionsOf(recordedText);
  const replayed = withoutUnsaved(recorded, decisionsOf(replayedText)).map((decision, i) =>
    recorded[i] === undefined ? decision : asRecorded(recorded[i], decision),
  );
  const isSame = canonicalText(replayed) === canonicalText(recorded);
  return isSame ? undefined : differenceBetween(event, recorded, replayed);
}

export function differenceBetween(event: Event, recorded: readonly Decision[], replayed: readonly Decision[]): Difference {
  return { event: event.sequence, at: event.at, what: inWords(event), recorded, replayed, fields: fieldsOf(recorded, replayed) };
}

function fieldsOf(recorded: readonly Decision[], replayed: readonly Decision[]): FieldDifference[] {
  const count = Math.max(recorded.length, replayed.length);
  return Array.from({ length: count }, (_, decision) => {
    const before = recorded[decision];
    const after = replayed[decision];
    if (before === undefined || after === undefined) {
      return [{ decision, field: 'type', recorded: before?.type, replayed: after?.type }];
    }
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return names.flatMap((field): FieldDifference[] => {
      const pair = { recorded: plain(before[field]), replayed: plain(after[field]) };
      return pair.recorded === pair.replayed ? [] : [{ decision, field, ...pair }];
    });
  }).flat();
}

function plain(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (isDecimal(value)) return value.toFixed();
  return typeof value === 'string' ? value : canonicalText(value);
}

/** The event in a few words. */
export function inWords(event: Event): string {
  switch (event.type) {
    case 'book':
      return `book ${event.book.symbol} of ${isoOf(event.book.receivedAt)}`;
    case 'report': {
      const { report } = event;
      const about = 'intentId' in report ? ` of intent ${report.intentId}` : 'orderId' in report ? ` of order ${report.orderId}` : '';
      return `report ${report.type}${about}`;
    }
    case 'market-warning':
      return `warning ${event.kind} of ${event.symbol}: ${event.detail}`;
    case 'operator':
      return `operator ${event.order.type}`;
    case 'statistics':
    case 'balances':
      return `${event.type}, ${counted(event.rows.length, 'row')}`;
    case 'pairs':
      return `pairs, ${counted(event.pairs.length, 'row')}`;
    case 'restored':
      return `restored: ${counted(event.sums?.positions.length ?? 0, 'position')}, ${counted(event.fills.length, 'fill')}, ${counted(event.orders.length, 'order')}`;
    case 'position-entry': {
      const { cause, strategy, amount, symbol, price } = event.entry;
      return `${cause} of ${strategy}: ${amount} of ${symbol} at ${price}`;
    }
    case 'warm-up':
      return `warm-up of ${event.symbol}: ${Object.keys(event.since).join(', ')}`;
    case 'set-up':
    case 'timer':
      return event.type;
    case 'reload':
      return `reload ${event.revision} to the configuration ${event.config}`;
    case 'shutdown':
      return `shutdown, orders: ${event.onStop}`;
  }
}
