import { beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { PairRules } from '../../src/daemon/pairRules.ts';
import type { Pair } from '../../src/model/pair.ts';

const rowOf = (symbol: string, more: object = {}) => {
  const [baseCurrency, quoteCurrency] = symbol.split('/') as [string, string];
  const volumes = { minVolumeTrade: dec('0.001'), maxVolumeTrade: dec(100) };
  return { symbol, description: '', baseCurrency, quoteCurrency, precision: 2, volumeStep: dec('0.0001'), ...volumes, ...more };
};
const TRADED = ['BTC/EUR'];

let rows: ReturnType<typeof rowOf>[];
let told: unknown[];
let heard: (readonly Pair[])[];
let rules: PairRules;

beforeEach(async () => {
  rows = [rowOf('BTC/EUR'), rowOf('ETH/EUR')];
  [told, heard] = [[], []];
  const list = async function* (): AsyncGenerator<ReturnType<typeof rowOf>> {
    await Promise.resolve();
    yield* rows;
  };
  rules = new PairRules({ client: { symbols: { list } }, onTrouble: (...said) => told.push(said) });
  await rules.read();
});

const again = (): Promise<void> => rules.again(TRADED, (all) => heard.push(all));
const volumes = (): string[] => rules.all.map(({ minVolume, maxVolume }) => `${minVolume.toFixed()} ${maxVolume.toFixed()}`);

describe(PairRules, () => {
  it('says and passes on nothing while the rules are what they were', async () => {
    await again();
    expect([told, heard]).toEqual([[], []]);
  });

  it('follows the least and the most of an order at once, and tells it of the traded pairs', async () => {
    rows = [rowOf('BTC/EUR', { minVolumeTrade: dec('0.01') }), rowOf('ETH/EUR', { maxVolumeTrade: dec(50) })];
    await again();
    expect(volumes()).toEqual(['0.01 100', '0.001 50']);
    expect(heard).toEqual([rules.all]);
    expect(told).toEqual([['an order of BTC/EUR may hold 0.01 to 100 from here on']]);
    await again();
    expect([heard.length, told.length], 'once').toEqual([1, 1]);
  });

  it('keeps the steps that orders, books and sums count in, and tells once that another start is needed, and once that it is not', async () => {
    rows[0] = rowOf('BTC/EUR', { precision: 1, volumeStep: dec('0.001'), minVolumeTrade: dec('0.01') });
    await again();
    await again();
    expect(rules.all[0]!.grid.precision).toBe(2);
    expect(volumes()[0]).toBe('0.01 100');
    const changed =
      'BTC/EUR has precision 1 and volumeStep 0.001 now: its orders go by precision 2 and volumeStep 0.0001 until another start, and may be refused';
    expect(told.slice(1)).toEqual([[changed, 'the rules of BTC/EUR']]);
    rows[0] = rowOf('BTC/EUR', { minVolumeTrade: dec('0.01') });
    await again();
    expect(told.slice(2)).toEqual([['the rules of BTC/EUR are again what they were', 'the rules of BTC/EUR', true]]);
  });

  it('keeps a pair that is listed no more, and tells of it, as of one that is listed only now', async () => {
    rows = [rowOf('ETH/EUR'), rowOf('SOL/EUR')];
    await rules.again([...TRADED, 'SOL/EUR', 'XRP/EUR'], (all) => heard.push(all));
    expect(rules.all.map(({ symbol }) => symbol)).toEqual(['BTC/EUR', 'ETH/EUR']);
    expect(told).toEqual([
      ['BTC/EUR is not listed any more, or not with rules that make sense: its orders may be refused', 'the rules of BTC/EUR'],
      ['SOL/EUR is listed now; another start trades it', 'the rules of SOL/EUR'],
    ]);
    expect(heard).toEqual([]);
  });

  it('is over with a pair that is traded no more', async () => {
    rows = [rowOf('ETH/EUR')];
    await again();
    await rules.again([], (all) => heard.push(all));
    expect(told.slice(1)).toEqual([['the rules of BTC/EUR concern nobody any more', 'the rules of BTC/EUR', true]]);
  });

  it('tries anew what could not be passed on', async () => {
    rows[0] = rowOf('BTC/EUR', { minVolumeTrade: dec('0.01') });
    const fail = (): void => {
      throw new Error('not now');
    };
    await expect(rules.again(TRADED, fail)).rejects.toThrow('not now');
    expect([told, volumes()[0]]).toEqual([[], '0.001 100']);
    await again();
    expect(heard).toEqual([rules.all]);
  });

  it('says nothing of a reading that fails: who asks for it hears why', async () => {
    rows = [];
    await expect(again()).rejects.toThrow('the venue lists no pair');
    expect([told, heard, volumes().length]).toEqual([[], [], 2]);
  });
});
