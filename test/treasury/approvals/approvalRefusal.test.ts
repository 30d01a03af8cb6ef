import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { Approval } from '../../../src/model/approval.ts';
import { approvalRefusal, type Terms } from '../../../src/treasury/approvals/approvalRefusal.ts';
import type { SignedThing } from '../../../src/treasury/approvals/signature.ts';
import { type Subject, subjectOfMove } from '../../../src/treasury/approvals/subject.ts';
import { aMove, aRow } from './moves.ts';
import { approval, type Signer, signer, termsOf } from './people.ts';

const [anna, bert, carl, dora] = [signer('anna'), signer('bert'), signer('carl'), signer('dora')] as const;
const move = aMove();
const subject = subjectOfMove(move);
const groups = { finance: ['anna', 'bert', 'carl'], owners: ['anna', 'dora'], audit: ['erik'] };
const terms = termsOf([anna, bert, carl, dora], groups, [{ need: 2, of: 'finance' }]);
const now = move.createdAt + 1;

const refusal = (given: Approval, more: { subject?: Subject; terms?: Terms; said?: SignedThing } = {}) =>
  approvalRefusal(given, more.subject ?? subject, more.terms ?? terms, more.said);
const handed = (thing: SignedThing, by: Signer, at = now): Approval => approval(thing, by, at);

describe('approvalRefusal', () => {
  it('has nothing against a signature of somebody of the group, within the time', () => {
    expect(refusal(handed(subject, bert))).toBeUndefined();
    expect(refusal(handed(subject, bert, move.expiresAt! - 1))).toBeUndefined();
    expect(refusal(handed(subject, bert), { said: subject })).toBeUndefined();
  });

  it('the initiator does not approve, under no name and with no key', () => {
    const words = 'anna has asked for move W-01J000000000000000000000AA, and who asks does not approve';
    expect(refusal(handed(subject, anna))).toBe(words);
    const second = signer('anna');
    const twoKeys = { ...terms, people: { ...terms.people, anna: { keys: [anna.key, second.key] } } };
    expect(refusal(handed(subject, second), { terms: twoKeys })).toBe(words);
    expect(refusal(handed(subject, { ...anna, person: 'bert' }))).toBe(words);
    const shared = { ...terms, people: { ...terms.people, bert: { keys: [bert.key, anna.key] } } };
    expect(refusal(handed(subject, { ...anna, person: 'bert' }), { terms: shared })).toBe(words);
    expect(refusal(handed(subject, { ...bert, person: 'anna' }))).toBe(words);
  });

  it('who has asked under a name of before does not approve under that of now', () => {
    const renamed = termsOf([{ ...anna, person: 'ann' }, bert, carl], { finance: ['ann', 'bert', 'carl'] }, terms.needs);
    const words = 'anna has asked for move W-01J000000000000000000000AA, and who asks does not approve';
    expect(refusal(handed(subject, { ...anna, person: 'ann' }), { terms: { ...renamed, askedWith: [anna.key] } })).toBe(words);
    expect(refusal(handed(subject, bert), { terms: { ...renamed, askedWith: [anna.key] } })).toBeUndefined();
  });

  it('a person outside of the groups does not count, nor one whom the policy does not know', () => {
    expect(refusal(handed(subject, dora))).toBe('dora is in none of the groups that approve move W-01J000000000000000000000AA: finance');
    expect(refusal(handed(subject, signer('zoe')))).toBe('the policy knows nobody named zoe');
    expect(refusal(handed(subject, signer('constructor')))).toBe('the policy knows nobody named constructor');
  });

  it('a key that was taken out of the policy does not count, nor that of somebody else, nor one of two people', () => {
    const revoked = { ...terms, people: { ...terms.people, bert: { keys: [signer('bert').key] } } };
    expect(refusal(handed(subject, bert), { terms: revoked })).toBe(
      'the key is none of bert: it was taken out of the policy, or never was in it',
    );
    expect(refusal(handed(subject, { ...carl, person: 'bert' }))).toBe('the key belongs to carl, not to bert');
    const shared = { ...terms, people: { ...terms.people, carl: { keys: [bert.key] } } };
    expect(refusal(handed(subject, bert), { terms: shared })).toBe('the key belongs to bert and carl, so nobody can tell who signed');
  });

  it('a request that has expired is approved no more', () => {
    expect(refusal(handed(subject, bert, move.expiresAt))).toContain('could be approved until 2026-11-24T09:00:00.000Z');
  });

  it('a signature under another version of the policy does not count', () => {
    const other = { ...subject, policyVersion: 2 };
    expect(refusal(handed(other, bert), { said: other })).toContain(
      'it was signed under version 2 of the policy, and version 3 has decided',
    );
    expect(refusal(handed(other, bert))).toContain('the signature is not that of bert');
    expect(refusal(handed(other, bert), { said: subject })).toContain('the signature is not that of bert');
  });

  it.each([
    ['amount', { amount: dec('0.51') }],
    ['address', { destination: { ...aRow().destination!, address: 'bc1q5shngj24323nsrmxv99st02na6srekfctt30ch' } }],
    ['tag', { destination: { ...aRow().destination!, tag: '1' } }],
    ['fee mode', { feeMode: 'gross' }],
    ['note', { note: 'November ' }],
  ] as const)('a changed %s voids what was signed before', (_what, change) => {
    const changed = subjectOfMove(aMove({ rows: [aRow(change)] }));
    expect(refusal(handed(subject, bert), { subject: changed, said: subject })).toMatch(
      /something else was signed: its words are "(\w+ ?){8}", and those of move W-\w+ are now "(\w+ ?){8}"/,
    );
    expect(refusal(handed(subject, bert), { subject: changed })).toContain('the signature is not that of bert');
  });

  it('a row more, a row less and another order void it too', () => {
    const two = subjectOfMove(aMove({ rows: [aRow(), aRow({ reference: 'B' })] }));
    const swapped = subjectOfMove(aMove({ rows: [aRow({ reference: 'B' }), aRow()] }));
    for (const other of [subject, swapped])
      expect(refusal(handed(two, bert), { subject: other, said: two })).toContain('something else was signed');
  });

  it('what was signed for another purpose does not count, even under the same hash', () => {
    const policy = { purpose: 'policy', hash: subject.hash, policyVersion: subject.policyVersion } as const;
    expect(refusal(handed(policy, bert), { said: policy })).toBe('it was signed as policy, and this is move approval');
    expect(refusal(handed(policy, bert))).toContain('the signature is not that of bert');
  });
});
