import { afterAll, beforeAll, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Secret } from '../../src/base/secret.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { createExchangeClient, type ExchangeClient } from '../../src/client/exchangeClient.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import { patientTransport } from './patientTransport.ts';
import { exchange } from '../../src/contract/exchange.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { serveSimulator, type SimulatorServer } from '../../src/simulator/serve.ts';
import { faultFrom } from './scripted.ts';

/** The rows that were called, as the simulator saw them. */
const seen = new Set<string>();
const transport = patientTransport();
let simulator: Simulator;
let server: SimulatorServer;
let client: ExchangeClient;

beforeAll(async () => {
  simulator = createSimulator({
    clock: systemClock,
    seed: 7,
    market: { isEu: false },
    behaviour: {
      fault: ({ operation }) => {
        seen.add(operation);
        return undefined;
      },
    },
  });
  server = await serveSimulator(simulator, { port: 0 });
  const { key, secret } = simulator.exchange;
  const limiter = createRateLimiter({ perSecond: 1000, burst: 1000 });
  client = createExchangeClient({ url: server.url, key, secret: new Secret(secret), transport, clock: systemClock, limiter });
});

afterAll(async () => {
  simulator.stop();
  await transport.close();
  await server.close();
});

const XRP_TO = { currency: 'XRP', networkCode: 'XRP', destinationAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' } as const;

test('fiat deposits: accounts, fees, announcements, history', async () => {
  const [bank] = await client.wireDeposits.bankAccounts({ countryIso2: 'SE', currency: 'EUR' });
  const bankAccountId = bank!.id;
  const fee = await client.wireDeposits.fee({ amount: dec('1000.55'), currency: 'EUR', countryIso2: 'SE', bankAccountId });
  expect(fee.netAmount.plus(fee.feeAmount).toFixed()).toBe('1000.55');
  const wire = await client.wireDeposits.create({
    netAmount: fee.netAmount,
    feeAmount: fee.feeAmount,
    currency: 'EUR',
    customerBankName: 'Handelsbanken',
    customerIban: 'SE4550000000058398257466',
    customerBankCountryIso2: 'SE',
    bankAccountId,
  });
  expect(wire.amount.toFixed()).toBe('1000.55');
  expect((await client.vibanDeposits.fee({ amount: dec('250.5'), currency: 'eur' })).currency).toBe('EUR');
  const viban = await client.vibanDeposits.create({ amount: dec('250.5'), currency: 'EUR', clientIp: '2001:db8::7' });
  expect(viban).toMatchObject({ status: 'Pending', instructions: { currency: 'EUR' } });
  const { data } = await client.fiatTransactions.list();
  expect(data.map(({ id, referenceId }) => [id, referenceId])).toEqual([
    [viban.transactionId, `VB-${viban.transactionId}`],
    [wire.referenceNumber, wire.paymentReference],
  ]);
});

test('deposit addresses, in both versions', async () => {
  const created = await client.depositAddresses.create({
    currency: 'XRP',
    networkCode: 'XRP',
    addressType: 'UniqueTag',
    clientTag: 'shop',
  });
  expect((await client.depositAddresses.list({ clientTag: 'shop' }))[0]).toMatchObject({ address: created.address, type: 'UniqueTag' });
  const old = await client.depositAddressesV1.get({ currency: 'XRP', network: 'XRP' });
  expect(old.address).toBe(created.address);
  const another = await client.depositAddressesV1.create({ currency: 'XRP', networkCode: 'XRP' });
  expect((await client.depositAddressesV1.list({ address: another.address })).map(({ currency }) => currency)).toEqual(['XRP']);
});

test('withdrawals, in both versions, and what they cost', async () => {
  const amount = dec('25.000001');
  const quote = await client.withdrawals.fee({ ...XRP_TO, amount, feeType: 'net' });
  const made = await client.withdrawals.create({ ...XRP_TO, amount, feeType: 'net', referenceId: 'r-1' });
  expect([made.grossAmount.toFixed(), made.netAmount.toFixed()]).toEqual([quote.grossAmount.toFixed(), '25.000001']);
  expect((await client.withdrawalsV1.fee({ ...XRP_TO, amount })).feeAmount.toFixed()).toBe('0.25');
  const old = await client.withdrawalsV1.create({ ...XRP_TO, amount });
  expect((await client.fiatWithdrawals.fee({ amount: dec(100), currency: 'EUR' })).grossAmount.toFixed()).toBe('105');
  const ids = [];
  for await (const { id } of client.transactions.list({ currency: 'XRP' })) ids.push(id);
  expect(ids).toEqual([old.id, made.id]);
});

test('a batch: validated, confirmed, monitored', async () => {
  const rows = [
    { ...XRP_TO, amount: dec(5), comment: 'one' },
    { ...XRP_TO, amount: dec('6.5'), destinationTag: '7' },
  ];
  const [summary] = await client.withdrawalBatches.validate({ rows });
  expect([summary!.transactionCount, summary!.amount.toFixed(), summary!.feeAmount.toFixed()]).toEqual([2, '11.5', '0.5']);
  const withdrawalBatchId = summary!.id;
  await client.withdrawalBatches.confirm({ withdrawalBatchId });
  expect(await client.withdrawalBatches.get({ withdrawalBatchId })).toMatchObject({ status: 'Processing', pendingTransactionCount: 2 });
  expect((await client.transactions.list({ withdrawalBatchId })).total).toBe(2);
});

test('what is wrong is refused before it is sent, by the client; and by the venue, with its field', async () => {
  const early = await faultFrom(client.withdrawals.create({ ...XRP_TO, amount: dec(0) }));
  expect(early).toMatchObject({ code: 'invalid-request', outcome: 'not-sent' });
  const late = await faultFrom(client.withdrawals.create({ ...XRP_TO, destinationAddress: 'x', amount: dec(5) }));
  expect(late).toMatchObject({ outcome: 'rejected', fieldErrors: { destinationAddress: ['is not an address of network XRP'] } });
});

test('a ViBAN deposit that is locked was not created: that is proven (000 Errors 8)', async () => {
  const deposit = { amount: dec('99.5'), currency: 'EUR', clientIp: '203.0.113.7' } as const;
  await client.vibanDeposits.create(deposit);
  expect(await faultFrom(client.vibanDeposits.create(deposit))).toMatchObject({ outcome: 'rejected', venueCode: 'deposit-locked' });
});

test('market data, orders and conversions', async () => {
  expect((await client.currencies.list()).length).toBeGreaterThan(1);
  expect((await client.symbols.list()).total).toBe(7);
  expect((await client.statistics.list()).length).toBe(7);
  expect((await client.book.get({ symbol: 'BTC/EUR' })).bids.length).toBeGreaterThan(0);
  const order = await client.orders.place({ symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: dec('0.01'), price: dec(10_000) });
  await client.orders.replace({ orderId: order.id, amount: dec('0.02') });
  expect((await client.orders.list()).total).toBe(1);
  await client.orders.cancel({ orderId: order.id });
  expect((await client.trades.list()).items[0]).toMatchObject({ id: order.id, status: 'Canceled' });
  const quote = await client.quotes.request({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec(100) });
  const { id, fromCurrency, toCurrency, amountFrom, amountTo } = quote;
  await client.conversions.execute({ id, fromCurrency, toCurrency, fromAmount: amountFrom, toAmount: amountTo });
  expect((await client.conversions.list()).count).toBe(1);
  expect((await client.balances.list()).length).toBeGreaterThan(1);
});

test('every row of the table was called over HTTP, and nothing failed inside', () => {
  expect([...seen].toSorted()).toEqual(Object.keys(exchange).toSorted());
  expect(simulator.truth().failures).toEqual([]);
});
