import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Decimal, dec } from '../../../src/base/decimal.ts';
import { moveVenue } from '../../../src/daemon/treasury/moveVenue.ts';
import { policyDesk } from '../../../src/daemon/treasury/policyDesk.ts';
import { policyInForce, signedPolicy } from '../../../src/daemon/treasury/publishPolicy.ts';
import { treasury, type TreasuryCalls } from '../../../src/daemon/treasury/treasury.ts';
import type { AddressEntry } from '../../../src/model/addressEntry.ts';
import type { Approval } from '../../../src/model/approval.ts';
import { hashOf, moveOfCanonical } from '../../../src/treasury/approvals/canonicalMove.ts';
import { publicKeyOf, signatureOf, type SignedThing } from '../../../src/treasury/approvals/signature.ts';
import { subjectOfMove } from '../../../src/treasury/approvals/subject.ts';
import { BookDesk } from '../../../src/treasury/book/bookDesk.ts';
import { signedEntryOrder } from '../../../src/treasury/book/entryOrder.ts';
import { MoveDesk } from '../../../src/treasury/moves/moveDesk.ts';
import { type MoveOrderText, signedOrder } from '../../../src/treasury/moves/moveOrder.ts';
import { BTC_ADDRESS, ETH_ADDRESS, faultOf } from '../../treasury/transferBench.ts';
import { moveBench, type MoveBench } from '../../treasury/moves/moveBench.ts';

const HOUR_MS = 3_600_000;
const keys = new Map<string, KeyObject>();
const keyOf = (person: string): KeyObject => {
  const known = keys.get(person) ?? generateKeyPairSync('ed25519').privateKey;
  keys.set(person, known);
  return known;
};

const POLICY = (extra = ''): string => `
people:
  anna: { keys: ['${publicKeyOf(keyOf('anna'))}'] }
  ben: { keys: ['${publicKeyOf(keyOf('ben'))}'] }
  carl: { keys: ['${publicKeyOf(keyOf('carl'))}'] }
groups:
  owners: [anna, ben]
  others: [carl]
book: { approve: [{ need: 1, of: owners }], cooling: 24h }
change: { approve: [{ need: 1, of: owners }], after: 24h }
rules:
  - name: a day's worth
    if: { kind: withdrawal, currency: BTC, window: [{ last: 24h, above: 0.01 BTC }] }
    then: deny
  - name: small
    if: { kind: withdrawal, currency: BTC, amount: { atMost: 0.006 BTC } }
    then: allow
  - name: all else
    then: { approve: [{ need: 1, of: owners }], expires: 24h }
${extra}`;

let bench: MoveBench;
let calls: TreasuryCalls;
beforeEach(async () => {
  bench = await moveBench();
  const { clock } = bench.transfers;
  const venue = moveVenue({
    callsOf: (name) => bench.transfers.calls(name as 'exchange'),
    transfersOf: (name) => Promise.resolve(bench.transfers.transfers(name as 'exchange')),
    journalOf: () => Promise.resolve(bench.transfers.store.journal),
    firstPage: 0,
  });
  const available = (): Promise<ReadonlyMap<string, Decimal>> =>
    Promise.resolve(
      new Map([
        ['BTC', dec(5)],
        ['USDT', dec(10_000)],
      ]),
    );
  const { store } = bench;
  const policy = policyDesk({ store, clock, available });
  const desk = new MoveDesk({ ...bench.deskOptions, store, policy, available });
  const book = new BookDesk({ store, clock, policy: () => policyInForce(store, clock) });
  calls = treasury({ store, desk, book, venue, clock, host: 'venue.test' });
  for (const [id, name, currency, network, address] of [
    ['A-1', 'cold-1', 'BTC', 'BTC', BTC_ADDRESS],
    ['A-2', 'supplier', 'USDT', 'ETH', ETH_ADDRESS],
  ] as const) {
    const entry: AddressEntry = {
      id,
      name,
      destination: { currency, network, address, tag: undefined },
      labels: [],
      beneficiary: undefined,
      requestedBy: 'anna',
      requestedAt: clock.now(),
      approvals: [],
      allowedFrom: clock.now(),
      removedAt: undefined,
    };
    await store.book.add(entry, { who: 'anna', what: 'address.requested', subject: id, before: '', after: name, evidence: '' });
  }
});
afterEach(() => bench.end());

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);
let made = 0;
const order = (amount: string, more: Partial<MoveOrderText> = {}): MoveOrderText => ({
  id: `W-01K9QJ5V00000000000000${String(1000 + made++)}`,
  kind: 'withdrawal',
  initiator: 'anna',
  payments: [{ currency: 'BTC', amount, to: 'cold-1' }],
  ...more,
});
const usdt = { payments: [{ currency: 'USDT', amount: '50', to: 'supplier' }] };
const signature = (person: string, thing: SignedThing): Approval => {
  const key = keyOf(person);
  return { person, key: publicKeyOf(key), signature: signatureOf(thing, key), at: bench.transfers.clock.now() };
};
const signed = (text: MoveOrderText, person = 'anna'): MoveOrderText => {
  const { key, signature: by } = signature(person, signedOrder(text));
  return { ...text, signed: { key, signature: by } };
};
const approvalOf = async (id: string, person: string): Promise<Approval> => {
  const { canonical } = await calls.content(id);
  return signature(person, subjectOfMove(moveOfCanonical(canonical)));
};

describe(treasury, () => {
  it('moves nothing while no policy is in force, and says how one is made', async () => {
    const asked = await run(calls.ask(order('0.005')));
    expect(asked).toMatchObject({
      state: 'refused',
      policyVersion: 0,
      evidence: expect.stringContaining('treasury policy publish') as string,
    });
    expect(await calls.policy()).toBeNull();
  });

  it('lets the first policy hold at once, and later ones with signatures and a delay', async () => {
    expect(await calls.publish(POLICY(), 'anna', [])).toMatchObject({ version: 1, next: null });
    const next = POLICY('  - name: never reached\n    then: deny\n');
    expect(await faultOf(calls.publish(next, 'anna', []))).toMatchObject({
      code: 'confirmation-needed',
      message: expect.stringContaining('1 more of owners (anna, ben) has to sign it') as string,
    });
    const byStranger = [signature('carl', signedPolicy(next, 2))];
    expect(await faultOf(calls.publish(next, 'anna', byStranger))).toMatchObject({ code: 'confirmation-needed' });
    const ofAnother = [signature('ben', signedPolicy(`${next} `, 2))];
    expect(await faultOf(calls.publish(next, 'anna', ofAnother))).toMatchObject({ code: 'confirmation-needed' });
    expect(await calls.publish(next, 'anna', [signature('ben', signedPolicy(next, 2))])).toMatchObject({ version: 2 });
    expect(await calls.policy()).toMatchObject({ version: 1, next: { version: 2 } });
    await bench.transfers.pass(24 * HOUR_MS);
    expect(await calls.policy()).toMatchObject({ version: 2, next: null });
    expect(await faultOf(calls.publish('rules: nonsense', 'anna', []))).toMatchObject({ code: 'configuration' });
  });

  it('decides by rule, window and address book', async () => {
    await calls.publish(POLICY(), 'anna', []);
    const first = await run(calls.ask(order('0.005')));
    expect(first).toMatchObject({ state: 'approved', rule: 'small' });
    expect(await bench.settle(first.id, 1)).toBeDefined();
    for (let i = 0; i < 30; i++) await run(calls.advance(first.id));
    expect(await run(calls.ask(order('0.0051')))).toMatchObject({ state: 'refused', rule: "a day's worth" });
    await bench.transfers.pass(25 * HOUR_MS);
    expect(await run(calls.ask(order('0.0051')))).toMatchObject({ state: 'approved' });
    const stranger = { currency: 'BTC', network: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' };
    const elsewhere = order('0.001', { payments: [{ currency: 'BTC', amount: '0.001', destination: stranger }] });
    expect(await run(calls.ask(elsewhere))).toMatchObject({ state: 'refused', rule: 'book' });
  });

  it('says all that is wrong with an order, and writes nothing', async () => {
    await calls.publish(POLICY(), 'anna', []);
    for (const [text, words] of [
      [order('-1'), 'expected an amount above 0'],
      [order('1', { payments: [{ currency: 'BTC', amount: '1', to: 'nobody' }] }), 'the address book has no nobody'],
      [
        order('1', { payments: [{ currency: 'BTC', amount: '1', destination: { currency: 'BTC', network: 'BTC', address: 'x' } }] }),
        'address',
      ],
      [order('1', { id: 'W-1' }), 'id'],
      [{ ...order('1'), more: 1 }, 'more'],
    ] as const) {
      expect(await faultOf(run(calls.ask(text)))).toMatchObject({
        code: 'invalid-request',
        message: expect.stringContaining(words) as string,
      });
    }
    expect(await calls.moves(10)).toEqual([]);
  });

  it('asks who may approve nothing of it to sign', async () => {
    await calls.publish(POLICY(), 'anna', []);
    const asked = order('1', usdt);
    expect(await faultOf(run(calls.ask(asked)))).toMatchObject({
      code: 'confirmation-needed',
      message: expect.stringContaining('anna has to sign') as string,
    });
    // Ben says that he is Anna, so that he may approve it himself.
    expect(await faultOf(run(calls.ask(signed(asked, 'ben'))))).toMatchObject({ code: 'confirmation-needed' });
    const changed = { ...signed(asked), payments: [{ currency: 'USDT', amount: '51', to: 'supplier' }] };
    expect(await faultOf(run(calls.ask(changed)))).toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('signature of anna') as string,
    });
    expect(await run(calls.ask(signed(asked)))).toMatchObject({ state: 'awaiting-approval', needs: ['1 of owners'] });
  });

  it('counts only the signature of another member of the group under the move as it stands', async () => {
    await calls.publish(POLICY(), 'anna', []);
    const { id } = await run(calls.ask(signed(order('1', usdt))));
    const other = await run(calls.ask(signed(order('1', { payments: [{ currency: 'USDT', amount: '60', to: 'supplier' }] }))));
    const good = await approvalOf(id, 'ben');
    for (const [bad, words] of [
      [await approvalOf(id, 'anna'), 'who asks does not approve'],
      [{ ...(await approvalOf(id, 'anna')), person: 'ben' }, 'who asks does not approve'],
      [await approvalOf(id, 'carl'), 'in none of the groups'],
      [{ ...good, person: 'carl' }, 'the key belongs to ben, not to carl'],
      [await approvalOf(other.id, 'ben'), 'is not that of ben'],
      [{ ...good, signature: good.signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) }, 'is not that of ben'],
    ] as const) {
      expect(await faultOf(run(calls.approve(id, bad)))).toMatchObject({
        code: 'refused',
        message: expect.stringContaining(words) as string,
      });
    }
    expect(await run(calls.approve(id, good))).toMatchObject({ state: 'approved', approvals: [{ person: 'ben' }] });
  });

  it('does not believe a store in which somebody has written an approval', async () => {
    await calls.publish(POLICY(), 'anna', []);
    const { id } = await run(calls.ask(signed(order('1', usdt))));
    const forged = { ...(await approvalOf(id, 'carl')), person: 'ben', key: publicKeyOf(keyOf('ben')) };
    await bench.store.moves.approve(id, forged, { who: 'ben', what: 'move.approval', subject: id, before: '', after: '', evidence: '' });
    expect(await run(calls.advance(id))).toMatchObject({ state: 'awaiting-approval' });
  });

  it('takes a destination into the book by one signature of who asks and one of another, and lets it cool', async () => {
    await calls.publish(POLICY(), 'anna', []);
    const asked = {
      id: 'A-01K9QJ5V000000000000000001',
      name: 'exchange-b',
      destination: { currency: 'BTC', network: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
      labels: ['exchanges'],
      requestedBy: 'anna',
      alsoElsewhere: false,
    };
    const { key, signature: by } = signature('anna', signedEntryOrder(asked));
    const { entry } = await calls.askEntry({ ...asked, signed: { key, signature: by } });
    expect(entry).toMatchObject({ name: 'exchange-b', state: 'requested', requestedBy: 'anna', approvedBy: [] });
    const { canonical } = await calls.entryContent('exchange-b');
    const thing = { purpose: 'address entry', hash: hashOf(canonical), policyVersion: 0 } as const;
    expect(await faultOf(calls.approveEntry(entry.id, signature('anna', thing)))).toMatchObject({ code: 'refused' });
    expect(await calls.approveEntry(entry.id, signature('ben', thing))).toMatchObject({ state: 'cooling', approvedBy: ['ben'] });
    const toIt = () => run(calls.ask(order('0.001', { payments: [{ currency: 'BTC', amount: '0.001', to: 'exchange-b' }] })));
    expect(await toIt()).toMatchObject({ state: 'refused', rule: 'book', evidence: expect.stringContaining('cools until') as string });
    await bench.transfers.pass(24 * HOUR_MS);
    expect(await toIt()).toMatchObject({ state: 'approved' });
    expect(await calls.removeEntry('exchange-b', 'ben', 'closed')).toMatchObject({ state: 'removed' });
    expect(await faultOf(toIt())).toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('has no exchange-b') as string,
    });
    expect((await calls.entries(false)).map(({ name }) => name)).toEqual(['cold-1', 'supplier']);
    expect(await calls.entries(true)).toHaveLength(3);
  });

  it('lists what can be tried again of a batch, and estimates fiat amounts', async () => {
    await calls.publish(POLICY(), 'anna', []);
    const { id } = await run(calls.ask(signed(order('1', usdt))));
    await calls.cancel(id, 'anna', 'a mistake');
    expect(await calls.retry(id)).toMatchObject([{ reference: `${id}-1-retry-1`, amount: '50', to: 'supplier' }]);
    expect(Number(await run(calls.estimate('EUR', '100', 'USDT')))).toBeGreaterThan(50);
    expect((await calls.destinations()).map(({ name }) => name)).toEqual(['cold-1', 'supplier']);
    expect(await calls.status()).toMatchObject({ venue: 'venue.test', open: 0, policy: { version: 1 } });
  });
});
