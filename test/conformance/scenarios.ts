import { expect } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { type Changes, rowsOf, type Scene } from './scene.ts';

/** One call of an operation: what has to be there before it, and what its reply must hold. */
export interface Scenario {
  /** Parameters on top of the row's example, after what they need has been made. */
  prepare?(scene: Scene): Changes | Promise<Changes>;
  /** What the body must match; undefined: that there is none. */
  readonly expects: unknown;
}

const SHOP = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: '108', networkCode: 'ETH', callbackUrl: 'http://127.0.0.1:9/notify' };
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const listed = (row: object): unknown => expect.arrayContaining([expect.objectContaining(row)]);
const text: unknown = like(/./);
/** Money and ids as they are shown. */
const money: unknown = like(/^\d+(\.\d+)?$/);
const id: unknown = like(/^\d+$/);
const pair: unknown = [money, money];
const BATCH = [{ currency: 'BTC', networkCode: 'BTC', amount: 0.01, destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }];

const placed = async ({ ask }: Scene): Promise<Changes> => ({
  orderId: String((await ask('exchange.orders.place', { price: '10000' }))['id']),
});

const quoted = async ({ ask }: Scene): Promise<Changes> => {
  const { id, amountFrom, amountTo } = await ask('exchange.quotes.request');
  return { id: String(id), fromAmount: String(amountFrom), toAmount: String(amountTo) };
};

const drafted = async ({ ask }: Scene): Promise<Changes> => {
  const [batch] = (await ask('exchange.withdrawalBatches.validate', rowsOf(...BATCH))) as unknown as readonly { id: string }[];
  return { withdrawalBatchId: batch!.id };
};

const intended = async ({ ask }: Scene): Promise<Changes> => ({
  paymentIntentId: String((await ask('processing.paymentIntents.create', SHOP))['paymentIntentId']),
});

/** Half of what was asked for has arrived: somebody must decide what becomes of it (001 States). */
const underpaid = async (scene: Scene): Promise<Changes> => {
  const { paymentIntentId } = await intended(scene);
  scene.simulator.payments.deposit({ paymentIntentId: paymentIntentId! }, { amount: dec(60) });
  scene.simulator.world.advance(10_000);
  return { paymentIntentId };
};

const withQuote = async (scene: Scene): Promise<Changes> => {
  const intent = await underpaid(scene);
  await scene.ask('processing.paymentIntents.requestRetryQuote', intent);
  return intent;
};

const paidOut = async ({ ask }: Scene): Promise<Changes> => ({
  payoutIntentId: String((await ask('processing.payouts.create', { callbackUrl: SHOP.callbackUrl }))['payoutIntentId']),
});

const bookings: Readonly<Record<string, Scenario>> = {
  'exchange.currencies.list': { expects: listed({ currency: 'BTC', type: 'Crypto' }) },
  'exchange.symbols.list': { expects: { total: 7, data: listed({ symbol: 'BTC/EUR', precision: 2 }) } },
  'exchange.statistics.list': { expects: listed({ symbol: 'BTC/EUR', lastPrice: money }) },
  'exchange.book.get': { expects: { bids: [pair, pair], asks: [pair, pair] } },
  'exchange.orders.place': {
    prepare: () => ({ price: '9000' }),
    expects: { id, symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: '0.001', price: '9000' },
  },
  'exchange.orders.replace': {
    prepare: async (scene) => ({ ...(await placed(scene)), price: '10001' }),
    expects: { id, amount: '0.002', price: '10001' },
  },
  'exchange.orders.cancel': { prepare: placed, expects: undefined },
  'exchange.orders.list': {
    prepare: async (scene) => ({ ...(await placed(scene)), page: '0' }),
    expects: { total: 1, items: [{ symbol: 'BTC/EUR', side: 'Buy', price: '10000' }] },
  },
  'exchange.trades.list': {
    prepare: async (scene) => {
      const { orderId } = await placed(scene);
      await scene.send('exchange.orders.cancel', { orderId });
      return { orderId };
    },
    expects: { total: 1, items: [{ symbol: 'BTC/EUR', status: 'Canceled', price: '10000' }] },
  },
  'exchange.quotes.request': { expects: { id: text, fromCurrency: 'EUR', toCurrency: 'BTC', amountFrom: '100.1', amountTo: money } },
  'exchange.conversions.execute': { prepare: quoted, expects: { id } },
  'exchange.conversions.list': {
    prepare: async (scene) => {
      await scene.ask('exchange.conversions.execute', await quoted(scene));
      return {};
    },
    expects: { items: listed({ id, amountFrom: '100.1', toCurrency: 'BTC', status: 'Completed' }) },
  },
  'exchange.balances.list': { expects: listed({ currency: 'XRP', totalBalance: '10000' }) },
};

const funding: Readonly<Record<string, Scenario>> = {
  'exchange.wireDeposits.bankAccounts': { expects: listed({ id: 11, currency: 'EUR', minDepositAmount: '100' }) },
  'exchange.wireDeposits.fee': { expects: { netAmount: '994', feeAmount: '6', grossAmount: '1000' } },
  'exchange.wireDeposits.create': { expects: { amount: '1000', iban: text, paymentReference: text } },
  'exchange.vibanDeposits.fee': { expects: { netAmount: '249.49', feeAmount: '1.01', grossAmount: '250.5', currency: 'EUR' } },
  'exchange.vibanDeposits.create': { expects: { transactionId: id, status: 'Pending', amount: '250.5', instructions: { iban: text } } },
  'exchange.depositAddresses.create': { expects: { currency: 'XRP', address: text, destinationTag: text, clientTag: 'customer-17' } },
  'exchange.depositAddresses.list': {
    prepare: async ({ ask }) => {
      await ask('exchange.depositAddresses.create', { clientTag: 'customer-18' });
      return { clientTag: 'customer-18' };
    },
    expects: [{ networkCode: 'XRP', type: 'UniqueTag', clientTag: 'customer-18' }],
  },
  'exchange.depositAddressesV1.get': {
    prepare: async ({ ask }) => {
      await ask('exchange.depositAddresses.create', { addressType: 'Primary', clientTag: undefined });
      return {};
    },
    expects: { currency: 'XRP', address: text, additionalAddressType: 'Tag' },
  },
  'exchange.depositAddressesV1.create': { expects: { currency: 'XRP', address: text } },
  'exchange.depositAddressesV1.list': {
    prepare: async ({ ask }) => {
      await ask('exchange.depositAddressesV1.create');
      return {};
    },
    expects: listed({ currency: 'XRP', networkCode: 'XRP', address: text }),
  },
  'exchange.withdrawals.fee': { expects: { amount: '0.5', feeAmount: '0.0002', netAmount: '0.5', grossAmount: '0.5002' } },
  'exchange.withdrawals.create': {
    prepare: () => ({ referenceId: 'reference-1' }),
    expects: { id, grossAmount: '0.01', netAmount: '0.0098', fee: '0.0002', referenceId: 'reference-1' },
  },
  'exchange.withdrawalsV1.fee': { expects: { amount: '0.5', feeAmount: '0.0002', netAmount: '0.5', grossAmount: '0.5002' } },
  'exchange.withdrawalsV1.create': {
    prepare: () => ({ referenceId: 'reference-2' }),
    expects: { id, grossAmount: '0.01', netAmount: '0.0098', referenceId: 'reference-2' },
  },
  'exchange.fiatWithdrawals.fee': { expects: { amount: '250', feeAmount: '5', netAmount: '250', grossAmount: '255' } },
  'exchange.withdrawalBatches.validate': {
    prepare: () => rowsOf(...BATCH),
    expects: [{ id, currency: 'BTC', transactionCount: 1, amount: '0.01', feeAmount: '0.0002' }],
  },
  'exchange.withdrawalBatches.confirm': { prepare: drafted, expects: undefined },
  'exchange.withdrawalBatches.get': {
    prepare: async (scene) => {
      const batch = await drafted(scene);
      await scene.send('exchange.withdrawalBatches.confirm', batch);
      return batch;
    },
    expects: { status: 'Processing', amount: '0.01', pendingTransactionCount: 1 },
  },
  'exchange.transactions.list': {
    prepare: async ({ ask }) => {
      await ask('exchange.withdrawals.create', { referenceId: 'reference-3' });
      return {};
    },
    expects: { data: listed({ currency: 'BTC', type: 'Send', status: 'Pending', referenceId: 'reference-3' }) },
  },
  'exchange.fiatTransactions.list': {
    prepare: async ({ ask }) => {
      await ask('exchange.vibanDeposits.create', { amount: '311' });
      return {};
    },
    expects: { data: listed({ currency: 'EUR', type: 'Deposit', status: 'Pending', totalAmount: '311' }) },
  },
};

const payments: Readonly<Record<string, Scenario>> = {
  'processing.coins.list': { expects: listed({ fiatCurrency: 'EUR', isVirtual: false }) },
  'processing.paymentIntents.estimate': { expects: { currencyFrom: 'USDT', amountFrom: money, currencyTo: 'EUR', amountTo: '100' } },
  'processing.paymentIntents.create': { prepare: () => SHOP, expects: { paymentIntentId: text, amountTo: '108', address: text } },
  'processing.paymentIntents.createPage': { expects: { url: like(/^http:.*[?&]currencyTo=EUR&amountTo=100&/) } },
  'processing.paymentIntents.get': { prepare: intended, expects: { amountTo: '108', status: 'Pending', networkCode: 'ETH' } },
  'processing.paymentIntents.search': {
    prepare: async ({ ask }) => {
      await ask('processing.paymentIntents.create', { ...SHOP, customOrderId: 'order-9' });
      return { customOrderId: 'order-9' };
    },
    expects: [{ customOrderId: 'order-9', status: 'Pending' }],
  },
  'processing.paymentIntents.requestRetryQuote': { prepare: underpaid, expects: { amountFrom: '60', amountTo: money } },
  'processing.paymentIntents.retry': { prepare: withQuote, expects: undefined },
  'processing.paymentIntents.acceptReceived': {
    prepare: underpaid,
    expects: { receivedAmount: '60', executedAmountTo: money, status: 'ManuallyCompletedAmountAcceptable' },
  },
  'processing.paymentIntents.receivedEquivalent': {
    prepare: underpaid,
    expects: { receivedAmountEquivalent: money, receivedEquivalentCurrency: 'EUR' },
  },
  'processing.paymentIntents.refundNetworks': {
    prepare: intended,
    expects: { coin: 'USDT', coinNetworks: listed({ networkCode: 'ETH' }) },
  },
  'processing.paymentIntents.refundFee': {
    prepare: async (scene) => ({ ...(await underpaid(scene)), networkCode: 'ETH' }),
    expects: { amount: '56', feeAmount: '4', totalAmount: '60' },
  },
  'processing.paymentIntents.refund': {
    prepare: underpaid,
    expects: { amount: '56', currency: 'USDT', networkCode: 'ETH', status: 'Pending' },
  },
  'processing.paymentIntents.refundLink': {
    prepare: underpaid,
    expects: { url: like(/\/refund\?.*languageIso2=en&token=/) },
  },
  'processing.paymentAddresses.create': { expects: { currency: 'ADA', networkCode: 'ADA_TEST', accountId: 'customer-1', address: text } },
  'processing.paymentAddresses.search': {
    prepare: async ({ ask }) => {
      await ask('processing.paymentAddresses.create', { accountId: 'customer-2' });
      return { accountId: 'customer-2' };
    },
    expects: [{ currency: 'ADA', accountId: 'customer-2', address: text }],
  },
  'processing.payouts.estimate': { expects: { amountFrom: '100', amountTo: money, feeAmount: '1', receivedAmount: money } },
  'processing.payouts.create': { expects: { payoutIntentId: text, amountFrom: '100', amountTo: money, currencyTo: 'USDT' } },
  'processing.payouts.createPage': { expects: { url: like(/^http:.*[?&]currencyTo=EUR&amountTo=100&/) } },
  'processing.payouts.get': { prepare: paidOut, expects: { customOrderId: 'payout-1', amountFrom: '100', currencyTo: 'USDT' } },
  'processing.payouts.search': {
    prepare: async ({ ask }) => {
      await ask('processing.payouts.create', { callbackUrl: SHOP.callbackUrl, customOrderId: 'payout-9' });
      return { customOrderId: 'payout-9' };
    },
    expects: [{ customOrderId: 'payout-9', amountFrom: '100' }],
  },
};

const hosted: Readonly<Record<string, Scenario>> = {
  'hostedPage.payments.initiate': { expects: { redirect_url: like(/^http:.*\/pay\?jwt=.*&variable1=campaign-7$/) } },
  'hostedPage.refunds.submit': { expects: { status: 'ACCEPTED' } },
  'hostedPage.refunds.submitByGateway': { expects: { status: 'ACCEPTED' } },
};

/** One for every operation of the contract. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = { ...bookings, ...funding, ...payments, ...hosted };
