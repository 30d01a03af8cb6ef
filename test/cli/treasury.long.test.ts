import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { treasuryWithdraw } from '../../src/cli/commands/treasuryWithdraw.ts';
import { endAll, type Env, sluice, start, startSimulator } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
let env: Env;
let control: Awaited<ReturnType<typeof startSimulator>>['control'];

const run = async (...argv: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => sluice(argv, env);
const json = async <T>(...argv: string[]): Promise<T> => JSON.parse((await run(...argv, '-o', 'json')).stdout) as T;
const key = (person: string): string => folder.path(`${person}.pem`);

async function publicKey(person: string): Promise<string> {
  await run('treasury', 'key', 'new', person, '--out', key(person));
  return (await json<{ publicKey: string }>('treasury', 'key', 'show', key(person))).publicKey;
}

/** Asks for an entry and approves it. In this policy none has to cool. */
async function addToBook(name: string, ...destination: string[]): Promise<void> {
  const added = await run('treasury', 'book', 'add', name, ...destination, '--as', 'anna', '--key', key('anna'), '--yes');
  expect(added).toMatchObject({ code: 0 });
  const approved = await run('treasury', 'book', 'approve', name, '--as', 'ben', '--key', key('ben'), '--yes');
  expect(approved).toMatchObject({ code: 0, stdout: expect.stringContaining('allowed') as string });
}

/** A withdrawal whose request was lost on its way. It is decided on while the treasury runs, and then sent. */
async function decideByHand(): Promise<void> {
  const fault = { operation: 'withdrawals.create', times: 1, fault: { kind: 'drop-before' } };
  const asked = await fetch(`${control.url}/control/v1/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${control.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(asked.status).toBe(200);
  const withdraw = [
    'treasury',
    'withdraw',
    '--to',
    'cold-1',
    '--currency',
    'BTC',
    '--amount',
    '0.004',
    '--as',
    'anna',
    '--key',
    key('anna'),
  ];
  expect(await run(...withdraw, '--yes', '--wait', '2s')).toMatchObject({ code: 8 });
  const [unknown] = await json<{ id: string }[]>('orders', 'unresolved');
  const resolved = await run('orders', 'resolve', unknown!.id, '--not-placed', '--yes');
  expect(resolved, resolved.stderr).toMatchObject({ code: 0 });
  const [{ id }] = await json<[{ id: string }]>('treasury', 'list');
  expect(await run('treasury', 'show', id, '--wait', '60s')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('completed') as string,
  });
}

beforeAll(async () => {
  const simulator = await startSimulator();
  control = simulator.control;
  const state = folder.path('state');
  env = { ...simulator.env, ...simulator.processing, SLUICE_STATE: state, SLUICE_ACCOUNTS: folder.path('accounts') };
  const [anna, ben] = [await publicKey('anna'), await publicKey('ben')];
  const policy = [
    `people: { anna: { keys: ['${anna}'] }, ben: { keys: ['${ben}'] }, schedule/cold: {} }`,
    'groups: { owners: [anna, ben] }',
    'book: { approve: [{ need: 1, of: owners }], cooling: 0s }',
    'change: { approve: [{ need: 1, of: owners }], after: 24h }',
    'rules:',
    '  - { name: small, if: { kind: withdrawal, currency: BTC, amount: { atMost: 0.01 BTC } }, then: allow }',
    '  - { name: to euros, if: { kind: conversion, currency: BTC, into: EUR, amount: { atMost: 0.1 BTC } }, then: allow }',
    '  - { name: all else, then: { approve: [{ need: 1, of: owners }], expires: 24h } }',
  ];
  writeFileSync(folder.path('policy.yaml'), `${policy.join('\n')}\n`);
});

afterAll(async () => {
  await endAll();
  folder.remove();
});

describe(treasuryWithdraw.name, () => {
  it('moves nothing before a policy is published', async () => {
    expect(await run('treasury', 'policy', 'show')).toMatchObject({ code: 3 });
    const published = await run('treasury', 'policy', 'publish', folder.path('policy.yaml'), '--as', 'anna', '--yes');
    expect(published).toMatchObject({ code: 0, stdout: expect.stringContaining('policy 1, published by anna') as string });
    const btc = ['--currency', 'BTC', '--network', 'BTC', '--address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'];
    await addToBook('cold-1', ...btc);
    await addToBook('supplier', '--currency', 'USDT', '--network', 'ETH', '--address', '0x52908400098527886E0F7030069857D2E4169EE7');
    expect(await json('treasury', 'book', 'list')).toMatchObject([{ name: 'cold-1', approvedBy: 'ben' }, { name: 'supplier' }]);
  });

  it('shows the fee, what arrives, the balance afterwards and the rule, and writes nothing', async () => {
    const { code, stdout } = await run(
      'treasury',
      'withdraw',
      '--to',
      'cold-1',
      '--currency',
      'BTC',
      '--amount',
      '0.005',
      '--as',
      'anna',
      '--dry-run',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/BTC: 0\.\d+ leaves, \d+ may be withdrawn, [\d.]+ afterwards/);
    expect(stdout).toContain('policy 1, rule "small": allowed');
    expect(await json('treasury', 'list')).toEqual([]);
  });

  it('withdraws what a rule allows, and follows it until it has arrived', async () => {
    const withdrawn = [
      'treasury',
      'withdraw',
      '--to',
      'cold-1',
      '--currency',
      'BTC',
      '--amount',
      '0.005',
      '--as',
      'anna',
      '--key',
      key('anna'),
    ];
    expect(await run(...withdrawn)).toMatchObject({ code: 9 });
    expect(await run(...withdrawn, '--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('completed') as string });
    const again = await run(...withdrawn, '--yes');
    expect(again).toMatchObject({ code: 9, stderr: expect.stringContaining('seems to be paid already') as string });
    const [move] = await json<{ state: string; rule: string }[]>('treasury', 'list');
    expect(move).toMatchObject({ state: 'completed', rule: 'small', initiator: 'anna' });
  });

  it('refuses what is not in the book, and names what is wrong with an address', async () => {
    const to = (address: string): string[] => [
      'treasury',
      'withdraw',
      '--currency',
      'BTC',
      '--network',
      'BTC',
      '--address',
      address,
      '--amount',
      '0.001',
    ];
    expect(await run(...to('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'), '--yes')).toMatchObject({ code: 7 });
    const typo = await run(...to('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx'), '--yes');
    expect(typo).toMatchObject({ code: 2, stderr: expect.stringContaining('address') as string });
  });

  it('converts by a quote within the limits that were asked for, and by sluice api not at all', async () => {
    const convert = ['treasury', 'convert', '--from', 'BTC', '--into', 'EUR', '--to-amount', '200', '--as', 'anna', '--key', key('anna')];
    const dry = await run(...convert, '--dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('rule "to euros": allowed') as string });
    const { state, rows } = JSON.parse((await run(...convert, '--yes', '-o', 'json')).stdout) as { state: string; rows: object[] };
    expect({ state, rows }).toMatchObject({ state: 'completed', rows: [{ currency: 'BTC', address: 'EUR', brings: '200 EUR', fee: '0' }] });
    const other = ['treasury', 'convert', '--from', 'BTC', '--into', 'ETH', '--amount', '0.001', '--as', 'anna', '--key', key('anna')];
    expect(await run(...other, '--yes')).toMatchObject({ code: 9, stdout: expect.stringContaining('awaiting-approval') as string });
    expect(await run(...convert, '--slippage', '1%', '--worst', '5', '--yes')).toMatchObject({ code: 2 });
    const raw = ['api', 'exchange.conversions.execute', '--id', 'x', '--fromCurrency', 'BTC', '--toCurrency', 'EUR'];
    expect(await run(...raw, '--fromAmount', '1', '--toAmount', '1', '--raw', '--yes')).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('policy 1 is in force') as string,
    });
  });

  it('shows what floats and sweeps would do', async () => {
    const config = folder.path('treasury.yaml');
    const { SLUICE_EXCHANGE_URL: url } = env;
    const lines = [
      'mode: live',
      `venue: { exchange: { url: '${url}', key: '\${env:SLUICE_EXCHANGE_KEY}', secret: '\${env:SLUICE_EXCHANGE_SECRET}' } }`,
      'risk: { maxOrderValue: 1 EUR, maxDailyLoss: 1 EUR }',
      'treasury:',
      '  schedules:',
      '    cold: { at: every 1m, above: 1 BTC, to: cold-1, atMostPerDay: 0.003 BTC }',
    ];
    writeFileSync(config, `${lines.join('\n')}\n`);
    const shown = await json<{ name: string; would: string; last: null }[]>('treasury', 'schedules', '-c', config);
    expect(shown).toMatchObject([
      { name: 'cold', person: 'schedule/cold', what: 'send what is above 1 BTC to cold-1, at most 0.003 BTC a day', last: null },
    ]);
    expect(shown[0]!.would).toContain('withdraw 0.003 BTC to cold-1, rule "small": allowed');
    const { stdout } = await run('treasury', 'schedules', '-c', config);
    expect(stdout).toContain('withdraw 0.003 BTC to cold-1');
  });

  it('lets sluice api move nothing past it, and asks where no policy is in force (U13)', async () => {
    const to = [
      '--networkCode',
      'BTC',
      '--currency',
      'BTC',
      '--amount',
      '0.001',
      '--destinationAddress',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ];
    const past = await run('api', 'exchange.withdrawals.create', ...to, '--yes');
    expect(past).toMatchObject({ code: 7, stderr: expect.stringContaining('policy 1 is in force') as string });
    expect(await run('api', 'raw', 'POST', '/v1/withdrawals', '--body', '{}', '--yes')).toMatchObject({ code: 7 });
    const elsewhere = { ...env, SLUICE_STATE: folder.path('other'), SLUICE_ACCOUNTS: folder.path('other-accounts') };
    const unasked = await sluice(['api', 'exchange.withdrawals.create', ...to], elsewhere);
    expect(unasked).toMatchObject({ code: 9, stderr: expect.stringContaining('moves money') as string });
  });

  it('pays a batch through the treasury that runs, once another person has signed it', async () => {
    const server = start(['treasury', 'serve'], env);
    await server.until('the treasury runs at');
    const { stdout: template } = await run('treasury', 'batch', 'template');
    const heading = template.split('\n')[0]!;
    const rows = Array.from({ length: 230 }, (_, i) => `supplier,USDT,ETH,,,${(10 + i / 100).toFixed(2)},,invoice ${i}`);
    const file = folder.path('batch.csv');
    writeFileSync(file, `${heading}\n${rows.join('\n')}\n`);
    const submit = ['treasury', 'batch', 'submit', file, '--as', 'anna', '--yes'];
    expect(await run(...submit)).toMatchObject({ code: 9, stderr: expect.stringContaining('anna has to sign') as string });
    expect(await run(...submit, '--key', key('anna'))).toMatchObject({ code: 9 });
    const [{ id }] = await json<[{ id: string }]>('treasury', 'list');
    const { stdout: canonical } = await run('treasury', 'approve', id, '--show');
    expect(JSON.parse(canonical)).toMatchObject({ id, initiator: 'anna' });
    expect(await run('treasury', 'approve', id, '--as', 'anna', '--key', key('anna'), '--yes')).toMatchObject({ code: 7 });
    expect(await run('treasury', 'approve', id, '--as', 'ben', '--key', key('ben'), '--yes')).toMatchObject({ code: 0 });
    const move = await json<{ state: string; rows: { state: string }[] }>('treasury', 'show', id);
    expect(move.state).toBe('completed');
    expect(move.rows.filter(({ state }) => state === 'completed')).toHaveLength(230);
    await decideByHand();
    server.kill('SIGINT');
    expect(await server.ended).toMatchObject({ code: 0 });
    expect(await run('treasury', 'audit', 'verify')).toMatchObject({ code: 0, stdout: expect.anything() as string });
    expect(readFileSync(join(env['SLUICE_STATE']!, 'treasury.sqlite')).length).toBeGreaterThan(0);
  });
});
