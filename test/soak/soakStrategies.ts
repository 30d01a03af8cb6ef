import { catalogOf } from '../../src/simulator/market/catalog.ts';

/** A strategy as a configuration names it. */
export interface SoakStrategy {
  readonly name: string;
  readonly use: 'maker' | 'quote-edge';
  readonly symbol: string;
  readonly params: Readonly<Record<string, string>>;
}

export const SYMBOLS = 20;
/** How many of them a maker trades; the others are looked at, and quotes for conversions are asked for. */
const TRADED = 10;

/** One for each symbol of the simulator. */
export function soakStrategies(seed: number): readonly SoakStrategy[] {
  return catalogOf(SYMBOLS, seed).pairs.map(({ symbol, minVolume }, i) => {
    const name = symbol.toLowerCase().replace('/', '-');
    if (i >= TRADED) return { name, use: 'quote-edge', symbol, params: { at: 'every 10m' } };
    const [size, maxBase] = [minVolume.times(20).toFixed(), minVolume.times(400).toFixed()];
    return { name, use: 'maker', symbol, params: { spreadBps: '30', moveBps: '10', smooth: '5', size, maxBase } };
  });
}
