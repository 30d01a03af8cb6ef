import type { Decimal } from '../base/decimal.ts';
import { ZERO } from '../base/decimal.ts';
import { isJsonObject, type JsonValue } from '../base/json.ts';
import { plainAddress } from '../model/plainAddress.ts';
import { amountIn, fieldOf, rowsOf } from './bodyFields.ts';

/** The field of a request that takes an id of ours, by which the venue tells the request again. */
export interface ReferenceField {
  /** What it is a reference of. The same text may name a payment and a payout. */
  readonly family: 'withdrawal' | 'payment' | 'payout' | 'refund' | 'conversion';
  readonly field: string;
  /** Each row of a list has one: the list's member, or `rows` where the body itself is the list. */
  readonly rows?: 'rows' | 'refunds';
  /** `given`: the venue has given it before, so none is made here. */
  readonly form: 'text' | 'uuid' | 'given';
}

/**
 * By which read a transfer is found again: `history` the transactions with its reference; `payments` and `payouts` a search by it;
 * `payment` the state of the payment that it is about; `batch` that of its batch; `conversions` the history of conversions, by its
 * currencies and amounts; `nothing` no read shows it.
 */
export type FoundBy = 'history' | 'payments' | 'payouts' | 'payment' | 'batch' | 'conversions' | 'nothing';

/** A request of the contract that takes money out of the account, makes other money of it, trades with it, or asks somebody for money. */
export interface TransferKind {
  /** What people call it. */
  readonly what: string;
  readonly reference?: ReferenceField;
  readonly foundBy: FoundBy;
  /** The status of the payment that shows that it was done. */
  readonly doneStatus?: string;
  /** It asks somebody for money, and takes none out of the account. */
  readonly asks?: true;
  /** It is an order of the exchange: nothing leaves the account but what it trades, so no policy is asked. */
  readonly trades?: true;
  /** Why nothing comes of it as long as nobody knows the answer. */
  readonly harmless?: string;
  /** Members of the answer that must say what the request says, where the answer has them. */
  readonly echoes: readonly string[];
  /** What the answer must say of the request where it was taken. */
  readonly taken?: { readonly member: string; readonly value: string };
  /** The member of the answer with the venue's id. Without one, the id is that of the payment or batch that it is about. */
  readonly id?: string;
  /** The answer may be the id itself. */
  readonly bareId?: true;
  /** The answer is an address with the id among its parameters. */
  readonly link?: true;
  /** Where it goes, in one spelling. Two of a lane are never unknown at a time. Rows of earlier versions have theirs as it was typed. */
  readonly lane: (body: JsonValue, target: string | undefined) => string;
  /** Where its rows go, one by one, when it goes to several places. */
  readonly places?: (body: JsonValue) => readonly string[];
  /** What it waits for, where no look can settle it. */
  readonly waitsFor?: string;
  /** Whether no money leaves through its interface before it is settled. */
  readonly shutsAll?: true;
  /** The most that may leave the account, fees aside. */
  readonly atRisk: (body: JsonValue) => { readonly amount: Decimal; readonly currency: string };
}

const NOTHING = { amount: ZERO, currency: 'nothing' };

const withdrawal: TransferKind = {
  what: 'withdrawal',
  reference: { family: 'withdrawal', field: 'referenceId', form: 'text' },
  foundBy: 'history',
  echoes: ['currency', 'networkCode', 'amount', 'destinationAddress', 'referenceId'],
  id: 'id',
  lane: (body) => words('withdrawal', body, ['currency', 'networkCode', 'destinationAddress', 'destinationAdditionalAddress']),
  atRisk: (body) => ({ amount: amountIn(body, 'amount'), currency: fieldOf(body, 'currency') }),
};

const draft: TransferKind = {
  what: 'batch draft',
  reference: { family: 'withdrawal', field: 'referenceId', rows: 'rows', form: 'text' },
  foundBy: 'nothing',
  harmless: 'a draft pays nothing, and nobody here knows its number',
  echoes: [],
  id: 'id',
  lane: (body) =>
    `draft ${rowsOf(body, undefined)
      .map((row) => fieldOf(row, 'referenceId'))
      .join(' ')}`,
  atRisk: () => NOTHING,
};

/** Where the rows of a draft in this currency go once it is confirmed, as withdrawals say it. */
export function placesOfRows(draft: JsonValue, currency: string): readonly string[] {
  return rowsOf(draft, undefined)
    .filter((row) => fieldOf(row, 'currency').toLowerCase() === currency.toLowerCase())
    .map((row) => words(withdrawal.what, row, ['currency', 'networkCode', 'destinationAddress', 'destinationTag']));
}

const confirmation: TransferKind = {
  what: 'confirmation of a batch',
  foundBy: 'batch',
  echoes: [],
  lane: (_body, target) => `batch ${target}`,
  atRisk: () => NOTHING,
};

/** A quote is executed once at most, and not after its end (000 Conversion). */
const conversion: TransferKind = {
  what: 'conversion',
  reference: { family: 'conversion', field: 'id', form: 'given' },
  foundBy: 'conversions',
  echoes: [],
  id: 'id',
  bareId: true,
  lane: (body) => words('conversion', body, ['fromCurrency', 'toCurrency']),
  atRisk: (body) => ({ amount: amountIn(body, 'fromAmount'), currency: fieldOf(body, 'fromCurrency') }),
};

/** An order that a person has sent as it is. The strategies know nothing of it, and the lists show no reference of it. */
const rawOrder: TransferKind = {
  what: 'order',
  trades: true,
  foundBy: 'nothing',
  echoes: ['symbol', 'type', 'side'],
  id: 'id',
  lane: (body) => words('order', body, ['symbol']),
  waitsFor: 'a person: look for it in `sluice orders list` and in `sluice api exchange.trades.list`',
  atRisk: () => NOTHING,
};

const payment: TransferKind = {
  what: 'payment',
  asks: true,
  reference: { family: 'payment', field: 'customOrderId', form: 'text' },
  foundBy: 'payments',
  echoes: ['currencyFrom', 'currencyTo', 'customOrderId'],
  id: 'paymentIntentId',
  lane: (body) => `payment ${fieldOf(body, 'customOrderId')}`,
  atRisk: () => NOTHING,
};

const payout: TransferKind = {
  what: 'payout',
  reference: { family: 'payout', field: 'customOrderId', form: 'text' },
  foundBy: 'payouts',
  echoes: ['currencyFrom', 'currencyTo', 'amountFrom', 'amountTo'],
  id: 'payoutIntentId',
  lane: (body) => words('payout', body, ['currencyTo', 'networkCode', 'address', 'additionalAddress']),
  atRisk: (body) => {
    const side = fieldOf(body, 'amountFrom') === '' ? 'To' : 'From';
    return { amount: amountIn(body, `amount${side}`), currency: fieldOf(body, `currency${side}`) };
  },
};

const payoutPage: TransferKind = {
  ...payout,
  what: 'payout page',
  echoes: [],
  link: true,
  lane: (body) => `payout ${fieldOf(body, 'customOrderId')}`,
  atRisk: (body) => ({ amount: amountIn(body, 'amount'), currency: fieldOf(body, 'currency') }),
};

/** An action on a payment, which rules out every other action on it (001 States). */
function onPayment(what: string, doneStatus: string, more: Partial<TransferKind> = {}): TransferKind {
  const lane: TransferKind['lane'] = (_body, target) => `payment ${target?.toLowerCase()}`;
  return { what, foundBy: 'payment', doneStatus, echoes: [], lane, atRisk: () => NOTHING, ...more };
}

const hostedRefunds: TransferKind = {
  what: 'refunds',
  reference: { family: 'refund', field: 'origin_transaction_id', rows: 'refunds', form: 'text' },
  foundBy: 'nothing',
  echoes: [],
  taken: { member: 'status', value: 'ACCEPTED' },
  lane: (body) => `refunds ${refunded(body).toSorted().join(' ')}`,
  places: (body) => refunded(body).map((id) => `refund ${id}`),
  atRisk: minorUnits,
};

/** The payments that are refunded. */
function refunded(body: JsonValue): string[] {
  return rowsOf(body, 'refunds').map((row) => fieldOf(row, 'transaction_id').toLowerCase());
}

/** By their full names, the rows that are transfers. */
export const TRANSFERS: Readonly<Record<string, TransferKind>> = {
  'exchange.withdrawals.create': withdrawal,
  'exchange.withdrawalsV1.create': withdrawal,
  'exchange.withdrawalBatches.validate': draft,
  'exchange.withdrawalBatches.confirm': confirmation,
  'exchange.conversions.execute': conversion,
  'exchange.orders.place': rawOrder,
  'exchange.orders.replace': { ...rawOrder, what: 'replacement of an order', echoes: [], lane: (_body, target) => `order ${target}` },
  'processing.paymentIntents.create': payment,
  'processing.paymentIntents.createPage': { ...payment, what: 'payment page', echoes: [], link: true },
  'processing.paymentIntents.refund': onPayment('refund', 'ManuallyCompletedWithRefund', {
    reference: { family: 'refund', field: 'externalTransactionId', form: 'uuid' },
    echoes: ['externalTransactionId'],
    id: 'cryptoRefundPaymentIntentId',
  }),
  'processing.paymentIntents.retry': onPayment('retry', 'ManuallyCompletedWithRetry'),
  'processing.paymentIntents.acceptReceived': onPayment('acceptance', 'ManuallyCompletedAmountAcceptable'),
  'processing.payouts.create': payout,
  'processing.payouts.createPage': payoutPage,
  'hostedPage.payments.initiate': {
    what: 'payment page',
    asks: true,
    reference: { family: 'payment', field: 'origin_transaction_id', form: 'text' },
    foundBy: 'nothing',
    harmless: 'nobody knows the address of its page',
    echoes: [],
    lane: (body) => `payment ${fieldOf(body, 'origin_transaction_id')}`,
    atRisk: () => NOTHING,
  },
  'hostedPage.refunds.submit': hostedRefunds,
  'hostedPage.refunds.submitByGateway': hostedRefunds,
};

/** What a rebuilt journal lacks of a place. The venue shows it, so its ledger is not told that something may be missing. */
function recovered(what: string, lane: TransferKind['lane'], more: Partial<TransferKind> = {}): TransferKind {
  const waitsFor = 'a person: the journal was rebuilt, and it does not say what was sent from here';
  return { what, foundBy: 'nothing', echoes: [], lane, atRisk: () => NOTHING, waitsFor, ...more };
}

/** By their names, what stands in a rebuilt journal for transfers that it has lost. */
export const RECOVERED: Readonly<Record<string, TransferKind>> = {
  'recovered.withdrawal': recovered('withdrawal of a lost journal', withdrawal.lane),
  'recovered.conversion': recovered('conversion of a lost journal', conversion.lane),
  'recovered.payout': recovered('payout of a lost journal', payout.lane),
  'recovered.payment': recovered('payment of a lost journal', payment.lane),
  'recovered.refunds': recovered('refunds of a lost journal', () => 'refunds of a lost journal', { shutsAll: true }),
};

/** A request that the contract does not have. It may do anything. */
export const UNLISTED: TransferKind = {
  what: 'request',
  foundBy: 'nothing',
  echoes: [],
  lane: (_body, target) => `request ${target}`,
  atRisk: () => NOTHING,
};

/** The kind of a transfer that the journal has, by the first word of its fingerprint. */
export function kindOf({ fingerprint }: { readonly fingerprint: string }): TransferKind {
  const name = fingerprint.split(' ', 1)[0]!;
  return TRANSFERS[name] ?? RECOVERED[name] ?? UNLISTED;
}

function words(first: string, body: JsonValue, fields: readonly string[]): string {
  return [first, ...fields.map((field) => plainField(body, field)).filter((text) => text !== '')].join(' ');
}

/** A field in one spelling: of an address and of a code, capitals say nothing. A tag stays as it is, since each is somebody else's. */
function plainField(body: JsonValue, field: string): string {
  const text = fieldOf(body, field).trim();
  if (/tag$|additionalAddress$/i.test(field)) return text;
  return /address$/i.test(field) ? plainAddress(text) : text.toUpperCase();
}

/** Refunds are in minor units, of which this interface does not say how many make a whole one (002 Money). */
function minorUnits(body: JsonValue): { amount: Decimal; currency: string } {
  const money = rowsOf(body, 'refunds').map((row) => (isJsonObject(row) ? (row['money'] ?? null) : null));
  const currencies = new Set(money.map((one) => fieldOf(one, 'currency')));
  const amount = money.reduce((sum, one) => sum.plus(amountIn(one, 'amount')), ZERO);
  return { amount, currency: `minor units of ${[...currencies].join(' and ')}` };
}
