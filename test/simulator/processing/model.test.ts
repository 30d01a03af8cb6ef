import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPayments } from './paymentsUnderTest.ts';

/**
 * The state table once more, in plain numbers of whole units of 10^-8 USDT. It is written from 001 States and not from the
 * simulator. The intent is one of 108 EUR for 120 USDT.
 */
class IntentModel {
  status = 'Pending';
  received = 0;
  refund: 'none' | 'running' = 'none';
  hasQuote = false;
  /** Deposits that made an intent of their own. */
  repeats = 0;
  readonly #threshold: number;
  readonly #conversion: boolean;

  constructor(threshold: number, conversion: boolean) {
    this.#threshold = threshold;
    this.#conversion = conversion;
  }

  seen(): void {
    if (this.status === 'Pending') this.status = 'Processing';
  }

  confirmed(amount: number): void {
    const open = ['Processing', 'ManualActionRequired', 'Failed'].includes(this.status) && this.refund === 'none';
    if (!open) {
      this.repeats++;
      return;
    }
    this.received += amount;
    this.hasQuote = false;
    const satisfied = Math.abs(this.received - 120) <= 120 * this.#threshold;
    if (this.status === 'Processing')
      this.status = satisfied ? (this.received === 120 ? 'Completed' : 'PartiallyCompleted') : 'ManualActionRequired';
    else if (satisfied) this.status = this.status === 'Failed' ? 'Completed' : 'PartiallyCompleted';
  }

  expired(): void {
    if (this.status === 'Pending') this.status = 'Failed';
  }

  /** Takes the action if it is allowed, and says whether it was. */
  act(action: 'refund' | 'quote' | 'retry' | 'accept'): boolean {
    if (this.status !== 'ManualActionRequired' || this.refund === 'running') return false;
    switch (action) {
      case 'refund':
        // The network takes 4 USDT.
        if (this.received <= 4) return false;
        this.refund = 'running';
        return true;
      case 'quote':
        this.hasQuote ||= this.#conversion;
        return this.#conversion;
      case 'retry':
        if (!this.#conversion || !this.hasQuote) return false;
        this.status = 'ManuallyCompletedWithRetry';
        return true;
      case 'accept':
        this.status = 'ManuallyCompletedAmountAcceptable';
        return true;
    }
  }

  refunded(): void {
    this.refund = 'none';
    this.status = 'ManuallyCompletedWithRefund';
  }
}

const PATHS = { refund: 'crypto-refunds', quote: 'retry/request-for-quote', retry: 'retry', accept: 'manually-completed' } as const;

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('deposit' as const), amount: fc.constantFrom(1, 3, 30, 60, 90, 118, 120, 121, 150) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('refund' as const, 'quote' as const, 'retry' as const, 'accept' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('time' as const) }) },
);

test('whatever happens to an intent, it keeps the state table, and no money is lost or made (001 States)', { tags: 'long' }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('0', '0.02'),
      fc.boolean(),
      fc.boolean(),
      fc.array(step, { maxLength: 14 }),
      async (threshold, conversion, charges, steps) => {
        const { dec } = await import('../../../src/base/decimal.ts');
        const fee = charges ? { percent: dec('0.013'), fixed: { EUR: dec('0.5') } } : { percent: dec(0), fixed: {} };
        const payments = openPayments({ fee, settings: { rules: { threshold: dec(threshold), conversion } } });
        const model = new IntentModel(Number(threshold), conversion);
        const id = await payments.create();
        let deposited = 0;
        for (const { type, ...rest } of steps) {
          if (type === 'deposit') {
            const { amount } = rest as { amount: number };
            deposited += amount;
            payments.deposit(id, String(amount));
            model.seen();
            // A refund that is running ends before the deposit is confirmed.
            if (model.refund === 'running') model.refunded();
            await payments.advance(2000);
            model.confirmed(amount);
          } else if (type === 'time') {
            await payments.advance(15 * 60_000);
            model.expired();
            model.hasQuote = false;
            if (model.refund === 'running') model.refunded();
          } else {
            const { status } = await payments.call('POST', `/v1/payment-intents/${id}/${PATHS[type]}`);
            expect(status === 200, `${type} in ${model.status}`).toBe(model.act(type));
          }
          expect((await payments.intent(id))['status']).toBe(model.status);
        }
        await payments.advance(60_000);
        if (model.refund === 'running') model.refunded();

        const found = (await payments.ask('POST', '/v1/payment-intents/search', {})) as unknown as {
          status: string;
          receivedAmount?: number;
        }[];
        expect(found.at(-1)!.status).toBe(model.status);
        expect(found.slice(0, -1).map(({ status }) => status)).toEqual(Array.from({ length: model.repeats }, () => 'Completed'));
        expect(found.reduce((sum, { receivedAmount = 0 }) => sum + receivedAmount, 0)).toBe(deposited);
        const { ledger } = payments.simulator.payments.world;
        for (const [currency, sum] of Object.entries(ledger.sums())) expect([currency, sum.toFixed()]).toEqual([currency, '0']);
        // Money that is neither credited nor given back is held for the intent, and nothing else is.
        const isOpen = ['Pending', 'Processing', 'Failed', 'ManualActionRequired'].includes(model.status);
        expect(ledger.balance(`intent ${id}`, 'USDT').toNumber()).toBe(isOpen ? model.received : 0);
        expect(payments.simulator.truth().failures).toEqual([]);
      },
    ),
    { numRuns: 200, seed: 20_261_120 },
  );
});
