import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { peopleRequests } from '../../../src/daemon/treasury/peopleRequests.ts';
import type { AuditRow } from '../../../src/model/audit.ts';
import { faultOf } from '../../treasury/transferBench.ts';
import { POLICY, run, setUp, tearDown, world } from './treasuryBench.ts';

beforeEach(setUp);
afterEach(tearDown);

const ask = (operation: string, params: Record<string, string>) =>
  run(world.calls.request({ interface: 'processing', operation, params }, 'anna'));
const rows = async (): Promise<readonly AuditRow[]> =>
  (await world.bench.store.auditRows(0, 100)).filter(({ what }) => what === 'request.sent');
const PAYMENT = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: '100', networkCode: 'ETH', customOrderId: 'order-1' };

describe(peopleRequests, () => {
  it('asks for a payment through the journal of the account, and writes down who did, by its reference', async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const { status, body } = await ask('paymentIntents.create', PAYMENT);
    expect([status, JSON.parse(Buffer.from(body, 'base64').toString())]).toEqual([
      200,
      expect.objectContaining({ customOrderId: 'order-1' }) as string,
    ]);
    expect(await world.bench.transfers.store.journal.withReference('payment order-1')).toMatchObject([{ state: 'acknowledged' }]);
    expect(await rows()).toMatchObject([
      { before: '', after: 'sending' },
      {
        who: 'anna',
        subject: 'processing.paymentIntents.create',
        after: 'answered with 200',
        evidence: expect.stringMatching(/^customOrderId order-1, sha256 [0-9a-f]{64}$/) as string,
      },
    ]);
  });

  it('reads without a word', async () => {
    expect(await ask('coins.list', {})).toMatchObject({ status: 200 });
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['payouts.create', { currencyFrom: 'EUR', amountFrom: '10', currencyTo: 'USDT', networkCode: 'ETH', address: 'x', customOrderId: 'p' }],
    ['paymentIntents.refundLink', { paymentIntentId: '0f8fad5b-d9cb-469f-a165-70867728950e', languageIso2: 'en' }],
    ['paymentIntents.acceptReceived', { paymentIntentId: '0f8fad5b-d9cb-469f-a165-70867728950e' }],
  ])('refuses %s where a policy is in force', async (operation, params) => {
    await world.calls.publish(POLICY(), 'anna', []);
    expect(await faultOf(ask(operation, params))).toMatchObject({ code: 'risk', outcome: 'not-sent' });
    expect(world.bench.transfers.requests(operation)).toBe(0);
    expect(await rows()).toEqual([]);
  });

  it('writes down that nobody knows what came of it', async () => {
    world.bench.transfers.fault = ({ operation }) => (operation === 'paymentIntents.create' ? { kind: 'drop-after' } : undefined);
    expect(await faultOf(ask('paymentIntents.create', PAYMENT))).toMatchObject({ outcome: 'unknown' });
    expect(await rows()).toMatchObject([{ after: 'sending' }, { before: 'sending', after: expect.stringMatching(/^unknown: /) as string }]);
  });

  it('sends nothing that it could not write down first', async () => {
    const store = { ...world.bench.store, note: () => Promise.reject(new Fault('store', 'the disk is full')) };
    let sent = 0;
    const send = () => Promise.resolve({ status: 200, bytes: new Uint8Array([(sent += 1)]) });
    const asked = peopleRequests({ store, clock: world.bench.transfers.clock, send })(
      { interface: 'processing', operation: 'paymentIntents.create', params: PAYMENT },
      'anna',
    );
    expect(await faultOf(asked)).toMatchObject({ code: 'store' });
    expect(sent).toBe(0);
  });

  it('says that it was sent where what came of it could not be written down', async () => {
    let notes = 0;
    const note = () => (++notes === 1 ? Promise.resolve() : Promise.reject(new Fault('store', 'the disk is full')));
    const send = () => Promise.resolve({ status: 200, bytes: new Uint8Array() });
    const asked = peopleRequests({ store: { ...world.bench.store, note }, clock: world.bench.transfers.clock, send })(
      { interface: 'processing', operation: 'paymentIntents.create', params: PAYMENT },
      'anna',
    );
    expect(await faultOf(asked)).toMatchObject({
      code: 'unknown-outcome',
      outcome: 'unknown',
      message: expect.stringMatching(/answered with 200.*disk is full/) as string,
    });
  });
});
