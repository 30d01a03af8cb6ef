import { dec } from '../../src/base/decimal.ts';
import { FILL_MODELS, type FillModel } from '../../src/exchange/fillModel.ts';
import * as reports from '../../src/exchange/reportQueue.ts';
import { SnapshotVenue } from '../../src/exchange/snapshotVenue.ts';
import type { SnapshotVenueOptions } from '../../src/exchange/snapshotVenueOptions.ts';
import { type Book, createBook, showLevels } from '../../src/model/book.ts';
import { gridOf } from '../../src/model/grid.ts';

export const BUY = 0;
export const SELL = 1;
export const ENTRY_MS = 10;
export const RESPONSE_MS = 20;

export type Levels = readonly (readonly [ticks: number, lots: number])[];

const NAMES = new Map<number, string>(
  Object.entries(reports).flatMap(([name, value]) => (typeof value === 'number' ? [[value, name] as const] : [])),
);

export function reportNameOf(type: number): string | undefined {
  return NAMES.get(type);
}

/** A book of ten levels asked for, received at that time. */
export function bookAt(receivedAt: number, bids: Levels, asks: Levels, depth = 10): Book {
  const book = createBook('BTC/EUR', gridOf(2, dec('0.001')), 250);
  for (const [side, levels] of [
    [book.bids, bids],
    [book.asks, asks],
  ] as const) {
    for (const [i, [ticks, lots]] of levels.entries()) {
      side.ticks[i] = ticks;
      side.lots[i] = lots;
    }
    showLevels(side, 0, levels.length);
  }
  book.receivedAt = receivedAt;
  book.depth = depth;
  return book;
}

/** Looks once a second, own lists every 500 ms; a report is a line of text. */
export class VenueBench {
  readonly venue: SnapshotVenue;
  /** All that was told so far. */
  readonly told: string[] = [];

  constructor(model: keyof typeof FILL_MODELS | FillModel = 'fitted', options: Partial<SnapshotVenueOptions> = {}) {
    this.venue = new SnapshotVenue({
      latency: { entryMs: ENTRY_MS, responseMs: RESPONSE_MS },
      visibleEveryMs: 500,
      model: typeof model === 'string' ? FILL_MODELS[model] : model,
      mostOrders: 16,
      ...options,
    });
  }

  /** Takes all that is due by the look, then looks. */
  look(receivedAt: number, bids: Levels, asks: Levels, depth = 10): string[] {
    const told = this.until(receivedAt);
    this.venue.onBook(bookAt(receivedAt, bids, asks, depth));
    return told;
  }

  until(now: number): string[] {
    const { venue } = this;
    const told: string[] = [];
    while (venue.take(now)) {
      const { reportType, slot, ticks, lots, isTaker } = venue;
      told.push(`${reportNameOf(reportType)} ${slot} ${lots}@${ticks}${isTaker ? ' taker' : ''}`);
    }
    this.told.push(...told);
    return told;
  }
}
