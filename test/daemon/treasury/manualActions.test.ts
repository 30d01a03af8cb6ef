import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isoOf } from '../../../src/base/instant.ts';
import { manualActions } from '../../../src/daemon/treasury/manualActions.ts';
import { policyInForce } from '../../../src/daemon/treasury/publishPolicy.ts';
import { type ManualActionText, signedManualAction } from '../../../src/treasury/payments/manualAction.ts';
import { faultOf } from '../../treasury/transferBench.ts';
import { POLICY, run, setUp, signature, tearDown, world } from './treasuryBench.ts';

beforeEach(setUp);
afterEach(tearDown);

/** A payment that has got 50 USDT of what it asks for. */
async function underpaid(): Promise<string> {
  const { transfers } = world.bench;
  const params = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: '100', networkCode: 'ETH', customOrderId: 'o-1' };
  const { paymentIntentId } = (await transfers.send('processing.paymentIntents.create', params)) as { paymentIntentId: string };
  transfers.simulator.payments.deposit({ paymentIntentId }, { amount: transfers.amount('50') });
  await transfers.pass(2000);
  return paymentIntentId;
}

const decision = async (person = 'anna'): Promise<ManualActionText> => ({
  payment: await underpaid(),
  action: 'accept',
  evidence: 'received 50 USDT for the requested 100 EUR',
  person,
  at: now(),
});
const now = (): string => isoOf(world.bench.transfers.clock.now());
function signed(text: ManualActionText, person = 'anna'): ManualActionText {
  const { key, signature: of } = signature(person, signedManualAction(text));
  return { ...text, signed: { key, signature: of } };
}

describe(manualActions, () => {
  it('accepts for a person of the policy under their signature, with rows in the audit log before and after', async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const text = signed(await decision());
    expect(await run(world.calls.decide(text))).toEqual({ done: true });
    expect(await world.bench.transfers.foreign('paymentIntents.get', { paymentIntentId: text.payment })).toMatchObject({
      status: 'ManuallyCompletedAmountAcceptable',
    });
    expect((await world.bench.store.auditRows(0, 100)).filter(({ what }) => what === 'payment.accept')).toMatchObject([
      { who: 'anna', subject: text.payment, after: 'sending', evidence: expect.stringContaining('received 50 USDT') as string },
      { who: 'anna', subject: text.payment, before: 'sending', after: 'done' },
    ]);
  });

  it('sends nothing for a stranger, for who has not signed, and for a signature of somebody else', async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const text = await decision();
    const refused = async (of: ManualActionText) => faultOf(run(world.calls.decide(of)));
    expect(await refused({ ...text, person: 'eve' })).toMatchObject({ code: 'refused', outcome: 'not-sent' });
    expect(await refused(text)).toMatchObject({ code: 'confirmation-needed', outcome: 'not-sent' });
    expect(await refused(signed(text, 'ben'))).toMatchObject({ code: 'confirmation-needed' });
    expect(await refused({ ...signed(text), action: 'retry' })).toMatchObject({ code: 'invalid-request', outcome: 'not-sent' });
    expect(world.bench.transfers.requests('paymentIntents.acceptReceived')).toBe(0);
  });

  it('takes a signature once, over a restart too, and however much the audit log has since', { tags: 'long' }, async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const text = signed(await decision());
    const { store, transfers } = world.bench;
    let sent = 0;
    const afterRestart = (): ReturnType<typeof manualActions> =>
      manualActions({
        store,
        clock: transfers.clock,
        venue: { transfer: () => Promise.resolve(void sent++) },
        policy: () => policyInForce(store, transfers.clock),
      });
    expect(await run(afterRestart()(text))).toEqual({ done: true });
    for (let i = 0; i < 600; i++) {
      await store.note(transfers.clock.now(), { who: 'anna', what: 'note', subject: `${i}`, before: '', after: '', evidence: '' });
    }
    expect(await faultOf(run(afterRestart()(text)))).toMatchObject({
      code: 'refused',
      outcome: 'not-sent',
      message: expect.stringContaining('was taken before') as string,
    });
    expect(sent).toBe(1);
    expect(await run(afterRestart()(signed({ ...text, evidence: 'looked at once more' })))).toEqual({ done: true });
  });

  it('sends nothing where the policy that was in force is lost, whoever asks', async () => {
    const text = await decision('eve');
    const store = { ...world.bench.store, lostPolicy: () => Promise.resolve('ab12') };
    const decide = manualActions({
      store,
      clock: world.bench.transfers.clock,
      venue: { transfer: () => Promise.reject(new Error('it was sent')) },
      policy: () => Promise.resolve(undefined),
    });
    expect(await faultOf(decide(text))).toMatchObject({
      code: 'risk',
      outcome: 'not-sent',
      message: expect.stringContaining('ab12') as string,
    });
    expect((await world.bench.store.auditRows(0, 100)).filter(({ what }) => what === 'payment.accept')).toEqual([]);
  });

  it('takes a signature once, and none that is old, so that a copy of it decides nothing', { tags: 'long' }, async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const text = signed(await decision());
    const late = signed({ ...text, evidence: 'received 60 USDT' });
    await run(world.calls.decide(text));
    expect(await faultOf(run(world.calls.decide(text)))).toMatchObject({
      code: 'refused',
      outcome: 'not-sent',
      message: expect.stringContaining('was taken before') as string,
    });
    await world.bench.transfers.pass(1_000_000);
    expect(await faultOf(run(world.calls.decide(late)))).toMatchObject({
      code: 'refused',
      outcome: 'not-sent',
      message: expect.stringContaining('at: anna decided at') as string,
    });
    expect(world.bench.transfers.requests('paymentIntents.acceptReceived')).toBe(1);
  });

  it('writes down what the venue said against it', { tags: 'long' }, async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const text = signed(await decision());
    await run(world.calls.decide(text));
    await world.bench.transfers.pass(1000);
    const again = run(world.calls.decide(signed({ ...text, at: now() })));
    expect(await faultOf(again)).toMatchObject({ code: expect.stringMatching(/refused/) as string });
    const rows = (await world.bench.store.auditRows(0, 100)).filter(({ what }) => what === 'payment.accept');
    expect(rows.at(-1)).toMatchObject({ before: 'sending', after: expect.stringMatching(/rejected|not-sent/) as string });
  });
});
