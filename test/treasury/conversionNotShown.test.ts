import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { Transfers } from '../../src/treasury/transfers.ts';
import { faultOf, type TransferBench, transferBench } from './transferBench.ts';

const MADE: CallFault = { kind: 'drop-after' };
const NOT_MADE: CallFault = { kind: 'drop-before' };
const EMPTY: CallFault = { kind: 'garble', body: '{"items":[],"count":0}' };

let folder: string;
let bench: TransferBench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-not-shown-'));
  bench = await transferBench({ database: join(folder, 'account.sqlite') });
});
afterEach(async () => {
  await bench.end();
  rmSync(folder, { recursive: true });
});

/** What a person has asked a quote for, as it is executed. */
async function quote(fromCurrency: string, toCurrency: string, fromAmount: string): Promise<Readonly<Record<string, string>>> {
  const { id, amountFrom, amountTo } = (await bench.foreign('quotes.request', { fromCurrency, toCurrency, fromAmount })) as {
    readonly [name: string]: { toString(): string };
  };
  return { id: String(id), fromCurrency, toCurrency, fromAmount: String(amountFrom), toAmount: String(amountTo) };
}

/** Executes a quote whose answer is lost. Besides, `also` says what of the venue fails meanwhile. */
async function lose(how: CallFault, also?: string): Promise<void> {
  const texts = await quote('EUR', 'BTC', '1000');
  bench.fault = ({ operation }) => {
    if (operation === also) return { kind: 'status', status: 503, apply: false };
    return operation === 'conversions.execute' ? how : undefined;
  };
  expect(await faultOf(bench.send('exchange.conversions.execute', texts))).toMatchObject({ outcome: 'unknown' });
}

/** The history shows nothing from now on. */
function hide(): void {
  bench.fault = ({ operation }) => (operation === 'conversions.list' ? EMPTY : undefined);
}

const state = async (): Promise<string> => (await bench.journalled())[0]!.state;

describe(Transfers.name, () => {
  it('does not take a conversion that was made for never made since the history is empty for some minutes', async () => {
    const before = bench.balance('BTC');
    await lose(MADE);
    expect(bench.balance('BTC').gt(before), 'it was made').toBe(true);
    hide();
    await bench.rounds(1_000_000);
    expect(await state()).toBe('quarantined');
    expect(bench.told).toEqual([
      expect.stringContaining('waits for the history to show it or a later one, balances as they were before it'),
    ]);
    bench.fault = undefined;
    await bench.rounds(320_000);
    expect(await state(), 'it goes on when the history shows it').toBe('adopted');
  });

  it('takes one for never made where the history of a quiet account is empty, and the balances are as they were, in a later life too', async () => {
    await lose(NOT_MADE);
    bench.fault = undefined;
    await bench.restart();
    await bench.rounds(400_000);
    expect(await state()).toBe('not-sent');
    expect(bench.told.at(-1)).toContain('and the balances leave no room for it');
  });

  it('waits for a later one where nobody knows what the balances were before it', async () => {
    await lose(NOT_MADE, 'balances.list');
    bench.fault = undefined;
    await bench.rounds(400_000);
    expect(await state()).toBe('unknown');
    await bench.foreign('conversions.execute', await quote('EUR', 'USDT', '100'));
    await bench.rounds(20_000);
    expect(await state()).toBe('not-sent');
    expect(bench.told.at(-1)).toContain('which shows a later one');
  });

  it('executes a quote in time while the balances are not answered', async () => {
    const texts = await quote('EUR', 'BTC', '1000');
    const began = bench.clock.now();
    bench.fault = ({ operation }) => (operation === 'balances.list' ? { kind: 'delay', ms: 60_000 } : undefined);
    await bench.send('exchange.conversions.execute', texts);
    expect(bench.clock.now() - began).toBeLessThan(2000);
    expect(await state()).toBe('acknowledged');
  });

  it('says nothing while the balances can not be read', async () => {
    await lose(NOT_MADE);
    bench.fault = ({ operation }) => (operation === 'balances.list' ? { kind: 'status', status: 503, apply: false } : undefined);
    await bench.rounds(400_000);
    expect(await state()).toBe('unknown');
    bench.fault = undefined;
    await bench.rounds(20_000);
    expect(await state()).toBe('not-sent');
  });
});
