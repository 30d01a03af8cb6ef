import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { beginPositions } from '../../src/daemon/beginPositions.ts';
import type { Opening } from '../../src/engine/strategySettings.ts';
import type { PositionEntry } from '../../src/model/positionEntry.ts';
import type { Balance } from '../../src/model/balance.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { balanceOf, NOON, PAIRS, settingsOf, strategyOf } from '../engine/fixtures.ts';
import { MemoryStore } from '../store/memoryStore.ts';

const EIGHT: Opening = { amount: dec('8'), price: dec('2900') };

/** One account through several lives. */
class Account {
  readonly store = new MemoryStore();
  readonly trouble: string[] = [];
  rows: readonly Balance[] = [balanceOf('ETH', '8')];

  /** Answers the engine of a life that has begun with these openings. */
  async begin(openings: Readonly<Record<string, Opening | undefined>>): Promise<EngineBench> {
    const strategies = Object.entries(openings).map(([name, opening]) => ({ ...strategyOf({}, name, 'ETH/EUR'), opening }));
    const engine = settingsOf(strategies);
    const bench = new EngineBench(engine, { restored: { entries: await this.store.fillLog.entriesSince(0) } });
    const trader = {
      pairs: PAIRS,
      snapshot: () => bench.engine.snapshot(),
      enter: async (entry: PositionEntry) => {
        const isNew = await this.store.fillLog.recordEntry(entry);
        if (isNew) bench.send({ type: 'position-entry', entry });
        return isNew;
      },
    };
    const account = { balances: () => Promise.resolve(this.rows) };
    const memory = {
      clock: new VirtualClock(NOON),
      fillLog: this.store.fillLog,
      engine,
      onTrouble: (message: string) => void this.trouble.push(message),
    };
    await beginPositions(trader, account, memory);
    return bench;
  }
}

const heldBy = (bench: EngineBench, name: string): string => bench.strategy(name).position.amount.toFixed();

describe(beginPositions.name, () => {
  it('begins a position once in the life of the journal, over restarts', async () => {
    const account = new Account();
    expect(heldBy(await account.begin({ guard: EIGHT }), 'guard')).toBe('8');
    account.rows = [];
    expect(heldBy(await account.begin({ guard: EIGHT }), 'guard'), 'the wallet is asked once only').toBe('8');
    expect(heldBy(await account.begin({ guard: undefined }), 'guard'), 'without it the position stays').toBe('8');
    expect(account.trouble).toEqual([]);
  });

  it('tells it to the next life when the process dies between the disk and the engine', async () => {
    const account = new Account();
    await account.store.fillLog.recordEntry({
      id: 'o',
      cause: 'opening',
      strategy: 'guard',
      symbol: 'ETH/EUR',
      ...EIGHT,
      at: NOON,
      note: undefined,
    });
    expect(heldBy(await account.begin({ guard: EIGHT }), 'guard')).toBe('8');
  });

  it('stays with what it began with when the configuration says something else, and tells that', async () => {
    const account = new Account();
    await account.begin({ guard: EIGHT });
    const bench = await account.begin({ guard: { amount: dec('9'), price: dec('2900') } });
    expect(heldBy(bench, 'guard')).toBe('8');
    expect(account.trouble).toEqual([
      'strategies.guard.opening is now 9 at 2900, and the position in ETH/EUR began with 8 at 2900 on 2026-11-20T12:00:00.000Z; that stays: an opening counts once. Put the old one back, and correct the position with `sluice position adjust`',
    ]);
  });

  it.each([
    ['12', 'strategies.guard.opening.amount is 12 ETH, and the wallet has 8: expected 8 at most'],
    ['7.00005', 'strategies.guard.opening.amount is 7.00005: expected a whole number of steps of 0.0001 ETH'],
  ])('refuses %s, by field, value and what is expected', async (amount, message) => {
    const account = new Account();
    await expect(account.begin({ guard: { ...EIGHT, amount: dec(amount) } })).rejects.toMatchObject({ code: 'configuration', message });
    expect(await account.store.fillLog.openings()).toEqual([]);
  });

  it('gives no two strategies the same coins', async () => {
    const account = new Account();
    await expect(account.begin({ guard: EIGHT, other: { ...EIGHT, amount: dec('0.5') } })).rejects.toThrow(
      'strategies.other.opening.amount is 0.5 ETH, and the wallet has 8, of which positions of strategies hold 8: expected 0 at most',
    );
    expect(heldBy(await account.begin({ guard: EIGHT }), 'guard'), 'the first has begun').toBe('8');
  });
});
