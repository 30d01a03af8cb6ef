import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/base/instant.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { openTreasuryStore, type TreasuryStore } from '../../../src/store/treasuryStore.ts';
import { signatureOf } from '../../../src/treasury/approvals/signature.ts';
import { AddressBookEditor } from '../../../src/treasury/book/addressBookEditor.ts';
import { subjectOfEntry } from '../../../src/treasury/book/canonicalEntry.ts';
import { type EntryOrderText, readEntryOrder, signedEntryOrder } from '../../../src/treasury/book/entryOrder.ts';
import { approval, type Signer, signer } from '../approvals/people.ts';
import { AT, BITCOIN, ETHER } from './entries.ts';

const [anna, bert, carl, dora] = [signer('anna'), signer('bert'), signer('carl'), signer('dora')] as const;
const ID = 'A-01M83T4CM000000000000000AA';

const POLICY: Policy = {
  people: Object.fromEntries([anna, bert, carl, dora].map(({ person, key }) => [person, { keys: [key] }])),
  groups: { finance: ['anna', 'bert', 'carl'], owners: ['dora'] },
  book: { approvals: [{ need: 2, of: 'finance' }], coolingMs: DAY_MS, firstPayment: undefined },
  change: { approvals: [{ need: 1, of: 'owners' }], afterMs: 0 },
  rules: [],
};

function order(change: Partial<EntryOrderText> = {}, by: Signer = anna): EntryOrderText {
  const { tag: _tag, ...destination } = BITCOIN;
  const text = { id: ID, name: 'cold-1', destination, labels: ['vault'], requestedBy: by.person, alsoElsewhere: false, ...change };
  return { ...text, signed: { key: by.key, signature: signatureOf(signedEntryOrder(text), by.privateKey) } };
}

describe('AddressBookEditor', () => {
  let clock: VirtualClock;
  let store: TreasuryStore;
  let policy: Policy | undefined;
  const policyAt = async () => POLICY;
  let book: AddressBookEditor;
  beforeEach(async () => {
    clock = new VirtualClock(AT);
    store = await openTreasuryStore({ path: ':memory:', clock });
    policy = POLICY;
    book = new AddressBookEditor({ store, clock, policy: async () => policy, policyAt });
  });
  afterEach(() => store.close());
  const ask = async (change: Partial<EntryOrderText> = {}, by: Signer = anna) =>
    (await book.request(readEntryOrder(order(change, by)))).entry;
  const sign = async (by: Signer, id = ID) => book.approve(id, approval(subjectOfEntry(await book.entry(id)), by, 0));
  const what = async () => (await store.auditRows(0, 100)).map((row) => row.what);

  it('an entry is requested, approved by two others, cools for a day from the last approval, and is allowed', async () => {
    expect(await ask()).toMatchObject({ id: ID, requestedBy: 'anna', requestedAt: AT, approvals: [], allowedFrom: undefined });
    await clock.advance(1000, () => setImmediate());
    expect((await sign(bert)).allowedFrom).toBeUndefined();
    await clock.advance(1000, () => setImmediate());
    expect((await sign(carl)).allowedFrom).toBe(AT + 2000 + DAY_MS);
    expect(await what()).toEqual(['entry.requested', 'entry.approval', 'entry.approval']);
  });

  it('one person alone: where nobody approves entries, one cools from its asking on, and any person of the policy removes it', async () => {
    policy = { ...POLICY, book: { ...POLICY.book, approvals: [] } };
    expect(await ask()).toMatchObject({ approvals: [], allowedFrom: AT + DAY_MS });
    expect((await store.auditRows(0, 100))[0]).toMatchObject({
      what: 'entry.requested',
      evidence: expect.stringContaining(`needs no approval, allowed from ${new Date(AT + DAY_MS).toISOString()}`) as string,
    });
    await expect(sign(bert)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('it is cooling') as string });
    await expect(book.remove(ID, 'zoe', 'x')).rejects.toMatchObject({ message: 'the policy knows nobody named zoe' });
    expect(await book.remove(ID, 'dora', 'nobody knows it')).toMatchObject({ removedAt: AT });
  });

  it('is told of --also-elsewhere only where the address is in the book on another network', async () => {
    await ask();
    await expect(ask({ id: 'A-01M83T4CM000000000000000AB' })).rejects.toMatchObject({
      message: expect.stringContaining('another entry is named cold-1') as string,
      suggestion: 'correct what is named, and ask again',
    });
  });

  it('cools for as long when the clock was put back before it was asked for, or before its last approval', async () => {
    await ask();
    await sign(bert);
    const back = new AddressBookEditor({ store, clock: new VirtualClock(AT - 10 * DAY_MS), policy: async () => policy, policyAt });
    const { allowedFrom } = await back.approve(ID, approval(subjectOfEntry(await book.entry(ID)), carl, 0));
    expect(allowedFrom).toBe(AT + DAY_MS);
    policy = { ...POLICY, book: { ...POLICY.book, approvals: [] } };
    const { tag: _tag, ...destination } = ETHER;
    await book.remove(ID, 'dora', 'nobody knows it');
    const { entry } = await back.request(readEntryOrder(order({ id: 'A-01M7A256M000000000000000AB', name: 'other', destination })));
    expect(entry.allowedFrom).toBe(AT + DAY_MS);
    // The newest row of the audit log is dated back by now.
    const third = { ...destination, address: BITCOIN.address, currency: BITCOIN.currency, network: BITCOIN.network };
    const next = await back.request(readEntryOrder(order({ id: 'A-01M7A256M000000000000000AC', name: 'third', destination: third })));
    expect(next.entry.allowedFrom).toBe(AT + DAY_MS);
  });

  it('says how an entry goes on that waits for approval when nobody approves entries any more', async () => {
    await ask();
    policy = { ...POLICY, book: { ...POLICY.book, approvals: [] } };
    await expect(sign(bert)).rejects.toMatchObject({
      code: 'refused',
      message: 'cold-1 was asked for when people approved entries, and by the policy in force nobody does',
      suggestion: expect.stringContaining('remove it and add it anew') as string,
    });
    await book.remove('cold-1', 'anna', 'to add it anew');
    expect(await ask({ id: 'A-01M83T4CM000000000000000AC' })).toMatchObject({ allowedFrom: AT + DAY_MS });
  });

  it('asking twice with one id asks once', async () => {
    await ask();
    expect(await ask({ labels: [] })).toMatchObject({ labels: ['vault'] });
    expect(await what()).toEqual(['entry.requested']);
  });

  it('is not asked for by a copy of its order that is sent later', async () => {
    await clock.advance(15 * 60_000 + 1, () => setImmediate());
    await expect(ask()).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('a signed order counts within') as string,
    });
    expect(await what()).toEqual([]);
  });

  it.each([
    ['who asked', anna, 'anna has asked for the entry cold-1'],
    ['somebody of another group', dora, 'dora is in none of the groups that approve the entry cold-1: finance'],
    ['somebody unknown', signer('zoe'), 'the policy knows nobody named zoe'],
    ['somebody with another key', signer('bert'), 'the key is none of bert'],
  ])('is not approved by %s', async (_name, by, words) => {
    await ask();
    await expect(sign(by)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining(words) as string });
    expect(await what()).toEqual(['entry.requested']);
  });

  it('is not approved twice by one person, nor with the signature of another entry, nor once it is approved', async () => {
    await ask();
    await ask({
      id: 'A-01M83T4CM000000000000000AB',
      name: 'hot',
      destination: { currency: 'ETH', network: 'ETH', address: ETHER.address },
    });
    const other = approval(subjectOfEntry(await book.entry('hot')), bert, 0);
    await expect(book.approve(ID, other)).rejects.toThrow('the signature is not that of bert under the entry cold-1');
    await sign(bert);
    await expect(sign(bert)).rejects.toThrow('bert has approved cold-1 before');
    await sign(carl);
    await expect(sign(carl)).rejects.toThrow('it is cooling');
  });

  it('who has asked does not approve under the name that a later policy gives them', async () => {
    await ask();
    const renamed = { ...anna, person: 'anna.smith' };
    const { anna: _anna, ...others } = POLICY.people;
    policy = {
      ...POLICY,
      people: { ...others, 'anna.smith': { keys: [anna.key] } },
      groups: { ...POLICY.groups, finance: ['anna.smith', 'bert', 'carl'] },
    };
    await expect(sign(renamed)).rejects.toThrow('anna has asked for the entry cold-1, and who asks does not approve');
    expect((await sign(bert)).allowedFrom).toBeUndefined();
    expect((await sign(carl)).allowedFrom).toBe(AT + DAY_MS);
  });

  it('a key that was taken out between two approvals counts no more', async () => {
    await ask();
    await sign(bert);
    policy = { ...POLICY, people: { ...POLICY.people, bert: { keys: [signer('bert').key] } } };
    expect((await sign(carl)).allowedFrom).toBeUndefined();
  });

  it('is removed at once by anybody who may approve, or who asked, and comes back only as a new entry', async () => {
    await ask();
    await sign(bert);
    await sign(carl);
    await expect(book.remove(ID, 'dora', 'x')).rejects.toThrow('dora is in none of the groups that approve entries: finance');
    expect(await book.remove('cold-1', 'carl', 'lost its key')).toMatchObject({ removedAt: AT });
    await expect(book.remove(ID, 'carl', 'x')).rejects.toThrow('was removed before');
    await expect(sign(bert)).rejects.toThrow('it is removed');
    await expect(book.entry('cold-1')).rejects.toMatchObject({ code: 'not-found' });
    expect(await ask({ id: 'A-01M83T4CM000000000000000AC' })).toMatchObject({ allowedFrom: undefined });
    expect((await what()).slice(-2)).toEqual(['entry.removed', 'entry.requested']);
  });

  it('is asked for by whoever has signed the order, with a key of the policy', async () => {
    await expect(ask({ requestedBy: 'bert' }, anna)).rejects.toThrow('is no key of bert in the policy, so nobody knows who asks');
    expect(() => readEntryOrder({ ...order(), name: 'cold-2' })).toThrow(
      expect.objectContaining({
        message: 'the signature of anna is not one of this order',
        suggestion: expect.stringContaining('sign it anew') as string,
      }),
    );
    expect(() => readEntryOrder({ ...order(), more: 1 })).toThrow('more');
    expect(() => readEntryOrder(null)).toThrow('the order');
    expect(await what()).toEqual([]);
  });

  it('is not asked for when nobody is left to approve it, or when no policy is in force', async () => {
    policy = { ...POLICY, book: { ...POLICY.book, approvals: [{ need: 3, of: 'finance' }] } };
    await expect(ask()).rejects.toThrow('nobody could approve cold-1: who asks does not, and 1 more of finance would be needed');
    policy = undefined;
    await expect(ask()).rejects.toThrow('no policy is in force');
  });

  it('says all that is wrong at once, and what whoever approves it should know', async () => {
    await expect(ask({ name: ' ', labels: ['a', 'a'] })).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('; a label is there twice') as string,
    });
    await ask({ destination: { currency: 'ETH', network: 'ETH', address: ETHER.address } });
    const onBnb = {
      id: 'A-01M83T4CM000000000000000AB',
      name: 'bnb',
      destination: { currency: 'BNB', network: 'BNB', address: ETHER.address },
    };
    await expect(ask(onBnb)).rejects.toThrow('cold-1 has this address on network ETH');
    const { warnings } = await book.request(readEntryOrder(order({ ...onBnb, alsoElsewhere: true })));
    expect(warnings).toEqual(['cold-1 has this address on network ETH, and this entry is for BNB']);
  });
});
