import { setImmediate } from 'node:timers/promises';
import { type Decimal, dec } from '../../../src/base/decimal.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import type { OutgoingNotification } from '../../../src/simulator/notifications/deliver.ts';
import type { ProcessingOptions } from '../../../src/simulator/processing/processingService.ts';
import { createSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { signedRequest } from '../signedRequests.ts';
import { type Answered, answered, BEGINNING } from '../venueUnderTest.ts';

/** Prices in euro that are easy to calculate with: 100 USDT are 90 EUR. */
export const PRICES: Readonly<Record<string, string>> = {
  EUR: '1',
  USD: '0.9',
  GBP: '1.2',
  VPT: '0.01',
  USDT: '0.9',
  BTC: '50000',
  ETH: '2000',
  XRP: '0.5',
  ADA: '0.4',
};

export const CALLBACK = 'https://shop.test/notify';

export interface Told {
  readonly notificationType: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

export interface PaymentsUnderTest {
  readonly simulator: Simulator;
  readonly clock: VirtualClock;
  /** Notifications as they arrived, oldest first. */
  readonly told: Told[];
  /** The `Type Status` of each, with short names of the types. */
  sequence(): string[];
  call(method: string, path: string, body?: object): Promise<Answered>;
  /** A successful call's body. */
  ask(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  create(terms?: Readonly<Record<string, unknown>>): Promise<string>;
  /** The intent as it is read. Members that the reply leaves out are null. */
  intent(id: string): Promise<Record<string, unknown>>;
  deposit(id: string, amount: string): void;
  advance(ms: number): Promise<void>;
  setPrice(currency: string, euro: string): void;
}

/** A simulator under virtual time with fixed prices and no fees unless they are given; networks without mock deposits wait for `deposit`. */
export function openPayments(
  options: ProcessingOptions & { prefix?: 'PROC' | 'ALT'; deliver?: (sent: OutgoingNotification) => Promise<number> } = {},
): PaymentsUnderTest {
  const clock = new VirtualClock(BEGINNING);
  const told: Told[] = [];
  const prices = new Map(Object.entries(PRICES).map(([code, text]): [string, Decimal] => [code, dec(text)]));
  const { prefix = 'PROC', deliver, ...processing } = options;
  const simulator = createSimulator({
    clock,
    seed: 7,
    prefix,
    processing: { fee: { percent: dec(0), fixed: {} }, euroPrice: (code) => prices.get(code), ...processing },
    deliver:
      deliver ??
      (({ body }) => {
        told.push(JSON.parse(body) as Told);
        return Promise.resolve(200);
      }),
  });
  const call = async (method: string, path: string, body?: object): Promise<Answered> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return answered(
      await simulator.fetch(signedRequest(simulator.processing, { method, path, body: text, at: clock.now() }, undefined, prefix)),
    );
  };
  const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const { status, json, text } = await call(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return json as Record<string, unknown>;
  };
  return {
    simulator,
    clock,
    told,
    call,
    ask,
    sequence: () => told.map(({ notificationType, status }) => `${SHORT[notificationType] ?? notificationType} ${status}`),
    // 108 EUR for 120 USDT on a network without mock deposits.
    create: async (terms = {}) => {
      const request = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: 108, networkCode: 'ETH', callbackUrl: CALLBACK, ...terms };
      return (await ask('POST', '/v2/payment-intents/', request))['paymentIntentId'] as string;
    },
    intent: async (id) => ({ statusDescription: null, receivedAmount: null, ...(await ask('GET', `/v1/payment-intents/${id}`)) }),
    deposit: (id, amount) => simulator.payments.deposit({ paymentIntentId: id }, { amount: dec(amount) }),
    advance: (ms) => clock.advance(ms, () => setImmediate()),
    setPrice: (currency, euro) => prices.set(currency, dec(euro)),
  };
}

const SHORT: Readonly<Record<string, string>> = {
  PaymentIntentNotification: 'Intent',
  AutoRetryPaymentIntentNotification: 'AutoRetry',
  RetryPaymentIntentNotification: 'Retry',
  CryptoRefundPaymentIntentNotification: 'Refund',
  PaymentIntentMerchantConversionNotification: 'Conversion',
  PayoutIntentNotification: 'Payout',
};
