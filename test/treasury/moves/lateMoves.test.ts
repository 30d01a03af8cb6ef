import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LateMoves } from '../../../src/treasury/moves/lateMoves.ts';
import { btcRow, moveBench, type MoveBench } from './moveBench.ts';

/** What is taken for not done is looked for this often. */
const LOOK_BACK_MS = 610_000;
const REFUSED = '{"code":"insufficient-balance","message":"no"}';

let folder: string;
let bench: MoveBench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-moves-'));
  bench = await moveBench({ database: join(folder, 'account.sqlite'), treasury: join(folder, 'treasury.sqlite') });
  bench.transfers.transfers('exchange');
});
afterEach(async () => {
  await bench.end();
  rmSync(folder, { recursive: true });
});

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);

/** A withdrawal that the venue refuses; with `isMade` it makes it all the same. */
async function refused(id: string, isMade: boolean): Promise<void> {
  bench.transfers.fault = ({ operation }) =>
    operation === 'withdrawals.create' ? { kind: 'status', status: 400, body: REFUSED, apply: isMade } : undefined;
  const rows = [btcRow(`${id}-1`, '0.005')];
  await run(bench.moves.ask({ id, kind: 'withdrawal', initiator: 'anna', signedWith: undefined, repeats: true, rows }));
  expect(await bench.settle(id)).toMatchObject({ state: 'declined', evidence: expect.stringContaining('the venue refused') as string });
  bench.transfers.fault = undefined;
}
/** A minute of the treasury. */
const round = async (): Promise<void> => {
  await bench.transfers.pass(60_000);
  await run(bench.moves.round());
};
const stateOf = async (id: string) => (await bench.store.moves.get(id))!.state;
const sent = (): number => bench.transfers.requests('withdrawals.create');

describe(LateMoves, () => {
  it('are followed when they are at the venue after all, and count for the limits from then on', { tags: 'long' }, async () => {
    await refused('W-1', true);
    const left = async (): Promise<number> => (await bench.store.moves.outflows(0, bench.transfers.clock.now(), undefined)).length;
    expect(await left()).toBe(0);
    await bench.transfers.rounds(LOOK_BACK_MS);
    expect(await bench.transfers.journalled()).toMatchObject([{ state: 'adopted' }]);
    await round();
    expect(await stateOf('W-1')).not.toBe('declined');
    expect(await left()).toBe(1);
    expect(bench.told.join('\n')).toMatch(/W-1 .*\(it was declined, and is at the venue after all/);
    expect(await bench.settle('W-1')).toMatchObject({ state: 'completed' });
    expect((await bench.store.auditRows(0, 100)).map(({ what }) => what)).toContain('move.found-late');
    expect(sent()).toBe(1);
  });

  it('stay declined while nothing comes of them, and nothing is sent again', { tags: 'long' }, async () => {
    await refused('W-1', false);
    await bench.transfers.rounds(LOOK_BACK_MS);
    await round();
    await bench.restart();
    await round();
    expect(await stateOf('W-1')).toBe('declined');
    expect(sent()).toBe(1);
  });

  it('are looked at by the next life too, and by a look at the one move', { tags: 'long' }, async () => {
    await refused('W-1', true);
    await bench.transfers.rounds(LOOK_BACK_MS);
    await bench.restart();
    expect(await run(bench.moves.advance('W-1'))).toMatchObject({ evidence: expect.stringContaining('after all') as string });
  });

  it('stay as they are where the venue can not be asked, and come when it can', { tags: 'long' }, async () => {
    await refused('W-1', true);
    await bench.transfers.rounds(LOOK_BACK_MS);
    bench.transfers.fault = () => ({ kind: 'drop-before' });
    await round();
    expect(await stateOf('W-1')).toBe('declined');
    bench.transfers.fault = undefined;
    await round();
    expect(await stateOf('W-1')).not.toBe('declined');
  });
});
