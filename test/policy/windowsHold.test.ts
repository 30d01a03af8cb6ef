import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dec, type Decimal, ZERO } from '../../src/base/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../src/base/instant.ts';
import { seededRandom } from '../../src/base/random.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { MoveRecord } from '../../src/model/move.ts';
import { decide } from '../../src/policy/decide.ts';
import type { Outflow } from '../../src/policy/policyRequest.ts';
import { openTreasuryStore, type TreasuryStore } from '../../src/store/treasuryStore.ts';
import { aMove, aRow } from '../treasury/approvals/moves.ts';
import { ADA, allowing, ENTRY, factsOf, NOW, requestOf } from './room.ts';
import { pick } from './randomPolicy.ts';

const LIMIT = dec('1000');

const DECIDED = { state: 'sent', rule: 'only', needs: [], evidence: undefined, account: undefined, signedWith: undefined } as const;

function moveOf(n: number, amount: Decimal, at: number): MoveRecord {
  const row = aRow({ reference: `W-${n}-0`, currency: 'EUR', amount, destination: ADA, to: 'ada' });
  const move = aMove({ id: `W-${n}`, rows: [row], createdAt: at, expiresAt: undefined });
  const progress = [{ state: 'sent', venueId: undefined, fee: undefined, sentAt: at, evidence: undefined }] as const;
  return { ...move, ...DECIDED, changedAt: at, progress };
}

/** What has left, as the rows of the store say. */
async function outflowsOf(store: TreasuryStore): Promise<Outflow[]> {
  const moves = await store.moves.since(0, 10_000);
  return moves.flatMap(({ kind, initiator, rows, progress }) =>
    rows.map(({ currency, amount, destination, to }, i) => ({
      kind,
      initiator,
      currency,
      amount,
      destination,
      entry: to,
      at: progress[i]!.sentAt!,
    })),
  );
}

it('a window holds over restarts of the store, and while the clock is put back again and again', { tags: 'long' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'windows-'));
  const random = seededRandom('windows hold');
  const policy = allowing('{ window: [{ last: 24h, atMost: 1000 EUR }] }');
  const open = (): Promise<TreasuryStore> => openTreasuryStore({ path: join(folder, 'treasury.sqlite'), clock: new VirtualClock(NOW) });
  /** By a clock that nobody moves. */
  const left: { readonly amount: Decimal; readonly trueAt: number }[] = [];
  let store = await open();
  try {
    let trueAt = NOW;
    let isBackBy = 0;
    for (let n = 1; n <= 120; n++) {
      trueAt += pick(random, [0, HOUR_MS, 3 * HOUR_MS]);
      if (random.int(12) === 0) isBackBy += pick(random, [HOUR_MS, 5 * HOUR_MS, 2 * DAY_MS]);
      if (random.int(8) === 0) {
        await store.close();
        store = await open();
      }
      const at = trueAt - isBackBy;
      const amount = dec(pick(random, ['100', '250', '400.5', '0.00000001']));
      const request = requestOf({ amount: amount.toFixed(), at, entry: ENTRY });
      if (decide(policy, request, factsOf({ outflows: await outflowsOf(store) })).verdict !== 'allow') continue;
      const record = moveOf(n, amount, at);
      await store.moves.add(record, at, { who: 'anna', what: 'move.sent', subject: record.id, before: '', after: 'sent', evidence: '' });
      left.push({ amount, trueAt });
      const ofTheDay = left.filter((one) => trueAt - one.trueAt < DAY_MS).reduce((sum, one) => sum.plus(one.amount), ZERO);
      expect(ofTheDay.lte(LIMIT), `${ofTheDay.toFixed()} EUR within a day`).toBe(true);
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
  expect(left.length).toBeGreaterThan(20);
});
