import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/base/instant.ts';
import type { MoveOrderText } from '../../../src/treasury/moves/moveOrder.ts';
import { faultOf } from '../../treasury/transferBench.ts';
import { approvalOf, POLICY, run, setUp, signed, tearDown, world } from './treasuryBench.ts';

beforeEach(setUp);
afterEach(tearDown);

const publish = (rules: string): Promise<unknown> =>
  world.calls.publish(`${POLICY().slice(0, POLICY().indexOf('rules:'))}rules:\n${rules}`, 'anna', []);
const BY_LINK = '  - { name: by link, if: { kind: refund, link: true, amount: { atMost: 50 USDT } }, then: allow }\n';

/** A payment that has got some USDT of the 100 EUR that it asks for. */
async function underpaid(amount = '20'): Promise<string> {
  const { transfers } = world.bench;
  const params = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: '100', networkCode: 'ETH', customOrderId: 'o-1' };
  const { paymentIntentId } = (await transfers.send('processing.paymentIntents.create', params)) as { paymentIntentId: string };
  transfers.simulator.payments.deposit({ paymentIntentId }, { amount: transfers.amount(amount) });
  await transfers.pass(2000);
  return paymentIntentId;
}

const byLink = (target: string, amount = '20', refundFlow: 'Full' | 'Excess' = 'Full'): MoveOrderText =>
  signed({
    id: 'R-01M7W6C3800000000000000001',
    kind: 'refund',
    initiator: 'anna',
    payments: [{ currency: 'USDT', amount, target, terms: { refundFlow } }],
  });

async function letGo(): Promise<string> {
  await publish(BY_LINK);
  const { id } = await run(world.calls.ask(byLink(await underpaid())));
  expect(await run(world.calls.advance(id))).toMatchObject({ state: 'sent' });
  return id;
}

describe('refunds by a link, of which the payer picks the address', () => {
  it('are let through by no rule that does not name them, and denied by one that denies all', { tags: 'long' }, async () => {
    await publish('  - { name: refunds, if: { kind: refund }, then: allow }\n');
    const asked = byLink(await underpaid());
    expect(await run(world.calls.dryRun(asked))).toMatchObject({
      verdict: 'deny',
      rule: 'default',
      why: [expect.stringContaining('the payer picks the address, and the rule does not say link: true')],
    });
    await publish('  - { name: nothing, then: deny }\n').catch(() => undefined);
    expect(await run(world.calls.ask(asked))).toMatchObject({ state: 'refused' });
    expect(await faultOf(world.calls.refundLink(asked.id, 'anna', 'en'))).toMatchObject({ code: 'refused', outcome: 'not-sent' });
  });

  it('are decided by a rule that names them, which lets no other refund through', { tags: 'long' }, async () => {
    await publish(BY_LINK);
    const target = await underpaid();
    expect(await run(world.calls.dryRun(byLink(target)))).toMatchObject({ verdict: 'allow', rule: 'by link', rows: [{ fee: null }] });
    const { terms: _terms, ...plain } = byLink(target).payments[0]!;
    expect(await run(world.calls.dryRun({ ...byLink(target), signed: undefined, payments: [plain] }))).toMatchObject({ verdict: 'deny' });
  });

  it('give their link to who asks, with a row in the audit log, and count as what left', { tags: 'long' }, async () => {
    const id = await letGo();
    const { link, flow } = await run(world.calls.refundLink(id, 'anna', 'de'));
    expect([new URL(link, 'http://venue.test').pathname, flow]).toEqual(['/refund', 'Full']);
    expect(await world.bench.store.auditRows(0, 100)).toContainEqual(
      expect.objectContaining({
        who: 'anna',
        what: 'move.link',
        subject: id,
        evidence: expect.stringContaining('the payer picks the address') as string,
      }),
    );
    expect(await world.bench.store.moves.outflows(0, world.bench.transfers.clock.now(), undefined)).toHaveLength(1);
  });

  it('give no link, and send nothing, once the payer has paid more than what was decided on', { tags: 'long' }, async () => {
    await publish(BY_LINK);
    const [before, after] = [await underpaid(), '30'];
    const { id } = await run(world.calls.ask(byLink(before)));
    const { transfers } = world.bench;
    transfers.simulator.payments.deposit({ paymentIntentId: before }, { amount: transfers.amount(after) });
    await transfers.pass(2000);
    expect(await run(world.calls.advance(id))).not.toMatchObject({ state: 'sent' });
    expect(await faultOf(run(world.calls.refundLink(id, 'anna', 'en')))).toMatchObject({ code: 'refused' });
    expect(transfers.requests('paymentIntents.refundLink')).toBe(0);
  });

  it('are over when the payment is refunded', { tags: 'long' }, async () => {
    const id = await letGo();
    const { rows } = await world.calls.move(id);
    await world.bench.transfers.send('processing.paymentIntents.refund', {
      paymentIntentId: rows[0]!.address!,
      externalTransactionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    });
    expect(await world.bench.settle(id)).toMatchObject({ state: 'completed' });
  });

  it('are over when no link of them holds any longer, and count against nothing then', { tags: 'long' }, async () => {
    const id = await letGo();
    await world.bench.transfers.pass(DAY_MS);
    expect(await faultOf(world.calls.refundLink(id, 'anna', 'en'))).toMatchObject({ code: 'refused' });
    await world.bench.transfers.pass(5 * DAY_MS);
    expect(await run(world.calls.advance(id))).toMatchObject({ state: 'sent' });
    await world.bench.transfers.pass(DAY_MS);
    expect(await run(world.calls.advance(id))).toMatchObject({ state: 'declined' });
  });

  it('are asked for again after a restart before they were let go, and sent nothing', { tags: 'long' }, async () => {
    const id = await letGo();
    expect(world.bench.transfers.requests('paymentIntents.refundLink')).toBe(0);
    expect(world.bench.transfers.requests('paymentIntents.refund')).toBe(0);
    expect((await world.bench.store.moves.get(id))!.rows[0]!.terms).toEqual({ refundFlow: 'Full' });
  });

  it('give back what was deposited above the requested amount, and nothing where nothing was', async () => {
    await publish(BY_LINK);
    const fault = await faultOf(run(world.calls.ask(byLink(await underpaid(), '20', 'Excess'))));
    expect(fault).toMatchObject({ code: 'invalid-request', message: expect.stringContaining('no more was deposited than') as string });
  });

  it('say in what is signed that the payer picks the address', { tags: 'long' }, async () => {
    await publish('  - { name: two, if: { link: true }, then: { approve: [{ need: 1, of: owners }], expires: 24h } }\n');
    const { id } = await run(world.calls.ask(byLink(await underpaid())));
    expect((await run(world.calls.content(id))).canonical).toContain('"terms":{"refundFlow":"Full"}');
    expect(await run(world.calls.approve(id, await approvalOf(id, 'ben')))).toMatchObject({ state: 'approved' });
  });

  it('are signed by nobody once their payment is over', async () => {
    await publish('  - { name: two, if: { link: true }, then: { approve: [{ need: 1, of: owners }], expires: 24h } }\n');
    const target = await underpaid();
    const { id } = await run(world.calls.ask(byLink(target)));
    const approval = await approvalOf(id, 'ben');
    await world.bench.transfers.send('processing.paymentIntents.acceptReceived', { paymentIntentId: target });
    expect(await faultOf(run(world.calls.approve(id, approval)))).toMatchObject({
      code: 'refused',
      outcome: 'not-sent',
      message: expect.stringContaining(`payment ${target} is ManuallyCompletedAmountAcceptable`) as string,
    });
    expect(await run(world.calls.cancel(id, 'anna', 'accepted'))).toMatchObject({ state: 'canceled' });
  });
});
