import type { Instant } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import type { HostedPageOperations } from '../../contract/hostedPage.ts';
import type { Params } from '../../contract/operation.ts';
import type { Notify } from '../notifications/notifier.ts';
import { newUuid } from '../processing/processingWorld.ts';

export type PaymentRequest = Params<HostedPageOperations['payments.initiate']>;
export type RefundRequest = Params<HostedPageOperations['refunds.submit']>['refunds'][number];

/** The specification does not show the states (002 States); these are the simulator's own. */
export type HostedPaymentStatus = 'NEW' | 'COMPLETED' | 'FAILED' | 'REFUNDED';

export interface HostedPayment {
  readonly id: string;
  readonly createdAt: Instant;
  readonly request: PaymentRequest;
  status: HostedPaymentStatus;
  /** In minor units, once the customer has paid or failed to. */
  amount: number | undefined;
  refunded: number;
}

/** Payments by the hosted page (002). */
export class PaymentCounter {
  readonly #payments = new Map<string, HostedPayment>();
  readonly #random: Random;
  readonly #notify: Notify;

  constructor(random: Random, notify: Notify) {
    this.#random = random;
    this.#notify = notify;
  }

  /** Newest first. */
  payments(): readonly HostedPayment[] {
    return [...this.#payments.values()].toReversed();
  }

  get(id: string): HostedPayment | undefined {
    return this.#payments.get(id);
  }

  initiate(request: PaymentRequest, at: Instant): HostedPayment {
    const payment: HostedPayment = { id: newUuid(this.#random), createdAt: at, request, status: 'NEW', amount: undefined, refunded: 0 };
    this.#payments.set(payment.id, payment);
    return payment;
  }

  /** Decides the payment by hand, on the page. False when it has already been decided. */
  decide(payment: HostedPayment, status: 'COMPLETED' | 'FAILED', amount: number): boolean {
    if (payment.status !== 'NEW') return false;
    payment.status = status;
    payment.amount = amount;
    this.#tell(payment, payment.id, undefined);
    return true;
  }

  /** Takes a refund for processing. It has no effect when the payment can't be refunded. */
  refund({ transaction_id, origin_transaction_id, money }: RefundRequest): void {
    const payment = this.#payments.get(transaction_id.toLowerCase());
    if (payment?.amount === undefined || !isRefundable(payment)) return;
    if (money.currency !== payment.request.customer.currency || payment.refunded + money.amount > payment.amount) return;
    payment.refunded += money.amount;
    if (payment.refunded === payment.amount) payment.status = 'REFUNDED';
    this.#tell(payment, newUuid(this.#random), { origin_transaction_id, amount: money.amount });
  }

  /**
   * The body of a notification (002 Events). The specification shows nothing of it but the variables and the tag manager id
   * that are forwarded.
   */
  #tell(
    payment: HostedPayment,
    transactionId: string,
    refund: { readonly origin_transaction_id: string | undefined; readonly amount: number } | undefined,
  ): void {
    const { customer, notification_url, origin_transaction_id, gtm, variable1, variable2, variable3 } = payment.request;
    const body = {
      type: refund === undefined ? 'PAYMENT' : 'REFUND',
      transaction_id: transactionId,
      payment_transaction_id: payment.id,
      origin_transaction_id: (refund === undefined ? origin_transaction_id : refund.origin_transaction_id) ?? null,
      status: refund === undefined ? payment.status : 'COMPLETED',
      customer_id: customer.id,
      money: { amount: refund?.amount ?? payment.amount, currency: customer.currency },
      gtm: gtm ?? null,
      variable1: variable1 ?? null,
      variable2: variable2 ?? null,
      variable3: variable3 ?? null,
    };
    this.#notify({ url: notification_url, subject: payment.id, type: body.type, body });
  }
}

function isRefundable({ status }: HostedPayment): boolean {
  return status === 'COMPLETED';
}
