import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MoveDecision } from '../../../src/treasury/moves/moveDecision.ts';
import { ALLOWED, btcRow, moveBench, type MoveBench, usdtRow } from './moveBench.ts';

let bench: MoveBench;
beforeEach(async () => {
  bench = await moveBench();
  bench.transfers.transfers('exchange');
  bench.keys = ['of anna'];
});
afterEach(() => bench.end());

const APPROVED: MoveDecision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 86_400_000, needs: [{ need: 1, of: 'owners' }] };

/** A batch of two drafts that was approved, of which the first is sent. */
async function halfSent(): Promise<void> {
  const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);
  bench.decision = APPROVED;
  const rows = [btcRow('B-1-0', '0.001'), usdtRow('B-1-1', '20')];
  await run(bench.moves.ask({ id: 'B-1', kind: 'batch', initiator: 'anna', signedWith: 'of anna', repeats: true, rows }));
  await run(bench.moves.approve('B-1', { person: 'ben', key: 'k', signature: 's', at: 0 }));
  for (let i = 0; i < 10 && bench.transfers.requests('withdrawalBatches.confirm') === 0; i++) await run(bench.moves.advance('B-1'));
  expect(await bench.store.moves.get('B-1')).toMatchObject({ state: 'sending', progress: [{ state: 'sent' }, { state: 'waiting' }] });
}

it(
  'what was approved under one version of the policy sends no further draft under another one that asks for approvals',
  { tags: 'long' },
  async () => {
    await halfSent();
    bench.decision = { ...APPROVED, version: 2 };
    const move = await bench.settle('B-1', 120);
    expect(bench.transfers.requests('withdrawalBatches.confirm')).toBe(1);
    expect(move).toMatchObject({ state: 'partly-completed', progress: [{ state: 'completed' }, { state: 'declined' }] });
    expect(move.progress[1]!.evidence).toContain('policy 2 holds by now, and it was let go under policy 1');
  },
);

it('goes on under another version that needs nobody', { tags: 'long' }, async () => {
  await halfSent();
  bench.decision = { ...ALLOWED, version: 2 };
  expect(await bench.settle('B-1', 60)).toMatchObject({ state: 'completed' });
});

it('what could not leave yet is decided anew under another version, as before its first try', { tags: 'long' }, async () => {
  const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);
  bench.decision = APPROVED;
  const rows = [btcRow('B-2-0', '0.001'), usdtRow('B-2-1', '20')];
  await run(bench.moves.ask({ id: 'B-2', kind: 'batch', initiator: 'anna', signedWith: 'of anna', repeats: true, rows }));
  bench.transfers.fault = ({ operation }) =>
    operation === 'withdrawalBatches.validate' ? { kind: 'status', status: 503, apply: false } : undefined;
  await run(bench.moves.approve('B-2', { person: 'ben', key: 'k', signature: 's', at: 0 }));
  for (let i = 0; i < 3; i++) await run(bench.moves.advance('B-2'));
  expect(await bench.store.moves.get('B-2')).toMatchObject({ state: 'sending', progress: [{ state: 'waiting' }, { state: 'waiting' }] });
  bench.decision = { ...APPROVED, version: 2 };
  for (let i = 0; i < 3; i++) await run(bench.moves.advance('B-2'));
  expect(await bench.store.moves.get('B-2')).toMatchObject({ state: 'awaiting-approval', policyVersion: 2 });
  bench.transfers.fault = undefined;
  await run(bench.moves.approve('B-2', { person: 'ben', key: 'k', signature: 's', at: 0 }));
  expect(await bench.settle('B-2', 120)).toMatchObject({ state: 'completed' });
  expect(bench.transfers.requests('withdrawalBatches.confirm')).toBe(2);
});
