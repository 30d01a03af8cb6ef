import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../../src/base/instant.ts';
import type { LedgerMovement } from '../../../src/model/ledger.ts';
import { type GainsOptions, gainsOf } from '../../../src/treasury/bookkeeping/gains.ts';
import { executed, historyOf, moved, OCTOBER } from '../statements/builders.ts';

const T = OCTOBER;

async function gains(
  movements: readonly LedgerMovement[],
  over: Partial<GainsOptions> = {},
  opening: Readonly<Record<string, string>> = { EUR: '1000' },
): Promise<Record<string, string>> {
  const found = await gainsOf(historyOf(opening, movements), {
    method: 'fifo',
    currency: 'EUR',
    prices: new Map(),
    isOwn: () => true,
    ...over,
  });
  return Object.fromEntries([...found].map(([key, gain]) => [key, gain.toFixed()]));
}

const buy = (id: string, at: number, amount: string, price: string) => executed(id, at, { amount: dec(amount), price: dec(price) });
const sell = (id: string, at: number, amount: string, price: string) =>
  executed(id, at, { side: 'Sell', amount: dec(amount), price: dec(price) });

describe('gainsOf', () => {
  it('counts what executions gain, by both methods (computed by hand)', async () => {
    const movements = [buy('1', T, '1', '100'), buy('2', T + 1, '1', '200'), sell('3', T + 2, '1', '180'), sell('4', T + 3, '1', '180')];
    expect(await gains(movements)).toEqual({ 'fill 3': '80', 'fill 4': '-20' });
    expect(await gains(movements, { method: 'average' })).toEqual({ 'fill 3': '30', 'fill 4': '30' });
  });

  it('takes a fee in another currency for a sale of it, and one in the home currency for no part of the cost', async () => {
    const feeInBitcoin = executed('2', T + 1, { amount: dec('1'), price: dec('200'), fee: dec('0.1'), feeCurrency: 'BTC' });
    // 0.1 of the oldest lot cost 10, and is worth 20 by this execution.
    expect(await gains([buy('1', T, '1', '100'), feeInBitcoin])).toEqual({ 'fill 2': '10' });
    const feeInEuro = executed('2', T + 1, { side: 'Sell', amount: dec('1'), price: dec('150'), fee: dec('7'), feeCurrency: 'EUR' });
    expect(await gains([buy('1', T, '1', '100'), feeInEuro])).toEqual({ 'fill 2': '50' });
  });

  it('counts conversions, into the home currency and between two others', async () => {
    const into = moved('conversion', '9', T + HOUR_MS, '-0.5 BTC', '90 EUR');
    expect(await gains([buy('1', T, '1', '100'), into])).toEqual({ 'conversion 9': '40' });
    // 0.5 BTC are worth 60 by the execution before, and that is what the ether costs: sold for 75 it gains 15.
    const between = moved('conversion', '9', T + HOUR_MS, '-0.5 BTC', '3 ETH');
    const sold = moved('conversion', '10', T + 2 * HOUR_MS, '-3 ETH', '75 EUR');
    expect(await gains([buy('1', T, '1', '100'), buy('2', T + 1, '1', '120'), between, sold])).toEqual({
      'conversion 9': '10',
      'conversion 10': '15',
    });
  });

  it('rounds what something is worth at a price as it rounds a cost', async () => {
    // One of three BTC for 500 EUR is worth 166.66666667, and has cost as much. By digits without end it would gain -0.0000000033….
    const movements = [moved('conversion', '1', T, '-500 EUR', '3 BTC'), moved('conversion', '2', T + 1, '-1 BTC', '20 ETH')];
    expect(await gains(movements)).toEqual({});
    expect(await gains([...movements, moved('conversion', '3', T + 2, '-10 ETH', '90 EUR')])).toEqual({ 'conversion 3': '6.66666666' });
  });

  it('moves lots out and in with their cost: nothing is gained by a transfer of the owner', async () => {
    const out = moved('withdrawal', 'crypto 1', T + 2, '-1.5 BTC');
    const back = moved('deposit', 'crypto 2', T + 40 * DAY_MS, '1.5 BTC');
    const movements = [buy('1', T, '1', '100'), buy('2', T + 1, '1', '200'), out, back, sell('3', T + 41 * DAY_MS, '2', '300')];
    expect(await gains(movements)).toEqual({ 'fill 3': '300' });
  });

  it('takes the fee of a withdrawal for a sale of it, also where the withdrawal is a transfer', async () => {
    const out = moved('withdrawal', 'crypto 1', T + 1, '-0.9 BTC', '-0.1 BTC fee');
    const back = moved('deposit', 'crypto 2', T + 2, '0.9 BTC');
    const movements = [buy('1', T, '1', '100'), buy('2', T, '1', '200'), out, back, sell('3', T + 3, '1.9', '300')];
    // The fee is the rest of the first lot, bought for 10 and worth 20 by the last price.
    expect(await gains(movements)).toEqual({ 'withdrawal crypto 1': '10', 'fill 3': '280' });
  });

  it('gives what comes in beyond what had gone out the price of its time', async () => {
    const movements = [
      buy('1', T, '1', '100'),
      moved('withdrawal', 'crypto 1', T + 1, '-1 BTC'),
      buy('2', T + DAY_MS, '1', '150'),
      moved('deposit', 'crypto 2', T + DAY_MS + HOUR_MS, '3 BTC'),
      sell('3', T + DAY_MS + 2 * HOUR_MS, '4', '160'),
    ];
    // One back at 100, one bought at 150, two new at 150.
    expect(await gains(movements)).toEqual({ 'fill 3': '90' });
    expect(await gains(movements, { prices: new Map([['deposit crypto 2', dec('155')]]) })).toEqual({ 'fill 3': '80' });
  });

  it.each(['fifo', 'average'] as const)('%s: what comes back covers what was sold before it came (computed by hand)', async (method) => {
    const movements = [
      buy('1', T, '2', '100'),
      moved('withdrawal', 'crypto 1', T + 1, '-2 BTC'),
      sell('2', T + 2, '1', '150'),
      // One of the two at 100 covers the one that was sold for 150.
      moved('deposit', 'crypto 2', T + 3, '2 BTC'),
      sell('3', T + 4, '1', '160'),
      buy('4', T + 5, '1', '170'),
      sell('5', T + 6, '1', '175'),
    ];
    expect(await gains(movements, { method })).toEqual({ 'deposit crypto 2': '50', 'fill 3': '60', 'fill 5': '5' });
  });

  it('counts a payment to somebody else as a sale at the price of that time', async () => {
    const movements = [buy('1', T, '1', '100'), buy('2', T + 1, '0.1', '140'), moved('withdrawal', 'crypto 1', T + HOUR_MS, '-0.5 BTC')];
    expect(await gains(movements, { isOwn: () => false })).toEqual({ 'withdrawal crypto 1': '20' });
    expect(await gains(movements)).toEqual({});
  });

  it('names everything whose price is not known, as the file of prices takes it', async () => {
    const movements = [
      buy('1', T, '1', '100'),
      moved('deposit', 'crypto 2', T + DAY_MS, '1 BTC'),
      moved('deposit', 'crypto 3', T + DAY_MS + 1, '1 BTC'),
      moved('adjustment', 'by hand x', T + 1, '2 ETH'),
      moved('conversion', '9', T + 2, '-1 ADA', '2 SOL'),
    ];
    const error = gains(movements, {}, { EUR: '1', XRP: '10' });
    await expect(error).rejects.toMatchObject({ code: 'check-failed' });
    const lines = await error.catch((caught: unknown) => (caught as Error).message.split('\n').slice(1));
    expect(lines).toEqual([
      '  "opening XRP": PRICE   # in EUR, 10 XRP of 2026-10-01T00:00:00.000Z',
      '  "deposit crypto 3": PRICE   # in EUR, 1 BTC of 2026-10-02T00:00:00.001Z',
      '  "adjustment by hand x": PRICE   # in EUR, 2 ETH of 2026-10-01T00:00:00.001Z',
      '  "conversion 9": PRICE   # in EUR, of one ADA, 2026-10-01T00:00:00.002Z',
    ]);
    const prices = new Map(['opening XRP', 'deposit crypto 3', 'adjustment by hand x', 'conversion 9'].map((key) => [key, dec('1')]));
    expect(await gains(movements, { prices }, { EUR: '1', XRP: '10' })).toEqual({});
  });

  it('names only what needs a price of its own, and all of it: a price holds for a day', async () => {
    const out = (id: number, at: number) => moved('withdrawal', `crypto ${id}`, at, '-0.1 BTC', '-0.001 BTC fee');
    const days = Array.from({ length: 30 }, (_, day) => [
      out(2 * day, T + day * 2 * DAY_MS + 1),
      out(2 * day + 1, T + day * 2 * DAY_MS + 2),
    ]);
    const lines = await gains(days.flat(), {}, { BTC: '10' }).catch((caught: unknown) => (caught as Error).message.split('\n').slice(1));
    const keys = (lines as string[]).map((line) => /"(.+)"/.exec(line)![1]!);
    expect(keys).toHaveLength(30);
    expect(keys.slice(0, 2)).toEqual(['opening BTC', 'withdrawal crypto 2']);
    const prices = new Map(keys.map((key) => [key, dec('1')]));
    expect(await gains(days.flat(), { prices }, { BTC: '10' })).toEqual({});
  });

  it('takes the price that is named for a swap for that of what is given, and not for its fee in another currency', async () => {
    const swap = moved('conversion', '9', T + 2, '-1 BTC', '10 ETH', '-1 ETH fee');
    const sold = moved('conversion', '10', T + 3, '-9 ETH', '90 EUR');
    const prices = new Map([['conversion 9', dec('100')]]);
    // 10 ETH are worth 100, so the fee is worth the 10 that it has cost.
    expect(await gains([swap, sold], { prices: new Map([...prices, ['opening BTC', dec('100')]]) }, { EUR: '1', BTC: '1' })).toEqual({});

    const other = moved('conversion', '9', T + 2, '-1 BTC', '10 ETH', '-1 BNB fee');
    const opening = { EUR: '1', BTC: '1', BNB: '2' };
    const known = [...prices, ['opening BTC', dec('100')], ['opening BNB', dec('7')]] as const;
    const late = { ...other, at: T + 2 * DAY_MS };
    const error = gains([late], { prices: new Map(known) }, opening);
    await expect(error).rejects.toThrow('"conversion 9 fee": PRICE   # in EUR, -1 BNB of');
    const named = new Map([...known, ['conversion 9 fee', dec('8')] as const]);
    expect(await gains([late], { prices: named }, opening)).toEqual({ 'conversion 9': '1' });
  });

  it('refuses books from which more was withdrawn than they have', async () => {
    await expect(gains([buy('1', T, '1', '100'), moved('withdrawal', 'crypto 1', T + 1, '-2 BTC')])).rejects.toMatchObject({
      message: 'more was withdrawn than the books have: 1 BTC by withdrawal crypto 1',
      stands: 'nothing was exported',
    });
  });
});
