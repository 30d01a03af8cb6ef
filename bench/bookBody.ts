import { seededRandom } from '../src/base/random.ts';

/** An order book as the venue writes it (000 Orderbook): prices like 61249.90, quantities with eight decimals. */
export function bookBody(levels: number, timestamp: number, seed: number | string): string {
  const random = seededRandom(seed);
  const side = (step: number): string => {
    let ticks = 6_124_990 + Math.max(step, 0) * 110;
    return Array.from({ length: levels }, () => {
      ticks += step * (1 + random.int(40));
      return `[${(ticks / 100).toFixed(2)},${(0.001 + random.next() * 2).toFixed(8)}]`;
    }).join(',');
  };
  return `{"bids":[${side(-1)}],"asks":[${side(1)}],"timestamp":${timestamp}}`;
}
