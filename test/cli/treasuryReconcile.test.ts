import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { until } from '../until.ts';
import { serveVenue } from './servedVenue.ts';
import { main } from '../../src/cli/main.ts';
import { watchPayment } from '../../src/cli/watchPayment.ts';
import { run, testIo, testShell } from './testIo.ts';

const venue = serveVenue();
const { command, control, json } = venue;

interface Made {
  readonly id: string;
  readonly payAmount: string;
}

interface Found {
  readonly open: number;
  readonly untied: readonly object[];
  readonly sums: readonly Readonly<Record<string, unknown>>[];
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

function request(order: string): Promise<Made> {
  const terms = ['--amount', '100', '--to', 'EUR', '--from', 'USDT', '--network', 'ETH', '--order', order];
  return json<Made>('pay', 'intents', 'create', ...terms, '--yes');
}

async function deposit({ id, payAmount }: Made, percent: number): Promise<string> {
  const amount = dec(payAmount).times(percent).div(100).toDecimalPlaces(8).toFixed();
  await control('POST', `/payments/${id}/deposits`, { amount: Number(amount) });
  await venue.advance(5000);
  return amount;
}

/** The month in which the venue is now. */
async function month(): Promise<string> {
  return String((await control('GET', '/state'))['now']).slice(0, 7);
}

async function reconciled(): Promise<{ readonly code: number; readonly found: Found }> {
  const { code, stdout } = await command('treasury', 'reconcile', '--month', await month(), '-o', 'json');
  return { code, found: JSON.parse(stdout) as Found };
}

const lineOf = ({ lines }: Found, reference: string) => lines.find((line) => line['reference'] === reference && line['kind'] === 'payment');

describe('treasury reconcile, with every state of 001 brought about over HTTP', () => {
  it('begins in the middle of a month, so that none ends while it runs', { tags: 'long' }, async () => {
    const now = Date.parse(String((await control('GET', '/state'))['now']));
    const at = new Date(now);
    await venue.advance(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 10) - now);
    const { code, found } = await reconciled();
    expect([code, found.lines, found.untied]).toEqual([0, [], []]);
  });

  it.each([
    ['1', 100, 'Completed', 'matched', false],
    ['2', 99, 'PartiallyCompleted', 'under', false],
    ['2', 101, 'PartiallyCompleted', 'over', false],
    ['4', 50, 'ManualActionRequired', 'under', true],
    ['4', 150, 'ManualActionRequired', 'over', true],
  ])('row %s: %s %% received', async (row, percent, status, bucket, open) => {
    const order = `row-${row}-${percent}`;
    await deposit(await request(order), percent);
    expect(lineOf((await reconciled()).found, order)).toMatchObject({ status, bucket, open });
  });

  it.each([
    ['3', { currency: 'USDT', conversion: false }, 50],
    ['5', { currency: 'USDT', threshold: 0 }, 99],
    ['6', { currency: 'USDT', threshold: 0, conversion: false }, 101],
  ])('row %s: what does not fit needs a decision', { tags: 'long' }, async (row, rules, percent) => {
    await control('PUT', '/payment-rules', rules);
    await deposit(await request(`row-${row}`), percent);
    await control('PUT', '/payment-rules', { currency: 'USDT', threshold: 0.02, conversion: true });
    const { code, found } = await reconciled();
    expect(lineOf(found, `row-${row}`)).toMatchObject({ status: 'ManualActionRequired', open: true });
    expect([code, found.untied]).toEqual([10, []]);
  });

  it('row 7: nobody pays; a deposit that comes late is late, and open when it does not fit', { tags: 'long' }, async () => {
    const [never, late, lateAndShort] = [await request('row-7-never'), await request('row-7-late'), await request('row-7-short')];
    await venue.advance(16 * 60_000);
    expect((await json('pay', 'intents', 'show', never.id))['status']).toBe('Failed');
    const { found: before } = await reconciled();
    expect(lineOf(before, 'row-7-late')).toMatchObject({ bucket: 'missing', open: false, why: 'nobody paid: Out of time' });
    await deposit(late, 100);
    await deposit(lateAndShort, 40);
    const { found } = await reconciled();
    expect(lineOf(found, 'row-7-never')).toMatchObject({ bucket: 'missing', open: false });
    expect(lineOf(found, 'row-7-late')).toMatchObject({ bucket: 'late', status: 'Completed', open: false });
    expect(lineOf(found, 'row-7-short')).toMatchObject({ bucket: 'late', status: 'Failed', open: true });
  });

  it('rows 8 to 10: what a person has decided is explained, and a refund has a line of its own', { tags: 'long' }, async () => {
    const [refund, retry, accept] = [await request('row-8'), await request('row-9'), await request('row-10')];
    for (const one of [refund, retry, accept]) await deposit(one, 60);
    expect((await command('api', 'processing.paymentIntents.refund', '--yes', '--paymentIntentId', refund.id)).code).toBe(0);
    await venue.advance(5000);
    await json('pay', 'intents', 'retry', retry.id, '--yes');
    await json('pay', 'intents', 'accept', accept.id, '--yes');
    const { found } = await reconciled();
    for (const order of ['row-8', 'row-9', 'row-10']) expect(lineOf(found, order)).toMatchObject({ bucket: 'under', open: false });
    expect(found.lines.filter(({ kind, reference }) => kind === 'refund' && reference === 'row-8')).toHaveLength(1);
  });

  it('row 11: a second deposit settles it; row 12: an excess goes back by itself', { tags: 'long' }, async () => {
    const topUp = await request('row-11');
    await deposit(topUp, 50);
    await deposit(topUp, 50);
    await control('PUT', '/payment-rules', { excess: 'automatic' });
    await deposit(await request('row-12'), 200);
    await venue.advance(5000);
    await control('PUT', '/payment-rules', { excess: 'manual' });
    const { found } = await reconciled();
    expect(lineOf(found, 'row-11')).toMatchObject({ status: 'PartiallyCompleted', open: false });
    expect(lineOf(found, 'row-12')).toMatchObject({ status: 'CompletedWithExcessRefund', bucket: 'over', open: false });
  });

  it('a repeat deposit is an orphan that names the payment; one to a permanent address is expected', { tags: 'long' }, async () => {
    const paid = await request('row-repeat');
    await deposit(paid, 100);
    await deposit(paid, 30);
    const wallet = ['--currency', 'USDT', '--network', 'ETH', '--account', 'c-1', '--callback-url', 'https://shop.example/n'];
    const { address } = await json('pay', 'addresses', 'create', ...wallet, '--yes');
    await control('POST', '/crypto-deposits', { address, amount: 12 });
    await venue.advance(5000);
    const { found } = await reconciled();
    expect(found.lines.filter(({ bucket }) => bucket === 'orphan')).toMatchObject([{ belongsTo: paid.id, open: true, expected: '0' }]);
    expect(found.lines.find(({ belongsTo }) => belongsTo === 'c-1')).toMatchObject({ bucket: 'matched', received: '12' });
  });

  it('rows a and b: what waits is missing until it comes', { tags: 'long' }, async () => {
    const waiting = await request('row-a');
    expect(lineOf((await reconciled()).found, 'row-a')).toMatchObject({ status: 'Pending', bucket: 'missing', open: true });
    await control('POST', `/payments/${waiting.id}/deposits`, { amount: Number(waiting.payAmount) });
    expect(lineOf((await reconciled()).found, 'row-a')).toMatchObject({ status: 'Processing', bucket: 'missing', open: true });
    await venue.advance(5000);
  });

  it('a bank transfer of another amount than was announced is under or over, and explained', { tags: 'long' }, async () => {
    const words = ['treasury', 'deposit', 'viban', '--amount', '200', '--currency', 'EUR', '--client-ip', '203.0.113.7', '--yes'];
    const { id } = await json(...words);
    await control('POST', `/fiat-deposits/${String(id)}/completion`, { amount: 150 });
    const { found } = await reconciled();
    expect(found.lines.find((line) => line['id'] === id)).toMatchObject({
      kind: 'fiat deposit',
      bucket: 'under',
      expected: '200',
      received: '150',
      open: false,
    });
  });

  it('so is a wire transfer, which is found by its reference', { tags: 'long' }, async () => {
    const terms = ['--amount', '1000', '--currency', 'EUR', '--country', 'DE', '--bank', '11'];
    const { reference } = await json(
      'treasury',
      'deposit',
      'wire',
      ...terms,
      '--from-bank',
      'B',
      '--from-iban',
      'SE4550000000058398257466',
      '--yes',
    );
    const rows = await json<readonly Record<string, unknown>[]>('treasury', 'deposit', 'list', '--status', 'Pending');
    const { id } = rows.find((row) => row['reference'] === reference)!;
    await control('POST', `/fiat-deposits/${String(id)}/completion`, { amount: 1100 });
    const { found } = await reconciled();
    expect(found.lines.find((line) => line['reference'] === reference)).toMatchObject({
      bucket: 'over',
      expected: '1000',
      received: '1100',
    });
  });

  it('the sums come to the totals, in every kind and currency, and the same month gives the same twice', { tags: 'long' }, async () => {
    const { code, found } = await reconciled();
    expect([code, found.untied]).toEqual([10, []]);
    for (const total of found.sums.filter(({ bucket }) => bucket === 'total')) {
      const parts = found.sums.filter(
        ({ kind, currency, bucket }) => kind === total['kind'] && currency === total['currency'] && bucket !== 'total',
      );
      for (const member of ['expected', 'received']) {
        expect(parts.reduce((sum, part) => sum.plus(String(part[member])), dec(0)).toFixed()).toBe(total[member]);
      }
    }
    expect((await reconciled()).found.lines.map(({ why: _why, ...line }) => line)).toEqual(
      found.lines.map(({ why: _why, ...line }) => line),
    );
    expect(found.lines.filter(({ open }) => open)).toHaveLength(found.open);
  });

  it('prints lines as CSV, and says which side was left out when an account is not named', { tags: 'long' }, async () => {
    const csv = await command('treasury', 'reconcile', '--month', await month(), '-o', 'csv');
    expect([csv.code, csv.stdout.split('\r\n')[0]]).toEqual([
      10,
      'bucket,open,kind,at,id,reference,status,currency,expected,received,belongsTo,why',
    ]);
    const env = Object.fromEntries(Object.entries(venue.env()).filter(([name]) => !name.startsWith('SLUICE_EXCHANGE')));
    const alone = await run(['treasury', 'reconcile', '--month', '2020-01'], { env });
    expect([alone.code, alone.stderr]).toEqual([0, expect.stringContaining('exchange is left out')]);
    const wrong = await command('treasury', 'reconcile', '--month', '2026-13');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('expected a month, like 2026-10')]);
  });
});

describe('pay intents watch', () => {
  it('F82: a forged notification sets off a read and changes nothing; the true deposit ends it', { tags: 'long' }, async () => {
    const made = await request('watched');
    const io = testIo({ env: venue.env() });
    const ended = main(['pay', 'intents', 'watch', made.id, '--every', '1h', '--listen-port', '0', '-o', 'ndjson'], io);
    const url = await until(
      () => /http:\/\/127\.0\.0\.1:\d+/.exec(io.stderr())?.[0] ?? '',
      (found) => found !== '',
    );
    await until(() => io.stdout().includes('"status":"Pending"'));
    const forged = { notificationType: 'PaymentIntentNotification', paymentIntentId: made.id, status: 'Completed', receivedAmount: 1000 };
    const post = (): Promise<Response> => fetch(url, { method: 'POST', body: JSON.stringify(forged) });
    expect((await post()).status).toBe(200);
    const before = io.stdout();
    expect(before).not.toContain('Completed');
    expect(await json('pay', 'intents', 'show', made.id)).toMatchObject({ status: 'Pending', received: null });
    await deposit(made, 100);
    expect(io.stdout()).not.toContain('Completed');
    // The last hint may find the listener gone.
    await until(async () => {
      await post().catch(() => undefined);
      return io.stdout().includes('"event":"ended"');
    });
    expect(await ended).toBe(0);
    const lines = io
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-1)).toEqual({ event: 'ended', status: 'Completed' });
    expect(lines).toContainEqual(expect.objectContaining({ event: 'entry', what: 'deposit', time: 'seen' }));
    expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBe(lines.length);
  });

  it('ends with 10 when nobody paid or the time is up, and at once when there is no such payment', { tags: 'long' }, async () => {
    const made = await request('never-paid');
    const shell = testShell({}, { env: venue.env() });
    expect(await watchPayment(shell, { id: made.id, everyMs: 3_600_000, forMs: 0, listenPort: undefined })).toBe(10);
    await venue.advance(16 * 60_000);
    const { code, stdout, stderr } = await command('pay', 'intents', 'watch', made.id);
    expect([code, stdout, stderr]).toEqual([10, expect.stringContaining('(Out of time)'), expect.stringContaining('it is Failed')]);
    expect((await command('pay', 'intents', 'watch', '0f8fad5b-d9cb-469f-a165-70867728950e')).code).toBe(3);
    const csv = await command('pay', 'intents', 'watch', made.id, '-o', 'csv');
    expect([csv.code, csv.stderr]).toEqual([2, expect.stringContaining('watch does not print csv')]);
  });
});
