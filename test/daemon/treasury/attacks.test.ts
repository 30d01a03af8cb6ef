import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/base/instant.ts';
import type { MoveOrderText } from '../../../src/treasury/moves/moveOrder.ts';
import { BTC_ADDRESS, faultOf } from '../../treasury/transferBench.ts';
import { approvalOf, by, order, POLICY, run, signed, usdt, world, setUp, tearDown } from './treasuryBench.ts';

beforeEach(setUp);
afterEach(tearDown);
const HEADP = (): string => POLICY().slice(0, POLICY().indexOf('rules:'));
const publish = (rules: string): Promise<unknown> => world.calls.publish(HEADP() + 'rules:\n' + rules, 'anna', []);
const all = '  - { name: all, then: allow }\n';

const ben_ = { firstName: 'Ada', lastName: 'Byron', countryOfBirthCode: 'GB', dateOfBirth: '1915-12-10' };

const OTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const as = (text: MoveOrderText, letter: string): MoveOrderText => ({ ...text, id: text.id.replace('W-', letter + '-') });
const settled = async (id: string, rounds = 8) => {
  let x = await run(world.calls.advance(id));
  for (let i = 0; i < rounds; i++) {
    await world.bench.transfers.rounds(10_000);
    x = await run(world.calls.advance(id));
  }
  return x;
};
const paid = () => world.bench.transfers.simulator.truth().transactions;
const drop = (operation: string, kind: 'drop-before' | 'drop-after') => {
  let n = 0;
  world.bench.transfers.fault = (call) => (call.operation === operation && n++ === 0 ? { kind } : undefined);
};
const removed = { who: 'ben', what: 'entry.removed', subject: 'A-1', before: '', after: 'removed', evidence: 'stolen' };
const underpaid = async (): Promise<string> => {
  const { paymentIntentId } = (await world.bench.transfers.send('processing.paymentIntents.create', {
    currencyFrom: 'USDT',
    currencyTo: 'EUR',
    amountTo: '100',
    networkCode: 'ETH',
    customOrderId: 'o-1',
  })) as { paymentIntentId: string };
  world.bench.transfers.simulator.payments.deposit({ paymentIntentId }, { amount: world.bench.transfers.amount('50') });
  await world.bench.transfers.pass(2000);
  return paymentIntentId;
};
describe('attacks on the treasury, and what would have lied to a person', () => {
  it('confirms no draft that was not validated for this move', { tags: 'long' }, async () => {
    await world.bench.transfers.send('exchange.withdrawalBatches.validate', {
      rows: JSON.stringify([
        { currency: 'BTC', networkCode: 'BTC', amount: 0.01, destinationAddress: OTHER, referenceId: 'INV-7' },
        { currency: 'BTC', networkCode: 'BTC', amount: 0.011, destinationAddress: OTHER, referenceId: 'evil' },
      ]),
    });
    await publish('  - { name: tiny, if: { currency: BTC, amount: { atMost: 0.001 BTC } }, then: allow }\n');
    const a = as(order('1', { kind: 'batch', payments: [{ reference: 'INV-7', currency: 'BTC', amount: '0.001', to: 'cold-1' }] }), 'B');
    await run(world.calls.ask(by(a))).catch(() => undefined);
    await settled(a.id).catch(() => undefined);
    expect(paid().filter((t) => t.destinationAddress === OTHER)).toEqual([]);
  });
  it('a fiat row takes no more than what was decided on', async () => {
    await publish('  - { name: tiny, if: { currency: BTC, amount: { atMost: 0.001 BTC } }, then: allow }\n');
    const a = as(
      order('1', {
        kind: 'batch',
        payments: [{ currency: 'BTC', amount: '0.0006', to: 'cold-1', fiat: { amount: '20000', currency: 'EUR' }, beneficiary: ben_ }],
      }),
      'B',
    );
    await run(world.calls.ask(by(a))).catch(() => undefined);
    await settled(a.id).catch(() => undefined);
    expect(paid().map(({ net }) => net?.toFixed())).toEqual([]);
  });
  it('a rule that asks for approval by the time of sending is obeyed', { tags: 'long' }, async () => {
    const hm = (ms: number): string => new Date(world.bench.transfers.clock.now() + ms).toISOString().slice(11, 16);
    await publish(
      `  - { name: day, if: { hours: { days: Mon..Sun, from: '${hm(0)}', to: '${hm(180_000)}', zone: UTC } }, then: allow }\n  - { name: night, then: { approve: [{ need: 1, of: owners }, { need: 1, of: others }], expires: 24h } }\n`,
    );
    const a = order('0.005');
    await run(world.calls.ask(by(a)));
    await world.bench.transfers.pass(600_000);
    expect(await run(world.calls.advance(a.id))).toMatchObject({ state: 'awaiting-approval' });
  });
  it('a refund is decided on by what the payment gives back', { tags: 'long' }, async () => {
    await publish('  - { name: small, if: { kind: refund, currency: USDT, amount: { atMost: 1 USDT } }, then: allow }\n');
    const a = as(order('1', { kind: 'refund', payments: [{ currency: 'USDT', amount: '0.01', target: await underpaid() }] }), 'R');
    expect(await faultOf(run(world.calls.ask(by(a))))).toMatchObject({ code: 'invalid-request' });
  });
  it('an entry takes its own currency only', async () => {
    await publish(all);
    const a = order('1', { payments: [{ currency: 'USDT', amount: '50', to: 'eth-1' }] });
    expect(await faultOf(run(world.calls.ask(by(a))))).toMatchObject({ code: 'invalid-request' });
  });
  it('an initiator who never signed gets no approvals', async () => {
    const first = POLICY().replace('after: 24h', 'after: 1h');
    await world.calls.publish(first, 'anna', []);
    const a = order('0.005', { initiator: 'anna' });
    expect(await faultOf(run(world.calls.ask(a)))).toMatchObject({ code: 'confirmation-needed' });
    expect(paid()).toEqual([]);
  });
  it('who is not signed for is not believed to be an initiator that a rule names', async () => {
    await publish('  - { name: bens, if: { kind: withdrawal, initiator: ben }, then: allow }\n');
    expect(await faultOf(run(world.calls.ask(order('0.005', { initiator: 'ben' }))))).toMatchObject({ code: 'confirmation-needed' });
  });
  it('after --not-placed the policy decides anew', async () => {
    await publish(all);
    const a = order('0.005');
    await run(world.calls.ask(by(a)));
    drop('withdrawals.create', 'drop-before');
    await run(world.calls.advance(a.id));
    await world.bench.transfers.pass(120 * HOUR_MS);
    await world.bench.store.book.remove('A-1', world.bench.transfers.clock.now(), removed);
    await run(
      world.bench.transfers.transfers('exchange').resolve((await world.bench.transfers.journalled())[0]!.id, { type: 'not-placed' }),
    );
    await run(world.calls.advance(a.id));
    expect(paid()).toEqual([]);
  });
  it('nothing more goes to an entry that was removed', { tags: 'long' }, async () => {
    await publish(all);
    const a = as(
      order('1', {
        kind: 'batch',
        payments: Array.from({ length: 250 }, (_, i) => ({ currency: 'BTC', amount: `0.00${String(1000 + i)}`, to: 'cold-1' })),
      }),
      'B',
    );
    await run(world.calls.ask(by(a)));
    // One step sends one draft.
    await run(world.calls.advance(a.id));
    await run(world.calls.removeEntry('cold-1', 'anna', 'stolen'));
    for (let i = 0; i < 4; i++) await run(world.calls.advance(a.id));
    expect(paid().length).toBe(200);
  });
  it('another payment with the same reference in the journal is not this one', async () => {
    await world.bench.transfers.send('exchange.withdrawals.create', {
      currency: 'BTC',
      networkCode: 'BTC',
      amount: '0.002',
      destinationAddress: BTC_ADDRESS,
      referenceId: 'INV-1',
    });
    await publish(all);
    const a = order('0.005', { payments: [{ reference: 'INV-1', currency: 'BTC', amount: '0.005', to: 'cold-1' }] });
    await run(world.calls.ask(by(a))).catch(() => undefined);
    expect((await settled(a.id).catch(() => ({ state: 'refused' }))).state).not.toBe('completed');
  });
  it('commands without serve find what is unknown', { tags: 'long' }, async () => {
    await publish(all);
    const a = order('0.005');
    await run(world.calls.ask(by(a)));
    drop('withdrawals.create', 'drop-after');
    for (let i = 0; i < 100; i++) {
      await run(world.calls.advance(a.id));
      await world.bench.transfers.pass(30_000);
    }
    expect(await world.calls.move(a.id)).toMatchObject({ state: 'completed' });
  });
  it('a lost validation is repeated without serve', { tags: 'long' }, async () => {
    await publish(all);
    const a = as(order('1', { kind: 'batch', payments: [{ currency: 'BTC', amount: '0.01', to: 'cold-1' }] }), 'B');
    await run(world.calls.ask(by(a)));
    drop('withdrawalBatches.validate', 'drop-before');
    for (let i = 0; i < 100; i++) {
      await run(world.calls.advance(a.id));
      await world.bench.transfers.pass(10_000);
    }
    expect(await world.calls.move(a.id)).toMatchObject({ state: 'completed' });
  });
  it('the time of an approval is ours', async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const a = signed(order('50', usdt));
    await run(world.calls.ask(by(a)));
    await run(world.calls.approve(a.id, { ...(await approvalOf(a.id, 'ben')), at: -9_000_000_000_000_000 })).catch(() => undefined);
    expect(await run(world.calls.moves(10))).toHaveLength(1);
  });
  it('a clock that goes back lets nobody publish unsigned', async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const { publishPolicy } = await import('../../../src/daemon/treasury/publishPolicy.ts');
    const text = HEADP() + 'rules:\n' + all;
    await publishPolicy(world.bench.store, { ...world.bench.transfers.clock, now: () => 1000 } as never, {
      text,
      who: 'mallory',
      approvals: [],
    }).catch(() => undefined);
    expect(await world.calls.policy()).toMatchObject({ version: 1 });
  });
  it('what was never approved counts no more once its time is over', async () => {
    await publish(
      '  - { name: most, if: { window: [{ last: 24h, above: 100 USDT }] }, then: deny }\n  - { name: else, then: { approve: [{ need: 1, of: owners }], expires: 1h } }\n',
    );
    await run(world.calls.ask(signed(order('1', { payments: [{ currency: 'USDT', amount: '80', to: 'supplier' }] }))));
    await world.bench.transfers.pass(48 * HOUR_MS);
    expect(await run(world.calls.dryRun(order('1', { payments: [{ currency: 'USDT', amount: '50', to: 'supplier' }] })))).toMatchObject({
      verdict: 'approve',
    });
  });
  it('two who ask at once do not pay twice', async () => {
    await publish(all);
    const [a, b] = [order('0.003'), order('0.003')];
    await run(world.calls.dryRun(a));
    await run(world.calls.dryRun(b));
    await run(world.calls.ask(by(a)));
    expect(await faultOf(run(world.calls.ask(by(b))))).toMatchObject({ outcome: 'not-sent' });
  });

  it('a limit in euros holds for crypto currency, by the last price', async () => {
    await publish('  - { name: little, if: { amount: { atMost: 100 EUR } }, then: allow }\n');
    expect(await run(world.calls.ask(by(order('0.0016'))))).toMatchObject({ state: 'approved' });
    expect(await run(world.calls.ask(by(order('0.0017'))))).toMatchObject({ state: 'refused', rule: 'default' });
    // Nothing says what a USDT is worth.
    expect(await run(world.calls.ask(by(order('1', usdt))))).toMatchObject({ state: 'refused' });
  });
});
