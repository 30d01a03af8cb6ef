import { expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { DAY_MS } from '../../../src/base/instant.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { movePolicy } from '../../../src/daemon/treasury/movePolicy.ts';
import type { MoveRecord } from '../../../src/model/move.ts';
import { openTreasuryStore } from '../../../src/store/treasuryStore.ts';
import { subjectOfMove } from '../../../src/treasury/approvals/subject.ts';
import { AT, move, NOTE, ROW, WAITING } from '../../store/moveBuilders.ts';
import { aMove } from '../../treasury/approvals/moves.ts';
import { approval, type Signer, signer } from '../../treasury/approvals/people.ts';

const [anna, ben, other] = [signer('anna'), signer('ben'), signer('anna')] as const;

function policyText(people: readonly Signer[]): string {
  const named = people.map(({ person, key }) => `  ${person}: { keys: ['${key}'] }`);
  const groups = `groups: { owners: [${people.map(({ person }) => person).join(', ')}] }`;
  const change = 'change: { approve: [{ need: 1, of: owners }], after: 0s }';
  return ['people:', ...named, groups, change, 'rules: [{ name: all, then: { approve: [{ need: 1, of: owners }] } }]', ''].join('\n');
}

it('who has asked does not approve under a new name, also where somebody else has their old one', async () => {
  const move = aMove({ initiator: 'anna', policyVersion: 2 });
  const clock = new VirtualClock(move.createdAt + 2000);
  const store = await openTreasuryStore({ path: ':memory:', clock });
  const policy = movePolicy({ store, clock, available: async () => undefined, prices: async () => new Map() });
  const renamed = { ...anna, person: 'ann' };
  const note = { who: 'ben', what: 'policy.published', subject: '', before: '', after: '', evidence: '' };
  for (const [i, people] of [
    [anna, ben],
    [renamed, other, ben],
  ].entries()) {
    const at = move.createdAt - 1 + i * 1000;
    const shared = { publishedBy: 'ben', approvals: [], publishedAt: at, holdsFrom: at };
    await store.policies.add({ ...shared, version: i + 1, text: policyText(people), hash: `${i}` }, note);
  }
  const needs = [{ need: 1, of: 'owners' }];
  const record = { ...move, needs, signedWith: undefined } as unknown as MoveRecord;
  const counts = (by: Signer) => policy.assertCounts(record, approval(subjectOfMove(move), by, move.createdAt + 1500));
  await expect(counts(renamed)).rejects.toThrow('anna has asked for move');
  await expect(counts(ben)).resolves.toBeUndefined();
  await store.close();
});

it.each([
  ['24h', DAY_MS / 2, 'under the name that a later policy gives them', [{ ...anna, person: 'ann' }]],
  ['lifetime', 20 * DAY_MS, 'under the name that a later policy gives them', [{ ...anna, person: 'ann' }]],
  ['24h', DAY_MS / 2, 'where a later policy gives their old key a name of its own', [other, { ...anna, person: 'anna-old' }]],
  ['lifetime', 20 * DAY_MS, 'where a later policy gives their old key a name of its own', [other, { ...anna, person: 'anna-old' }]],
])('a limit of a person for %s, after %i ms, goes on %s', async (last, ago, _how, later) => {
  const limited = (
    people: readonly Signer[],
  ): string => `people: { ${people.map(({ person, key }) => `${person}: { keys: ['${key}'] }`).join(', ')} }
groups: { owners: [${people[0]!.person}] }
book: { approve: nobody }
change: { approve: [{ need: 1, of: owners }], after: 0s }
rules:
  - name: enough
    if: { kind: conversion, window: [{ last: ${last}, above: 100 USDT, per: initiator }] }
    then: deny
  - { name: rest, if: { kind: conversion }, then: allow }
`;
  const clock = new VirtualClock(AT);
  const store = await openTreasuryStore({ path: ':memory:', clock });
  const policy = movePolicy({ store, clock, available: async () => undefined, prices: async () => new Map() });
  for (const [i, by] of [[anna], later].entries()) {
    const at = AT - 30 * DAY_MS + i;
    const shared = { publishedBy: 'anna', approvals: [], publishedAt: at, holdsFrom: at };
    await store.policies.add({ ...shared, version: i + 1, text: limited(by), hash: `${i}` }, NOTE);
  }
  const row = { ...ROW, currency: 'USDT', amount: dec(80), destination: undefined, to: undefined, target: 'EUR' };
  const sentAt = AT - ago;
  const progress = [{ ...WAITING, state: 'completed' as const, sentAt }];
  const earlier = move('C-1', { kind: 'conversion', signedWith: anna.key, rows: [row], progress, state: 'completed', createdAt: sentAt });
  await store.moves.add(earlier, sentAt, NOTE);
  const quote = { leaves: dec(30), fee: undefined, receives: undefined, receivesCurrency: 'EUR', problem: undefined };
  const asked = { kind: 'conversion', initiator: later[0]!.person, rows: [{ ...row, amount: dec(30) }] } as const;
  expect(await policy.decide(asked, [quote], AT)).toMatchObject({ verdict: 'deny', rule: 'enough' });
  await store.close();
});
