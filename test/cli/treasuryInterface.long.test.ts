import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { main } from '../../src/cli/main.ts';
import { treasuryInterface } from '../../src/cli/treasuryInterface.ts';
import { makeKeyFile } from '../../src/treasury/approvals/keyFile.ts';
import { until } from '../until.ts';
import { serveVenue } from './servedVenue.ts';
import { type TestIo, testIo } from './testIo.ts';

const venue = serveVenue();
const { command, control, json } = venue;
let io: TestIo;
let served: Promise<number>;
const PASSPHRASE = 'a long enough passphrase';
const inState = (name: string): string => join(venue.env()['SLUICE_STATE']!, name);

beforeAll(async () => {
  // Money has been asked for before, so the treasury opens the journal of the payments at once.
  await json(
    'pay',
    'intents',
    'create',
    '--amount',
    '100',
    '--to',
    'EUR',
    '--from',
    'USDT',
    '--network',
    'ETH',
    '--order',
    'first',
    '--yes',
  );
  await command('treasury', 'key', 'new', 'anna', '--out', inState('anna.pem'));
  const { publicKey } = await json<{ publicKey: string }>('treasury', 'key', 'show', inState('anna.pem'));
  const policy = [
    `people: { anna: { keys: ['${publicKey}', '${makeKeyFile(inState('locked.pem'), new Secret(PASSPHRASE))}'] } }`,
    'groups: { owners: [anna] }',
    'book: { approve: nobody, cooling: 0s }',
    'change: { approve: [{ need: 1, of: owners }], after: 24h }',
    'rules:',
    '  - { name: payments, if: { kind: [payout, withdrawal] }, then: allow }',
    '  - { name: by link, if: { kind: refund, link: true }, then: allow }',
  ];
  writeFileSync(inState('policy.yaml'), `${policy.join('\n')}\n`);
  expect(await command('treasury', 'policy', 'publish', inState('policy.yaml'), '--as', 'anna', '--yes')).toMatchObject({ code: 0 });
  io = testIo({ env: venue.env() });
  served = main(['treasury', 'serve'], io);
  await until(() => io.stderr().includes('the treasury runs at'));
  // Its first round opens the journals.
  await until(async () => (await command('treasury', 'audit', 'head')).code === 0);
});

afterAll(async () => {
  io.stop.abort('SIGTERM');
  expect(await served).toBe(0);
});

/** A payment that has got half of what it asks for. */
async function underpaid(order: string): Promise<string> {
  const words = ['--amount', '100', '--to', 'EUR', '--from', 'USDT', '--network', 'ETH', '--order', order, '--yes'];
  const { id } = await json<{ id: string }>('pay', 'intents', 'create', ...words);
  await control('POST', `/payments/${id}/deposits`, { amount: 50 });
  await venue.advance(5000);
  return id;
}

const KEY = (): string[] => ['--as', 'anna', '--key', inState('anna.pem')];

describe(treasuryInterface, () => {
  it('makes deposit instructions and hosted pages through it', async () => {
    const deposit = ['--currency', 'XRP', '--network', 'XRP', '--type', 'UniqueTag', '--client-tag', 'till-1', '--yes'];
    expect(await command('treasury', 'deposit', 'crypto', ...deposit)).toMatchObject({ code: 0 });
    const person = ['--email', 'ada@shop.example', '--phone', '+4915112345678', '--first-name', 'Ada', '--last-name', 'Lovelace'];
    const page = [
      '--customer',
      'customer-1',
      '--country',
      'DE',
      ...person,
      '--currency',
      'EUR',
      '--notify-url',
      'https://shop.example/notify',
    ];
    expect(await command('page', 'link', ...page, '--order', 'page-1', '--yes')).toMatchObject({ code: 0 });
    const rows = await json<{ what: string; subject: string; after: string }[]>('treasury', 'audit', 'list');
    expect(rows.filter(({ what }) => what === 'request.sent')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          subject: 'exchange.depositAddresses.create',
          after: expect.stringContaining('answered with 2') as string,
        }),
        expect.objectContaining({ subject: 'hostedPage.payments.initiate' }),
      ]),
    );
  });

  it('pays out so much that arrives, and withdraws, under references of their own', async () => {
    const toBook = async (name: string, currency: string, network: string, address: string): Promise<void> => {
      const words = ['--currency', currency, '--network', network, '--address', address, ...KEY(), '--yes'];
      expect(await command('treasury', 'book', 'add', name, ...words)).toMatchObject({ code: 0 });
    };
    await toBook('exchange-b', 'USDT', 'ETH', '0x52908400098527886E0F7030069857D2E4169EE7');
    await toBook('cold-1', 'BTC', 'BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    const shared = [...KEY(), '--yes', '--wait', '1s', '-o', 'json'];
    const payout = ['--to', 'exchange-b', '--to-amount', '100', '--fee-mode', 'net', '--amount', '110', '--currency', 'EUR'];
    const paid = await command('pay', 'payouts', 'create', ...payout, '--order', 'payout-7', '--account', 'customer-1', ...shared);
    expect([paid.code, paid.stderr]).toEqual([0, expect.any(String)]);
    expect(await json('pay', 'payouts', 'list', '--order', 'payout-7', '--account', 'customer-1')).toHaveLength(1);
    const withdrawal = ['--to', 'cold-1', '--amount', '0.005', '--currency', 'BTC', '--reference', 'INV-9', '--client-tag', 'till-1'];
    const recipient = ['--first-name', 'Ada', '--last-name', 'Byron', '--born-in', 'GB', '--born-on', '1915-12-10'];
    const left = await command('treasury', 'withdraw', ...withdrawal, ...recipient, ...shared);
    expect(left, left.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(left.stdout)).toMatchObject({ rows: [{ reference: 'INV-9' }] });
    const half = await command('treasury', 'withdraw', ...withdrawal, '--first-name', 'Ada', ...shared);
    expect([half.code, half.stderr]).toEqual([2, expect.stringContaining('go together (000 Beneficiary)')]);
  });

  it('lets no order past the kill switch', async () => {
    writeFileSync(inState('kill'), '');
    const order = ['--symbol', 'BTC/EUR', '--side', 'Buy', '--amount', '0.001', '--price', '10000', '--type', 'Limit', '--yes'];
    const { code, stderr } = await command('api', 'exchange.orders.place', ...order);
    rmSync(inState('kill'));
    expect([code, stderr]).toEqual([7, expect.stringContaining('kill')]);
  });

  it('is named by a command that looks for a daemon', async () => {
    const { code, stderr } = await command('stop');
    expect([code, stderr]).toEqual([5, expect.stringContaining('what runs there is `sluice treasury serve`')]);
  });

  it('asks for payments and pages through the treasury that runs, and it writes down who did', async () => {
    await underpaid('second');
    const page = await command('pay', 'intents', 'create', '--amount', '5', '--to', 'EUR', '--order', 'page', '--yes');
    expect([page.code, page.stderr]).toEqual([0, expect.stringContaining('through the treasury that runs')]);
    const rows = await json<{ what: string; evidence: string }[]>('treasury', 'audit', 'list');
    expect(rows.filter(({ what }) => what === 'request.sent').map(({ evidence }) => evidence.split(',')[0])).toEqual(
      expect.arrayContaining(['customOrderId second', 'customOrderId page']),
    );
  });

  it('accepts what was received for a person of the policy, and refuses the same past it', async () => {
    const id = await underpaid('accept-me');
    const raw = await command('api', 'processing.paymentIntents.acceptReceived', '--paymentIntentId', id, '--yes');
    expect([raw.code, raw.stderr]).toEqual([7, expect.stringContaining('which it would go past')]);
    const stranger = await command('pay', 'intents', 'accept', id, '--as', 'eve', '--yes');
    expect([stranger.code, stranger.stderr]).toEqual([7, expect.stringContaining('eve is not among the people of the policy')]);
    expect(await command('pay', 'refunds', 'link', id, ...KEY(), '--yes')).toMatchObject({ code: 0 });
    const done = await command('pay', 'intents', 'accept', id, ...KEY(), '--yes', '-o', 'json');
    expect([done.code, done.stderr]).toEqual([0, expect.stringMatching(/R-\w+, a refund of this payment, is sent/)]);
    expect(JSON.parse(done.stdout)).toMatchObject({ status: 'ManuallyCompletedAmountAcceptable' });
    const rows = await json<{ what: string; who: string; subject: string }[]>('treasury', 'audit', 'list', '--who', 'anna');
    expect(rows.filter(({ what, subject }) => what === 'payment.accept' && subject === id)).toHaveLength(2);
  });

  it('signs a decision when everything is answered, since it counts from then on', async () => {
    const id = await underpaid('accept-late');
    const asker = testIo({ env: venue.env(), columns: 80 });
    const ended = main(['pay', 'intents', 'accept', id, '--as', 'anna', '--key', inState('locked.pem'), '--yes'], asker);
    await Promise.race([ended, until(() => asker.stderr().includes('Passphrase'))]);
    const askedAt = Date.now();
    const answeredAt = await until(
      () => Date.now(),
      (now) => now > askedAt + 1,
    );
    asker.type(`${PASSPHRASE}\n`);
    expect([await ended, asker.stderr()]).toEqual([0, expect.any(String)]);
    const rows = await json<{ subject: string; evidence: string }[]>('treasury', 'audit', 'list', '--who', 'anna');
    const [, signedAt] = /signed at (\S+) with/.exec(
      rows.find(({ subject, evidence }) => subject === id && evidence.includes('signed'))!.evidence,
    )!;
    expect(Date.parse(signedAt!)).toBeGreaterThanOrEqual(answeredAt);
  });

  it('gives the link of a refund under the policy, and refuses it past it', async () => {
    const id = await underpaid('refund-me');
    const raw = await command('api', 'processing.paymentIntents.refundLink', '--paymentIntentId', id, '--languageIso2', 'en', '--yes');
    expect([raw.code, raw.stderr]).toEqual([7, expect.stringContaining('which it would go past')]);
    expect(await command('pay', 'refunds', 'link', id, ...KEY(), '--dry-run', '-o', 'json')).toMatchObject({ code: 0 });
    expect((await command('pay', 'refunds', 'link', id, ...KEY())).code).toBe(9);
    const given = await command('pay', 'refunds', 'link', id, ...KEY(), '--yes', '-o', 'json');
    const { move, url } = JSON.parse(given.stdout) as { move: string; url: string };
    expect((await fetch(url)).status).toBe(200);
    const again = await command('pay', 'refunds', 'link', id, ...KEY(), '--yes', '-o', 'json');
    expect(JSON.parse(again.stdout)).toMatchObject({ move });
    expect(readFileSync(inState('policy.yaml'), 'utf8')).toContain('link: true');
  });
});

describe('the kill switch beside a running treasury', () => {
  it('is refused, since the treasury has the journal, and names the file by which the treasury converts nothing', async () => {
    const { code, stderr } = await command('kill');
    expect(code).toBe(7);
    expect(stderr).toContain(`\`touch ${inState('kill')}\` needs no journal: a treasury converts nothing while that file is there`);
  });
});
