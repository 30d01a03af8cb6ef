import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { paymentReads } from '../../src/control/paymentReads.ts';
import type { PaymentViews, PaymentOverview } from '../../src/daemon/paymentViews.ts';
import type { PaymentRow } from '../../src/treasury/transferReads.ts';

const PAYMENT = {
  id: 'p-1',
  createdOn: 0,
  status: 'ManualActionRequired',
  statusDescription: 'Insufficient amount',
  customOrderId: 'order-1',
  amountFrom: dec('120'),
  receivedAmount: dec('60'),
  currencyFrom: 'USDT',
  amountTo: dec('100'),
  currencyTo: 'EUR',
  networkCode: 'ETH',
  address: '0xa',
} as unknown as PaymentRow;

const OVERVIEW = {
  host: 'venue.test',
  from: 0,
  readAt: 1000,
  payments: [PAYMENT],
  refunds: [{ paymentId: 'p-2', sentAt: 0 }],
  payouts: [{ id: 'o-1', status: 'Completed', amountTo: dec('9'), currencyTo: 'USDT', address: '0xb' }],
  open: [{ kind: 'payment', id: 'p-1', at: 0, isOpen: true }],
  notes: ['something'],
} as unknown as PaymentOverview;

const gone = new AbortController().signal;
const asked: unknown[] = [];
const views: Pick<PaymentViews, 'overview' | 'story'> = {
  overview: (days) => {
    asked.push(days);
    return Promise.resolve(OVERVIEW);
  },
  story: (id) =>
    Promise.resolve({ row: { ...PAYMENT, status: id === 'p-1' ? PAYMENT.status : 'Completed' }, timeline: [{ at: undefined } as never] }),
};
const reads = paymentReads(() => views);

it('shows what was read with times as text, and no address of a person', async () => {
  const view = await reads['payments.list']({ days: 3 }, gone);
  expect(asked).toEqual([3]);
  expect(view).toMatchObject({
    host: 'venue.test',
    readAt: '1970-01-01T00:00:01.000Z',
    payments: [{ id: 'p-1', createdAt: '1970-01-01T00:00:00.000Z', order: 'order-1', reason: 'Insufficient amount', currency: 'USDT' }],
    refunds: [{ paymentId: 'p-2', sentAt: '1970-01-01T00:00:00.000Z' }],
    payouts: [{ id: 'o-1', currency: 'USDT' }],
    open: [{ id: 'p-1', at: '1970-01-01T00:00:00.000Z' }],
    notes: ['something'],
  });
  expect(JSON.stringify(view)).not.toMatch(/0x[ab]/);
});

it('says of one payment how a person decides about it, where something is to be decided', async () => {
  expect(await reads['payments.show']({ id: 'p-1' }, gone)).toMatchObject({
    payment: { id: 'p-1' },
    timeline: [{ at: undefined }],
    ways: expect.stringContaining('sluice pay intents accept p-1') as string,
  });
  expect((await reads['payments.show']({ id: 'p-3' }, gone)).ways).toBeUndefined();
});

it('says what is missing where no account is named, and passes on what has failed', async () => {
  const failing = (fault: Fault) => paymentReads(() => ({ ...views, overview: () => Promise.reject(fault) }));
  const nobody = new Fault('configuration', 'SLUICE_PROCESSING_URL is not set');
  expect(await failing(nobody)['payments.list']({ days: 7 }, gone)).toEqual({ missing: 'SLUICE_PROCESSING_URL is not set' });
  await expect(failing(new Fault('network', 'no answer'))['payments.list']({ days: 7 }, gone)).rejects.toThrow('no answer');
});
