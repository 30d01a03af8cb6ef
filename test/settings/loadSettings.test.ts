import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { messageOf } from '../../src/base/fault.ts';
import { isLoopback } from '../../src/base/loopback.ts';
import { withEnvironment } from '../../src/settings/environment.ts';
import { loadSettings, type Settings, worldOf } from '../../src/settings/loadSettings.ts';
import { readSource } from '../../src/settings/readSource.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function file(text: string | Uint8Array, mode = 0o600): string {
  const name = `file-${++count}`;
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), mode);
  return name;
}

function load(text: string, env: Readonly<Record<string, string>> = {}): Promise<Settings> {
  return loadSettings({ file: file(text), cwd: folder, env });
}

async function reportOf(text: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  return load(text, env).then(() => 'no problem', messageOf);
}

const VENUE = 'venue: { exchange: { url: https://api.example.com/, key: ${env:KEY}, secret: ${file:SECRET} } }';

describe('settings from a file', () => {
  it('gives money exactly, durations in milliseconds, percentages as fractions', async () => {
    const { risk, poll } = await load(
      'risk: { maxOrderValue: 0.123456789012345678901 EUR, priceCollar: 2.5%, staleAfter: 1.5s }\npoll: { books: 250ms }',
    );
    expect(risk.maxOrderValue).toEqual({ amount: dec('0.123456789012345678901'), currency: 'EUR' });
    expect(risk.priceCollar).toEqual(dec('0.025'));
    expect(risk.staleAfter).toBe(1500);
    expect(poll.books).toBe(250);
  });

  it('fills in every default', async () => {
    const settings = await load('mode: demo');
    expect(settings.poll).toEqual({
      books: 1000,
      depth: 50,
      statistics: 5000,
      orders: 1000,
      trades: 1000,
      balances: 10_000,
      pairs: 3_600_000,
    });
    expect(settings.venue).toMatchObject({ rateLimit: { perSecond: 8, burst: 8 }, knows: { replace: 'unknown' } });
    expect(settings.risk).toMatchObject({ maxOpenOrders: 20, priceCollar: dec('0.02'), onStop: 'cancel' });
    expect(settings).toMatchObject({ log: { level: 'info' }, strategies: {} });
  });

  it('keeps the digits of parameters as text for the strategy to parse', async () => {
    const { strategies } = await load(
      'strategies: { m: { use: maker, symbol: BTC/EUR, budget: 1 EUR, params: { size: 0.10, at: 0 9 * * 1, skew: true, none: null, on: yes } } }',
    );
    expect(strategies['m']?.params).toEqual({ size: '0.10', at: '0 9 * * 1', skew: true, none: null, on: 'yes' });
  });

  it('takes shared parameters by anchor and alias', async () => {
    const { strategies } = await load(
      'strategies:\n  a: { use: maker, symbol: BTC/EUR, budget: 1 EUR, params: &p { size: 1 } }\n  b: { use: maker, symbol: ETH/EUR, budget: 1 EUR, params: *p }',
    );
    expect(strategies['b']?.params).toEqual({ size: '1' });
  });

  const PUBLISHED = { publishedFor: 3_600_000, publishedMost: 1024 };

  it('takes what is to be recorded', async () => {
    const { record } = await load('record: { symbols: [BTC/EUR], keep: 90d, data: ./market }');
    expect(record).toEqual({ symbols: ['BTC/EUR'], every: 1000, depth: 50, keep: 7_776_000_000, data: './market', ...PUBLISHED });
  });

  it('follows the passwords of streams, shows them nowhere, and takes none in the clear, in the demo, or both at once', async () => {
    const env = { KEY: 'key', FEED: 'hunter2-hunter2' };
    const venue = VENUE.replace('SECRET', join(folder, file('c2VjcmV0')));
    const feed = 'nats://sluice:${env:FEED}@10.0.0.5/books';
    const taking = `${venue.slice(0, -2)}, feed: "${feed}" }\n`;
    const publishing = `record: { symbols: [BTC/EUR], publish: "${feed}" }\n`;
    const { feeds } = await load(`${venue}\n${publishing}`, env);
    expect(feeds).toMatchObject({ publish: { host: '10.0.0.5', stream: 'books', setting: 'record.publish' } });
    expect((await load(taking, env)).feeds?.feed?.password?.reveal()).toBe('hunter2-hunter2');
    expect(inspect(feeds, { depth: 9 })).not.toContain('hunter2');
    const clear = await reportOf(taking.replace('${env:FEED}', 'hunter2-hunter2'), env);
    expect(clear).toContain('a password is never written into this file');
    expect(clear).not.toContain('hunter2');
    expect(await reportOf(taking, { KEY: 'key' })).toContain('FEED is not set');
    expect(await reportOf(taking + publishing, env)).toContain('what comes from venue.feed is published already: name one of the two');
    expect(await reportOf(publishing, env)).toContain('the demo makes its market up for itself');
  });

  it('follows the password of a store, shows it nowhere, and takes none in the clear', async () => {
    const env = { KEY: 'key', STORE: 'hunter2-hunter2' };
    const secret = file('c2VjcmV0');
    const venue = VENUE.replace('SECRET', join(folder, secret));
    const settings = await load(`${venue}\nstore: postgres://sluice:\${env:STORE}@10.0.0.5/state?sslrootcert=./ca.pem`, env);
    expect(settings.server).toMatchObject({ host: '10.0.0.5', authority: join(folder, 'ca.pem'), isLocal: false });
    expect(settings.server?.password?.reveal()).toBe('hunter2-hunter2');
    expect(inspect(settings, { depth: 9 })).not.toContain('hunter2');
    const clear = await reportOf(`${venue}\nstore: postgres://sluice:hunter2-hunter2@10.0.0.5/state`, env);
    expect(clear).toContain('a password is never written into this file');
    expect(clear).not.toContain('hunter2');
    expect(await reportOf(`${venue}\nstore: postgres://sluice:\${env:NONE}@10.0.0.5/state`, env)).toContain('NONE is not set');
    expect(await reportOf('store: postgres://sluice@10.0.0.5/state')).toContain('the demo keeps no state');
  });

  it('passes parameters to the check of their strategy with the folder of the file', async () => {
    const seen: unknown[] = [];
    const name = file('strategies: { m: { use: ./m.ts, symbol: BTC/EUR, budget: 1 EUR } }');
    await loadSettings({ file: name, cwd: folder, env: {}, checkParams: (...call) => (seen.push(call), []) });
    expect(seen).toEqual([['./m.ts', {}, { strategy: 'm', directory: folder, traded: { symbol: 'BTC/EUR', markets: undefined } }]]);
  });

  it('tells a file that is missing, too large, no file or no text', async () => {
    expect(await loadSettings({ file: 'nowhere.yaml', cwd: folder, env: {} }).catch(messageOf)).toBe('nowhere.yaml: there is no such file');
    expect(await reportOf('#'.repeat(400_001))).toContain('larger than');
    // B12: to look for secrets in it would take minutes.
    expect(await reportOf(`a: ${'x'.repeat(399_000)}`)).toContain('(a line of 399003 characters)');
    expect(() => readSource('the folder', folder)).toThrow('the folder: this is not a file');
    expect(() => readSource('latin', join(folder, file(Uint8Array.of(0x6d, 0xe9))))).toThrow('latin: the file is not UTF-8 text');
  });

  it('survives nesting without end', async () => {
    expect(await reportOf('['.repeat(2000))).toContain('problem');
    expect(await reportOf('- '.repeat(2000))).toContain('problem');
  });
});

describe('secrets', () => {
  it('are followed to a variable and to a file that only its owner reads', async () => {
    const secret = file('c2VjcmV0\n');
    const settings = await load(VENUE.replace('SECRET', secret), { KEY: 'my-key' });
    const { exchange } = settings.venue;
    expect(exchange?.url).toBe('https://api.example.com');
    expect([exchange?.key?.secret.reveal(), exchange?.key?.origin]).toEqual(['my-key', 'env KEY']);
    expect([exchange?.secret?.secret.reveal(), exchange?.secret?.origin]).toEqual(['c2VjcmV0', `file ${secret}`]);
    for (const text of [JSON.stringify(settings), inspect(settings, { depth: 9 })]) expect(text).not.toMatch(/c2VjcmV0|my-key/);
  });

  it.each([
    ['others may read it', () => file('x', 0o640), 'chmod 600'],
    ['the world may read it', () => file('x', 0o604), 'chmod 600'],
    ['it is empty', () => file(' \n'), 'is empty'],
    ['it has two lines', () => file('one\ntwo'), 'more than one line'],
    ['it is a folder', () => '.', 'is not a file'],
    ['it is too large', () => file('x'.repeat(20_000)), 'larger than'],
  ])('are refused when %s', async (_why, make, message) => {
    const report = await reportOf(VENUE.replace('SECRET', make()), { KEY: 'k' });
    expect(report).toMatch(/:1:\d+ {2}venue\.exchange\.secret/);
    expect(report).toContain(message);
  });

  it('may show a group in the folder that systemd gives to one service, and nowhere else', async () => {
    const config = (mode: number): string => VENUE.replace('SECRET', file('c2VjcmV0', mode));
    const given = { KEY: 'k', CREDENTIALS_DIRECTORY: folder };
    expect((await load(config(0o440), given)).venue.exchange?.secret?.secret.reveal()).toBe('c2VjcmV0');
    expect(await reportOf(config(0o444), given)).toContain('chmod 600');
    expect(await reportOf(config(0o460), given)).toContain('chmod 600');
    expect(await reportOf(config(0o440), { KEY: 'k', CREDENTIALS_DIRECTORY: join(folder, 'other') })).toContain('chmod 600');
    expect(await reportOf(config(0o440), { KEY: 'k', CREDENTIALS_DIRECTORY: '' })).toContain('chmod 600');
  });

  it('are refused behind a symbolic link', async () => {
    symlinkSync(join(folder, file('x')), join(folder, 'link'));
    expect(await reportOf(VENUE.replace('SECRET', 'link'), { KEY: 'k' })).toContain('is a symbolic link');
  });

  it('are looked up also when other fields are wrong', async () => {
    const report = await reportOf(`mode: lvie\n${VENUE.replace('SECRET', 'gone')}`);
    expect(report).toContain('3 problems');
    expect(report).toContain('the environment variable KEY is not set');
    expect(report).toContain('the file gone does not exist');
  });
});

describe('settings from the environment', () => {
  const env = { SLUICE_EXCHANGE_URL: 'http://127.0.0.1:8080', SLUICE_EXCHANGE_KEY: 'env-key', SLUICE_EXCHANGE_SECRET: 'ZW52LXNlY3JldA==' };

  it('point at a venue without a file', async () => {
    const { venue, file: none } = await loadSettings({ env });
    expect(none).toBeUndefined();
    expect(venue.exchange).toMatchObject({ url: 'http://127.0.0.1:8080', balancesPath: '/v1/balances' });
    expect(venue.exchange?.secret?.secret.reveal()).toBe('ZW52LXNlY3JldA==');
  });

  it('win over the file, whose references are then not followed', async () => {
    const { venue } = await load(VENUE, env);
    expect(venue.exchange?.url).toBe('http://127.0.0.1:8080');
    expect(venue.exchange?.key?.origin).toBe('env SLUICE_EXCHANGE_KEY');
  });

  it('do not hide a secret that stands in the file', async () => {
    const report = await reportOf(VENUE.replace('${file:SECRET}', 'hunter2'), env);
    expect(report).toContain('a key or a secret is never written into this file');
    expect(report).not.toContain('hunter2');
  });

  it('are told by name when they are missing or wrong, without their value', async () => {
    const report = await loadSettings({ env: { SLUICE_EXCHANGE_URL: 'ftp://me:hunter2@x', SLUICE_EXCHANGE_SECRET: 'two\nlines' } }).catch(
      messageOf,
    );
    expect(report).toContain('environment SLUICE_EXCHANGE_URL');
    expect(report).toContain('SLUICE_EXCHANGE_KEY is not set');
    expect(report).toContain('SLUICE_EXCHANGE_SECRET holds more than one line');
    expect(report).not.toMatch(/hunter2|lines\n/);
  });

  it('are told with those that are there, which may be left over from something else', async () => {
    const report = await loadSettings({ env: { SLUICE_EXCHANGE_URL: 'http://127.0.0.1:7718' } }).catch(messageOf);
    expect(report).toContain('SLUICE_EXCHANGE_KEY is not set, and SLUICE_EXCHANGE_URL is: set it too, or `unset SLUICE_EXCHANGE_URL`');
    const both = await loadSettings({ env: { SLUICE_EXCHANGE_URL: 'http://127.0.0.1:7718', SLUICE_EXCHANGE_KEY: 'k' } }).catch(messageOf);
    expect(both).toContain('SECRET is not set, and SLUICE_EXCHANGE_URL and SLUICE_EXCHANGE_KEY are: set it too, or');
  });

  it('count as not set when they are empty', async () => {
    expect((await loadSettings({ env: { SLUICE_EXCHANGE_URL: '', SLUICE_EXCHANGE_KEY: '' } })).venue.exchange).toBeUndefined();
  });

  it('leave something else that stands in their place to the schema', () => {
    expect(withEnvironment({ venue: 'here' }, env).value).toEqual({ venue: 'here' });
  });
});

describe('the world of a command', () => {
  it('is the mode of the file, and live for a venue elsewhere that no file calls paper', async () => {
    const away = { SLUICE_EXCHANGE_URL: 'https://api.example.com', SLUICE_EXCHANGE_KEY: 'k', SLUICE_EXCHANGE_SECRET: 's' };
    expect(worldOf(await loadSettings({ env: {} }))).toBe('DEMO');
    expect(worldOf(await loadSettings({ env: { ...away, SLUICE_EXCHANGE_URL: 'http://localhost:1' } }))).toBe('DEMO');
    expect(worldOf(await loadSettings({ env: away }))).toBe('LIVE');
    expect(worldOf(await load('mode: paper', away))).toBe('PAPER');
    expect(['127.0.0.1', '127.9.9.9', 'localhost', '[::1]'].every(isLoopback)).toBe(true);
    expect(['127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1'].some(isLoopback)).toBe(false);
  });
});

describe('an address in the clear', () => {
  it.each(['demo', 'paper'])('B2: is refused for another machine in mode %s too, from the file and from the environment', async (mode) => {
    const account = { SLUICE_EXCHANGE_KEY: 'k', SLUICE_EXCHANGE_SECRET: 's' };
    const there = { ...account, SLUICE_EXCHANGE_URL: 'http://api.example.com' };
    await expect(load(`mode: ${mode}`, there)).rejects.toThrow(/needs https:\/\/ \(http:\/\/ is for this machine only\)/);
    const file = `mode: ${mode}\nvenue: { exchange: { url: 'http://10.0.0.1:7718', key: '\${env:SLUICE_EXCHANGE_KEY}', secret: '\${env:SLUICE_EXCHANGE_SECRET}' } }`;
    await expect(load(file, account)).rejects.toThrow(/needs https:\/\//);
    expect((await load(`mode: ${mode}`, { ...account, SLUICE_EXCHANGE_URL: 'http://127.0.0.1:1' })).venue.exchange?.url).toBe(
      'http://127.0.0.1:1',
    );
  });
});

describe('every configuration in config/', () => {
  const config = new URL('../../config/', import.meta.url).pathname;
  it.each(readdirSync(config))('%s is valid', async (name) => {
    const isLive = /^(?:live|treasury)/.test(name);
    const env = isLive ? { SLUICE_KEY: 'k', SLUICE_TREASURY_KEY: 'k', SLUICE_EXCHANGE_SECRET: 'c2VjcmV0' } : {};
    const settings = await loadSettings({ file: join(config, name), env });
    // The treasury trades nothing.
    expect(Object.keys(settings.strategies).length > 0).toBe(!name.startsWith('treasury'));
    // A backtest needs no venue, whatever the mode.
    const mode = name === 'backtest.yaml' ? 'demo' : name.replace('.yaml', '');
    expect(settings.mode).toBe(isLive ? 'live' : mode);
  });
});
