import { expect, it } from 'vitest';
import { DAY_MS } from '../../src/base/instant.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { dec } from '../../src/base/decimal.ts';
import { treasuryView } from '../../src/control/treasuryView.ts';
import type { MoveRecord, RowProgress } from '../../src/model/move.ts';
import { openTreasuryStore, type TreasuryStore } from '../../src/store/treasuryStore.ts';
import { aMove, aRow } from '../treasury/approvals/moves.ts';
import { signer } from '../treasury/approvals/people.ts';
import { anEntry } from '../treasury/book/entries.ts';

const AT = 1_800_000_000_000;
const NOTE = { who: 'anna', what: 'test', subject: '', before: '', after: '', evidence: '' };

/** A treasury that paid 1 BTC a day for ten days until now, to one place of the address book. */
async function paid(windows: string): Promise<TreasuryStore> {
  const store = await openTreasuryStore({ path: ':memory:', clock: new VirtualClock(AT) });
  const text = `people: { anna: { keys: ['${signer('anna').key}'] } }
groups: { owners: [anna] }
change: { approve: [{ need: 1, of: owners }] }
rules: [{ name: limit, if: { window: ${windows} }, then: allow }]
`;
  const shared = { publishedBy: 'anna', publishedAt: 0, approvals: [], holdsFrom: 0 };
  await store.policies.add({ ...shared, version: 1, text, hash: '1' }, NOTE);
  const entry = anEntry();
  await store.book.add(entry, NOTE);
  for (let i = 0; i < 10; i++) {
    const [id, sentAt] = [`W-01J00000000000000000000${100 + i}`, AT - i * DAY_MS];
    const rows = [aRow({ reference: id, amount: dec(1), destination: entry.destination, to: entry.name })];
    const progress: RowProgress[] = [{ state: 'completed', venueId: id, fee: undefined, sentAt, evidence: undefined }];
    const move = {
      ...aMove({ id, rows, createdAt: sentAt, policyVersion: 1, expiresAt: undefined }),
      progress,
      state: 'completed',
      rule: 'limit',
    };
    const rest = { needs: [], evidence: undefined, changedAt: sentAt, account: undefined, signedWith: undefined };
    await store.moves.add({ ...move, ...rest } as MoveRecord, sentAt, NOTE);
  }
  return store;
}

it('looks back no further than the longest window, and adds up what was before where one has no end', async () => {
  const asked: (number | 'past')[] = [];
  const viewOf = async (windows: string) => {
    const store = await paid(windows);
    const moves: TreasuryStore['moves'] = {
      ...store.moves,
      outflows: (since, ...rest) => (asked.push(AT - since), store.moves.outflows(since, ...rest)),
      past: (...args) => (asked.push('past'), store.moves.past(...args)),
    };
    const { limits } = await treasuryView({ ...store, moves }, AT, (currency, amount, into) => (currency === into ? amount : undefined));
    await store.close();
    return limits.map(({ last, per, of, sent }) => [last, per, of, sent.toFixed()]);
  };
  expect(await viewOf('[{ last: 48h, atMost: 9 BTC }, { last: 24h, atMost: 9 BTC }]')).toEqual([
    ['2 days', 'currency', 'BTC', '2'],
    ['24 h', 'currency', 'BTC', '1'],
  ]);
  expect(asked).toEqual([2 * DAY_MS]);
  expect(await viewOf('[{ last: 48h, atMost: 9 BTC }, { last: lifetime, atMost: 99 BTC, per: destination }]')).toEqual([
    ['2 days', 'currency', 'BTC', '2'],
    ['ever', 'destination', anEntry().name, '10'],
  ]);
  expect(asked).toEqual([2 * DAY_MS, 2 * DAY_MS, 'past']);
});
