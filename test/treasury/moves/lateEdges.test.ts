import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Moves, type MoveOrder } from '../../../src/treasury/moves/moves.ts';
import { btcRow, conversionRow, moveBench, type MoveBench, payoutRow } from './moveBench.ts';

let folder: string;
let bench: MoveBench;
const begin = async (database?: string): Promise<void> => {
  bench = await moveBench({ ...(database && { database }), treasury: join(folder, 'treasury.sqlite') });
  bench.transfers.transfers('exchange');
  bench.transfers.transfers('processing');
};
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sluice-edges-'))));
afterEach(async () => {
  await bench.end();
  rmSync(folder, { recursive: true });
});

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);
const shared = { initiator: 'anna', signedWith: undefined, repeats: true };
const MONEY: readonly (readonly [request: string, order: MoveOrder])[] = [
  ['withdrawals.create', { ...shared, id: 'W', kind: 'withdrawal', rows: [btcRow('W-0', '0.005')] }],
  ['payouts.create', { ...shared, id: 'P', kind: 'payout', rows: [payoutRow('P-0', '100')] }],
  ['withdrawalBatches.confirm', { ...shared, id: 'B', kind: 'batch', rows: [btcRow('B-0', '0.005')] }],
  ['conversions.execute', { ...shared, id: 'C', kind: 'conversion', rows: [conversionRow('C-0', 'BTC', '0.1', 'EUR', 'from', '1')] }],
];

describe(Moves, () => {
  // The treasury has not noted that it was sent, and the journal that knew it was rebuilt: `sluice recover` holds all that is open.
  it.each(MONEY)(
    'never sends again what was sent right before a kill that has cost the end of the journal too: %s',
    { tags: 'long' },
    async (request, order) => {
      await begin();
      await run(bench.moves.ask(order));
      bench.moves.advance(order.id).catch(() => undefined);
      for (let ms = 0; ms < 2000 && bench.transfers.requests(request) === 0; ms++) await bench.transfers.pass(1);
      expect(bench.transfers.requests(request)).toBe(1);
      // The journal of this bench is in memory: it begins anew.
      await bench.restart();
      expect((await bench.store.moves.get(order.id))!.progress).toMatchObject([{ state: 'waiting' }]);
      await run(bench.store.holdOpen([order.kind], bench.transfers.clock.now(), 'the journal was rebuilt'));
      const move = await bench.settle(order.id, 40);
      expect(bench.transfers.requests(request)).toBe(1);
      expect(move).toMatchObject({
        state: 'declined',
        evidence: expect.stringContaining('look for its references at the venue') as string,
      });
      const again = bench.moves.ask({
        ...order,
        id: 'again',
        repeats: false,
        rows: order.rows.map((row) => ({ ...row, reference: 'again-0' })),
      });
      if (order.kind !== 'conversion') await expect(run(again)).rejects.toMatchObject({ code: 'confirmation-needed' });
      else await run(again);
    },
  );

  it(
    'tells of a conversion that shows after a person said that there is none, makes no second one, and goes on',
    { tags: 'long' },
    async () => {
      await begin(join(folder, 'account.sqlite'));
      const [, order] = MONEY[3]!;
      bench.transfers.fault = ({ operation }) => {
        if (operation === 'conversions.execute') return { kind: 'drop-after', applyAfterMs: 4000 };
        return operation === 'conversions.list' ? { kind: 'garble', body: '{"items":[],"count":0}' } : undefined;
      };
      await run(bench.moves.ask(order));
      await run(bench.moves.advance('C'));
      await bench.transfers.pass(80_000);
      const [intent] = await bench.transfers.journalled();
      await run(bench.transfers.transfers('exchange').resolve(intent!.id, { type: 'not-placed' }));
      expect(await run(bench.moves.advance('C'))).toMatchObject({
        state: 'declined',
        evidence: expect.stringContaining('a person has decided') as string,
      });
      bench.transfers.fault = undefined;
      // Before anything else is converted between the two, the history is read once more.
      await run(bench.moves.ask({ ...order, id: 'C2', rows: [conversionRow('C2-0', 'BTC', '0.2', 'EUR', 'from', '1')] }));
      const next = await bench.settle('C2', 10);
      expect(bench.transfers.told).toContainEqual(expect.stringContaining('is at the venue after all'));
      expect(next).toMatchObject({ state: 'completed' });
      expect(bench.transfers.requests('conversions.execute')).toBe(2);
      expect(await bench.transfers.store.journal.get(intent!.id)).toMatchObject({ state: 'adopted' });
    },
  );

  it('says of what was given up what kept it back: a payment to the same place of which nobody knows', { tags: 'long' }, async () => {
    await begin(join(folder, 'account.sqlite'));
    bench.transfers.fault = ({ operation }) => (operation === 'withdrawals.create' ? { kind: 'drop-before' } : undefined);
    await run(bench.moves.ask(MONEY[0]![1]));
    await run(bench.moves.advance('W'));
    bench.transfers.fault = undefined;
    await run(bench.moves.ask({ ...shared, id: 'W2', kind: 'withdrawal', rows: [btcRow('W2-0', '0.006')] }));
    const move = await bench.settle('W2', 100);
    expect(move).toMatchObject({
      state: 'declined',
      evidence: expect.stringMatching(/^never sent: it could not be sent for 15 minutes; .*not settled/) as string,
    });
  });
});
