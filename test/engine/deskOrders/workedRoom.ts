import { dec } from '../../../src/base/decimal.ts';
import { MINUTE_MS } from '../../../src/base/instant.ts';
import type { DeskRoom } from './deskRoom.ts';

export const BUY = { side: 'Buy', amount: dec('0.1') } as const;
export const TWAP = { ...BUY, kind: 'twap', over: 10 * MINUTE_MS } as const;
export const POV = { ...BUY, kind: 'pov', share: 0.1 } as const;
export const ICEBERG = { ...BUY, kind: 'iceberg', show: dec('0.03'), price: 59_000 } as const;
export const PEG = { ...BUY, kind: 'peg', offsetTicks: 0, limit: 60_000 } as const;

/** Heartbeats and books for so many seconds. What would take is filled at once: all of it, or so much of each order. */
export function run(room: DeskRoom, seconds: number, bid = '59990', ask = '60010', most?: string): void {
  const seen = new Set<string>();
  const take = (): void => {
    for (const [id, { side, price, amount }] of Array.from(room.bench.resting)) {
      const takes = side === 'Buy' ? price!.gte(dec(ask)) : price!.lte(dec(bid));
      if (!takes || seen.has(id)) continue;
      seen.add(id);
      room.bench.fill(id, most === undefined || dec(most).gt(amount) ? amount : dec(most));
    }
  };
  take();
  for (let i = 0; i < seconds; i++) {
    room.bench.timer(900);
    take();
    room.book(bid, ask);
    take();
  }
}

/** The 24-hour figures, with this volume. */
export function traded(room: DeskRoom, volume: string): void {
  const row = { symbol: 'BTC/EUR', baseVolume: dec(volume), quoteVolume: dec('1'), ...NO_PRICES };
  room.bench.send({ type: 'statistics', rows: [row] });
}

const NO_PRICES = {
  lastPrice: undefined,
  lowestAsk: undefined,
  highestBid: undefined,
  priceChangePercent: undefined,
  highestPrice: undefined,
  lowestPrice: undefined,
};

/** What was placed, as `0.01 at 60600`. */
export function placed(room: DeskRoom): string[] {
  return room.bench.commands('place').map(({ amount, price }) => `${amount} at ${price}`);
}

/** All that was executed. */
export function executed(room: DeskRoom): string {
  return room.fills.reduce((sum, { amount }) => sum.plus(amount), dec('0')).toFixed();
}
