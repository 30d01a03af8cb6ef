import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SettlementText, signedSettlement } from '../../../src/treasury/moves/settlement.ts';
import { BTC_ADDRESS, faultOf } from '../../treasury/transferBench.ts';
import { by, order, POLICY, run, setUp, signature, tearDown, world } from './treasuryBench.ts';

beforeEach(setUp);
afterEach(tearDown);

const policy = (text = POLICY()): string => `${text.slice(0, text.indexOf('rules:'))}rules:\n  - { name: all, then: allow }\n`;

/** A settlement, signed by its person. */
function settlement(move: string, more: Partial<SettlementText> = {}): SettlementText {
  const said = { move, row: 1, state: 'declined' as const, reason: 'ticket 4711', person: 'ben', ...more };
  const { key, signature: signed } = signature(said.person, signedSettlement(said));
  return { ...said, signed: more.signed ?? { key, signature: signed } };
}

/** A withdrawal that the venue has taken, and of which it shows no end yet. */
async function sent(): Promise<string> {
  await world.calls.publish(policy(), 'anna', []);
  const asked = order('0.005');
  await run(world.calls.ask(by(asked)));
  expect(await run(world.calls.advance(asked.id))).toMatchObject({ state: 'sent' });
  expect(await run(world.calls.advance(asked.id))).toMatchObject({ state: 'sent' });
  return asked.id;
}

describe('treasury settle', () => {
  it('another person says what became of it, for good, and the audit log has it with the signature', { tags: 'long' }, async () => {
    const id = await sent();
    const said = settlement(id);
    expect(await run(world.calls.settle(said))).toMatchObject({
      state: 'declined',
      rows: [{ state: 'declined', evidence: expect.stringContaining('ben settled it: ticket 4711 (before: sent, ') as string }],
    });
    const { who, what, before, after, evidence } = (await world.bench.store.auditRows(0, 100)).at(-1)!;
    expect({ who, what, before, after }).toEqual({ who: 'ben', what: 'move.settled', before: 'sent', after: 'declined' });
    expect(evidence).toContain(said.signed.signature);
    await world.bench.transfers.rounds(60_000);
    expect(await run(world.calls.advance(id))).toMatchObject({ state: 'declined' });
    expect(await faultOf(run(world.calls.settle(said)))).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('is declined') as string,
    });
  });

  it('settles a payment that the venue shows with another address, which nothing else could end', { tags: 'long' }, async () => {
    const id = await sent();
    const answer = JSON.stringify(await world.bench.transfers.raw('GET', '/v1/transactions?page=0&count=100', ''));
    const shown = answer.replaceAll(BTC_ADDRESS, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
    expect(shown).toContain('bc1qar0');
    world.bench.transfers.fault = ({ operation }) => (operation === 'transactions.list' ? { kind: 'garble', body: shown } : undefined);
    const looked = await run(world.calls.advance(id));
    world.bench.transfers.fault = undefined;
    expect(looked).toMatchObject({ state: 'unknown', evidence: expect.stringContaining('ask the venue at once') as string });
    expect(await run(world.calls.settle(settlement(id, { state: 'completed' })))).toMatchObject({ state: 'completed' });
  });

  it('lifts no limit, proves no entry, and does not let the same be asked for again unseen', { tags: 'long' }, async () => {
    const limits = '  - { name: a day, if: { window: [{ last: 24h, atMost: 0.008 BTC }] }, then: allow }\n';
    const text = POLICY();
    const book = 'book: { approve: [{ need: 1, of: owners }], cooling: 0s, firstPayment: [0.005 BTC] }';
    await world.calls.publish(`${text.slice(0, text.indexOf('rules:')).replace(/^book: .*$/m, book)}rules:\n${limits}`, 'anna', []);
    const first = order('0.005');
    await run(world.calls.ask(by(first)));
    await run(world.calls.advance(first.id));
    const again = by(order('0.005'));
    expect(await faultOf(run(world.calls.ask(again)))).toMatchObject({ message: expect.stringContaining('seems to be paid') as string });
    await run(world.calls.settle(settlement(first.id)));
    expect(await faultOf(run(world.calls.ask(again)))).toMatchObject({ message: expect.stringContaining('seems to be paid') as string });
    const more = by(order('0.004'));
    expect(await run(world.calls.ask(more))).toMatchObject({ state: 'refused' });
    const second = order('0.001');
    await run(world.calls.ask(by(second)));
    expect(await world.calls.move(second.id)).toMatchObject({ state: 'refused', rule: 'book' });
  });

  it.each<[string, Partial<SettlementText>, string, string]>([
    ['who asked for it', { person: 'anna' }, 'refused', 'anna has asked for W-'],
    ['somebody whom the policy does not know', { person: 'zoe' }, 'refused', 'is no key of zoe in the policy'],
    [
      'somebody else with the signature of another',
      { person: 'carl', signed: { key: 'ed25519:AA', signature: 'AA==' } },
      'invalid-request',
      'the signature of carl',
    ],
    ['a person about a row that is not there', { row: 2 }, 'not-found', 'has 1 rows, and no row 2'],
    ['a person with a state that there is not', { state: 'sent' as 'declined' }, 'invalid-request', 'state:'],
  ])('is not settled by %s', { tags: 'long' }, async (_name, more, code, message) => {
    const id = await sent();
    expect(await faultOf(run(world.calls.settle(settlement(id, more))))).toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
    expect(await world.calls.move(id)).toMatchObject({ state: 'sent' });
  });

  it('what the venue may not have at all is resolved first', { tags: 'long' }, async () => {
    await world.calls.publish(policy(), 'anna', []);
    const asked = order('0.005');
    await run(world.calls.ask(by(asked)));
    world.bench.transfers.fault = ({ operation }) => (operation === 'withdrawals.create' ? { kind: 'drop-before' } : undefined);
    expect(await run(world.calls.advance(asked.id))).toMatchObject({ state: 'unknown' });
    expect(await faultOf(run(world.calls.settle(settlement(asked.id))))).toMatchObject({
      code: 'refused',
      suggestion: expect.stringContaining('sluice orders resolve') as string,
    });
  });
});
