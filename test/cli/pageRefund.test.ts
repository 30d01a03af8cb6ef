import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveVenue } from './servedVenue.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const { command, json, control } = serveVenue();
const folder = temporaryFolder();
afterAll(() => folder.remove());

const UNPAID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const signed = (): string[] => ['--as', 'anna', '--key', folder.path('anna.pem'), '--yes'];

/** A payment of 25 EUR on the hosted page, as its customer has made it. */
async function paid(): Promise<{ readonly id: string; readonly shown: () => Promise<string> }> {
  const customer = ['--customer', 'c-1', '--country', 'DE', '--email', 'ada@shop.example', '--phone', '+4915112345678'];
  const person = ['--first-name', 'Ada', '--last-name', 'Lovelace', '--currency', 'EUR', '--notify-url', 'https://shop.example/notify'];
  const { url } = await json<{ url: string }>('page', 'link', ...customer, ...person, '--yes');
  const done = await fetch(url, { method: 'POST', body: new URLSearchParams({ amount: '2500', decision: 'pay' }) });
  expect(done.status).toBe(200);
  const [, claims] = new URL(url).searchParams.get('jwt')!.split('.');
  const { id } = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { id: string };
  return { id, shown: async () => (await fetch(url)).text() };
}

beforeAll(async () => {
  expect(await command('treasury', 'key', 'new', 'anna', '--out', folder.path('anna.pem'))).toMatchObject({ code: 0 });
  const { publicKey } = await json<{ publicKey: string }>('treasury', 'key', 'show', folder.path('anna.pem'));
  const policy = [
    `people: { anna: { keys: ['${publicKey}'] } }`,
    'groups: { owners: [anna] }',
    'book: { approve: nobody }',
    'change: { approve: [{ need: 1, of: owners }] }',
    'rules:',
    '  - { name: small refunds, if: { kind: page-refund, currency: EUR, window: [{ last: 24h, atMost: 30 EUR }] }, then: allow }',
  ];
  writeFileSync(folder.path('policy.yaml'), policy.join('\n'));
  expect(await command('treasury', 'policy', 'publish', folder.path('policy.yaml'), '--as', 'anna', '--yes')).toMatchObject({ code: 0 });
});

describe('page refund (002)', { tags: 'long' }, () => {
  it('shows what would go back and the rule, and sends nothing', async () => {
    const { id } = await paid();
    const { code, stdout } = await command('page', 'refund', id, '--currency', 'EUR', '--amount', '10.50', '--as', 'anna', '--dry-run');
    expect([code, stdout]).toEqual([0, expect.stringContaining('rule "small refunds": allowed')]);
    expect(await json('treasury', 'list')).toEqual([]);
  });

  it('gives back all of a payment, and not a second time without being told', async () => {
    const { id, shown } = await paid();
    const refund = ['page', 'refund', id, '--currency', 'EUR', '--amount', '25', ...signed()];
    expect(await command(...refund)).toMatchObject({ code: 0, stdout: expect.stringContaining('the venue has accepted it') as string });
    expect(await shown()).toContain('REFUNDED');
    expect(await command(...refund)).toMatchObject({ code: 9, stderr: expect.stringContaining('seems to be paid already') as string });
    const [move] = await json<readonly Record<string, unknown>[]>('treasury', 'list');
    expect(move).toMatchObject({ kind: 'page-refund', state: 'completed', rule: 'small refunds' });
  });

  it('is held to the limits of the policy', async () => {
    const { id } = await paid();
    // 25 EUR of the 30 EUR of a day are gone.
    const refused = await command('page', 'refund', id, '--currency', 'EUR', '--amount', '5.01', ...signed());
    expect([refused.code, refused.stdout + refused.stderr]).toEqual([7, expect.stringContaining('30 EUR')]);
  });

  it('gives back several payments in one request, from a file', async () => {
    const [a, b] = [await paid(), await paid()];
    writeFileSync(
      folder.path('refunds.csv'),
      `transaction_id,currency,amount,reference\n${a.id},EUR,1.00,refund-a\n${b.id.toUpperCase()},EUR,2.5,\n`,
    );
    const { code, stdout } = await command('page', 'refund', '--file', folder.path('refunds.csv'), ...signed());
    expect([code, stdout.match(/ completed +/g)?.length]).toEqual([0, 2]);
    expect(stdout).toContain('refund-a');
  });

  it('names the first twenty rows that can not be done, and all of them to a program', async () => {
    const rows = Array.from({ length: 25 }, (_, place) => `${UNPAID},JPY,${place + 1}.5`);
    writeFileSync(folder.path('many.csv'), `transaction_id,currency,amount\n${rows.join('\n')}\n`);
    const file = ['page', 'refund', '--file', folder.path('many.csv'), ...signed()];
    const told = await command(...file);
    expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('; and 5 more; -o json shows all') as string });
    expect(told.stderr).not.toContain('row 21: ');
    const { message } = JSON.parse((await command(...file, '-o', 'json')).stderr) as { message: string };
    expect(message).toContain('row 25: 25.5 JPY has more decimals');
    const { stdout } = await command('page', 'refund', '--file', folder.path('many.csv'), '--as', 'anna', '--dry-run');
    expect(stdout.match(/^problem: /gm)).toHaveLength(20);
    expect(stdout).toContain('\nand 5 more; -o json shows all\n');
  });

  it('takes an answer that is lost for unknown, and sends it never again', async () => {
    const { id } = await paid();
    await control('POST', '/faults', { operation: 'refunds.submit', times: 1, fault: { kind: 'drop-after' } });
    const lost = await command('page', 'refund', id, '--currency', 'EUR', '--amount', '0.10', ...signed(), '--wait', '1s');
    expect(lost).toMatchObject({ code: 8, stdout: expect.stringContaining('nobody knows what came of') as string });
    const unresolved = await json<readonly { what: string }[]>('orders', 'unresolved');
    expect(unresolved).toHaveLength(1);
  });

  it('nor does a conversion go past the policy', async () => {
    for (const words of [
      ['convert', 'execute', '--from', 'BTC', '--to', 'EUR', '--from-amount', '0.1'],
      ['convert', 'best', 'BTC', 'EUR', '--amount', '0.1'],
    ]) {
      const { code, stderr } = await command(...words, '--yes');
      expect([code, stderr]).toEqual([7, expect.stringContaining('policy 1 is in force')]);
    }
  });

  it.each<[string[], number, string]>([
    [[], 2, 'name either one payment transaction or --file'],
    [[UNPAID, '--amount', '1'], 2, '--currency and --amount are needed'],
    [['--file', 'x.csv', '--amount', '1'], 2, 'stand in the file'],
    [['no-uuid', '--currency', 'EUR', '--amount', '1'], 2, 'no-uuid is not the UUID of a payment transaction (002)'],
    [[UNPAID, '--currency', 'EUR', '--amount', '1.005'], 2, '1.005 EUR has more decimals than the 2 of the currency'],
    [[UNPAID, '--currency', 'JPY', '--amount', '1.5'], 2, '1.5 JPY has more decimals than the 0 of the currency'],
    [[UNPAID, '--currency', 'BTC', '--amount', '1'], 2, "argument 'BTC' is invalid"],
  ])('refuses %j: %i, %s', async (words, expected, message) => {
    const { code, stderr } = await command('page', 'refund', ...words, ...signed());
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
  });
});
