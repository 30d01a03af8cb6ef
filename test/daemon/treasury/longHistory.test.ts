import { afterEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/base/instant.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { publishPolicy } from '../../../src/daemon/treasury/publishPolicy.ts';
import type { RowProgress } from '../../../src/model/move.ts';
import { openTreasuryStore, type TreasuryStore } from '../../../src/store/treasuryStore.ts';
import { publicKeyOf } from '../../../src/treasury/approvals/signature.ts';
import { keyOf } from './treasuryBench.ts';
import { btcRow, usdtRow } from '../../treasury/moves/moveBench.ts';
import { BTC_ADDRESS } from '../../treasury/transferBench.ts';
import { twoPolicies, writeHistory } from './longHistory.ts';

const NOW = Date.UTC(2026, 10, 23);
const BLANK = { fee: undefined, receives: undefined, receivesCurrency: 'BTC', problem: undefined };
const FIRST = 'book: { approve: nobody, cooling: 0s, firstPayment: [0.05 BTC, 1 USDT] }';
const PLAIN = 'book: { approve: nobody, cooling: 0s }';
const policyOf = (book: string, rules: readonly string[]): string =>
  [
    `people: { anna: { keys: ['${publicKeyOf(keyOf('anna'))}'] }, ben: {}, carl: {} }`,
    'groups: { owners: [anna] }',
    book,
    'change: { approve: [{ need: 1, of: owners }] }',
    'rules:',
    ...rules.map((rule) => `  - ${rule}`),
    '  - { name: rest, then: allow }',
  ].join('\n');

let store: TreasuryStore;
afterEach(() => store.close());

it.each([
  [
    'windows of an hour and a day',
    PLAIN,
    [
      '{ name: hour, if: { window: [{ last: 1h, above: 0.02 BTC, per: currency }] }, then: deny }',
      '{ name: day, if: { window: [{ last: 24h, above: 0.1 BTC, per: initiator }] }, then: deny }',
    ],
  ],
  [
    'a window of a week and one of a lifetime',
    PLAIN,
    [
      '{ name: week, if: { window: [{ last: 7d, above: 0.5 BTC, per: destination }] }, then: deny }',
      '{ name: ever, if: { window: [{ last: lifetime, above: 1.8 BTC, per: everything }] }, then: deny }',
    ],
  ],
  [
    'a lifetime of each person and destination',
    FIRST,
    [
      '{ name: person, if: { currency: BTC, window: [{ last: lifetime, above: 0.4 BTC, per: initiator }] }, then: deny }',
      '{ name: place, if: { currency: USDT, window: [{ last: lifetime, above: 9000 USDT, per: destination }] }, then: deny }',
    ],
  ],
  ['no window, and a small first payment', FIRST, []],
])(
  'decides as if it read all that ever left, while payments end, clocks go back and it asks for itself: %s',
  { tags: 'long' },
  async (_what, book, rules) => {
    const clock = new VirtualClock(NOW);
    store = await openTreasuryStore({ path: ':memory:', clock });
    await publishPolicy(store, clock, { text: policyOf(book, rules), who: 'anna', approvals: [] });
    const entry = {
      labels: [],
      beneficiary: undefined,
      requestedBy: 'anna',
      approvals: [],
      removedAt: undefined,
      requestedAt: 0,
      allowedFrom: 0,
    };
    const destination = { currency: 'BTC', network: 'BTC', address: BTC_ADDRESS, tag: undefined };
    await store.book.add(
      { ...entry, id: 'A-1', name: 'cold', destination },
      { who: 'anna', what: 'a', subject: '', before: '', after: '', evidence: '' },
    );
    await writeHistory(store, NOW, 400, 20, String(rules.length));
    const { policy, whole } = twoPolicies(store, clock);
    const random = seededRandom('requests');
    const verdicts = new Set<string>();
    for (let asked = 0; asked < 120; asked++) {
      const at = NOW + random.int(3 * DAY_MS) - DAY_MS;
      const rows = [
        random.int(2) === 0 ? btcRow(`N-${asked}`, `0.0${1 + random.int(60)}`) : usdtRow(`N-${asked}`, `${10 + random.int(500)}`),
      ];
      const move = { id: 'N', kind: 'withdrawal', initiator: ['anna', 'ben', 'carl'][random.int(3)]!, rows } as const;
      const quotes = rows.map(({ amount }) => ({ ...BLANK, leaves: amount }));
      const except = random.int(3) === 0 ? `W-${random.int(400)}` : undefined;
      const decided = await policy.decide(move, quotes, at, except);
      expect(decided).toEqual(await whole.decide(move, quotes, at, except));
      verdicts.add(decided.rule);
      await endSomething(random.int(400), at - random.int(10) * HOUR_MS);
    }
    expect(verdicts.size).toBeGreaterThan(1);
  },
);

/** A payment that was on its way comes to its end. */
async function endSomething(which: number, at: number): Promise<void> {
  const move = (await store.moves.get(`W-${which}`))!;
  const place = move.progress.findIndex(({ state }) => state === 'sent' || state === 'unknown');
  const row = move.progress[place];
  if (row === undefined) return;
  const ended: RowProgress = { ...row, state: which % 3 === 0 ? 'declined' : 'completed' };
  await store.moves.change(move.id, [move.state], { progress: new Map([[place, ended]]) }, at, undefined);
}
