import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resumeSavedTrading } from '../../../src/daemon/savedTrading.ts';
import { STRATEGY_STATE } from '../../../src/daemon/restore.ts';
import { STOPS_KEY, writeStops } from '../../../src/engine/savedStops.ts';
import { ALL_TRADING } from '../../../src/model/tradingStop.ts';
import { type OrdersBench, ordersBench } from './ordersBench.ts';

let bench: OrdersBench;
afterEach(() => bench.end());

/** The kill switch is on disk: `sluice kill` has stopped all trading of the account. */
async function kill(): Promise<void> {
  const { transfers } = bench.bench;
  const stop = { scope: ALL_TRADING, state: 'halted', cause: 'operator', orders: 'cancel', reason: 'the operator asked for it' } as const;
  await transfers.store.state.save(STRATEGY_STATE, STOPS_KEY, writeStops([{ ...stop, since: transfers.clock.now(), until: undefined }]));
  await bench.restart();
}

async function resume(): Promise<void> {
  const { transfers } = bench.bench;
  await resumeSavedTrading(transfers.store.state, ALL_TRADING, transfers.clock);
  await bench.restart();
}

/** Conversions by quote, and orders, that the venue has got. */
function sent(): readonly number[] {
  const { transfers } = bench.bench;
  return [transfers.requests('conversions.execute'), transfers.requests('orders.place')];
}

describe('the treasury under the kill switch of its account', () => {
  describe('where the quote is better', () => {
    beforeEach(async () => void (bench = await ordersBench('5%')));

    it('converts nothing, says why, and goes on when trading is resumed', async () => {
      await kill();
      await bench.ask('C-1');
      const held = await bench.follow('C-1', 3);
      expect(sent()).toEqual([0, 0]);
      expect([held.state, held.evidence]).toEqual(['sending', expect.stringContaining('halted: the operator asked for it')]);
      await resume();
      expect(await bench.follow('C-1')).toMatchObject({ state: 'completed' });
      expect(sent()).toEqual([1, 0]);
    });

    it('converts nothing while the kill file is there', async () => {
      writeFileSync(bench.killFile, '');
      await bench.ask('C-1');
      await bench.follow('C-1', 3);
      expect(sent()).toEqual([0, 0]);
      rmSync(bench.killFile);
      expect(await bench.follow('C-1')).toMatchObject({ state: 'completed' });
    });

    it('gives up what it could not send for a quarter of an hour, and never makes up for it', async () => {
      await kill();
      await bench.ask('C-1');
      expect(await bench.follow('C-1', 120)).toMatchObject({ state: 'declined' });
      await resume();
      await bench.follow('C-1', 3);
      expect(sent()).toEqual([0, 0]);
    });
  });

  describe('where the book is better', () => {
    beforeEach(async () => void (bench = await ordersBench('0%')));

    it('places nothing, and does not go by the quote instead', async () => {
      await kill();
      await bench.ask('C-1');
      await bench.follow('C-1', 3);
      expect(sent()).toEqual([0, 0]);
    });

    it('places nothing while the kill file is there', async () => {
      writeFileSync(bench.killFile, '');
      await bench.ask('C-1');
      await bench.follow('C-1', 3);
      expect(sent()).toEqual([0, 0]);
      rmSync(bench.killFile);
      await bench.follow('C-1');
      expect(sent()).toEqual([0, 1]);
    });
  });
});
