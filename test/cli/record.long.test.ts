import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { readQuotes } from '../../src/recording/readQuotes.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { type Ended, endAll, type Env, jsonOf, sluice, start, startSimulator } from './processes.ts';
import { recordedBooks } from './recordedBooks.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
let env: Env;

beforeAll(async () => {
  ({ env } = await startSimulator());
});

afterAll(async () => {
  await endAll();
  folder.remove();
});

interface Wanted {
  readonly data: string;
  readonly symbol?: string;
  readonly books?: number;
}

const record = (...more: string[]): string[] => ['record', '--symbols', 'BTC/EUR', '--every', '100ms', '--depth', '20', ...more];

/** Records until this many more books of a pair are on the disk, and then ends as after Ctrl-C. */
async function recorded(argv: readonly string[], over: Env, { data, symbol = 'BTC/EUR', books = 1 }: Wanted): Promise<Ended> {
  const before = recordedBooks(data, symbol);
  const recorder = start(argv, over);
  await recorder.until(() => recordedBooks(data, symbol) >= before + books);
  recorder.kill('SIGINT');
  return recorder.ended;
}

describe('record', () => {
  it('records at the full depth, and ends in order', async () => {
    const data = folder.path('full');
    const [row] = jsonOf(await recorded([...record('--data', data), '-o', 'json'], env, { data, books: 2 })) as {
      snapshots: number;
      gaps: number;
    }[];
    expect(row!.snapshots).toBeGreaterThan(1);
    const verified = jsonOf(await sluice(['data', 'verify', '--data', data, '-o', 'json'])) as {
      intact: boolean;
      files: { end: string }[];
    };
    expect(verified).toMatchObject({ intact: true, files: [{ symbol: 'BTC/EUR', snapshots: row!.snapshots, end: 'stopped' }] });
    const lines = (await sluice(['data', 'export', '--data', data, '--symbol', 'BTC/EUR', '--format', 'jsonl'])).stdout
      .trimEnd()
      .split('\n');
    const books = lines.map(
      (line) => JSON.parse(line) as { receivedAt: number; exchangeAt: number; bids: [string, string][]; asks: unknown[] },
    );
    expect(books).toHaveLength(row!.snapshots);
    for (const { receivedAt, exchangeAt, bids, asks } of books) {
      expect(receivedAt).toBeGreaterThanOrEqual(exchangeAt);
      expect([bids.length, asks.length]).toEqual([20, 20]);
    }
  });

  it('ends by itself after --for', async () => {
    const [row] = jsonOf(await sluice([...record('--for', '3s', '--data', folder.path('timed')), '-o', 'json'], env)) as {
      snapshots: number;
    }[];
    expect(row!.snapshots).toBeGreaterThan(0);
  });

  it('goes on after a signal, with a gap in between, and refuses a second recorder of the same folder', async () => {
    const data = folder.path('signalled');
    const first = start(record('--data', data), env);
    await first.until(() => recordedBooks(data, 'BTC/EUR') > 0);
    const second = await sluice(record('--data', data), env);
    expect({ code: second.code, stderr: second.stderr }).toEqual({
      code: 7,
      stderr: expect.stringContaining('it is being recorded there already') as string,
    });
    first.kill('SIGINT');
    expect((await first.ended).code).toBe(0);
    expect((await recorded(record('--data', data), env, { data })).code).toBe(0);
    const { stderr } = await sluice(['data', 'verify', '--data', data]);
    expect(stderr).toMatch(/gap {5}BTC\/EUR .* stopped: the recorder was stopped/);
  });

  it('takes its settings from a configuration, and all pairs when told to', async () => {
    const config = folder.path('record.yaml');
    writeFileSync(config, 'record: { symbols: [LTC/EUR], every: 200ms, depth: 7, data: ./configured }\n');
    const configured = jsonOf(
      await recorded(['record', '-c', config, '-o', 'json'], env, { data: folder.path('configured'), symbol: 'LTC/EUR' }),
    ) as { symbol: string }[];
    expect(configured.map(({ symbol }) => symbol)).toEqual(['LTC/EUR']);
    const listed = jsonOf(await sluice(['data', 'ls', '-c', config, '-o', 'json'])) as { symbol: string }[];
    expect(listed.map(({ symbol }) => symbol)).toEqual(['LTC/EUR']);
    const all = jsonOf(
      await recorded(['record', '--symbols', 'all', '--data', folder.path('all'), '-o', 'json'], env, { data: folder.path('all') }),
    ) as unknown[];
    expect(all.length).toBeGreaterThan(2);
  });

  it('says what to do without a venue, without symbols, and for a pair that is not listed', async () => {
    const noVenue = await sluice(record('--data', folder.path('x')));
    expect({ code: noVenue.code, stderr: noVenue.stderr }).toEqual({
      code: 4,
      stderr: expect.stringContaining('SLUICE_EXCHANGE_URL') as string,
    });
    const noSymbols = await sluice(['record'], env);
    expect({ code: noSymbols.code, stderr: noSymbols.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('--symbols BTC/EUR') as string,
    });
    const unknown = await sluice(['record', '--symbols', 'NO/PAIR', '--data', folder.path('x')], env);
    expect({ code: unknown.code, stderr: unknown.stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('the venue does not list NO/PAIR') as string,
    });
    const away = await sluice(record('--data', folder.path('x')), { ...env, SLUICE_EXCHANGE_URL: 'http://127.0.0.1:9' });
    expect(away.code).toBe(6);
  });
});

describe('record beside a daemon', () => {
  it('asks through it, and the daemon itself records its pairs and the quotes that it was asked for', async () => {
    const config = folder.path('daemon.yaml');
    writeFileSync(config, `${DAEMON_CONFIG}record: { symbols: [BTC/EUR, ETH/EUR], every: 250ms, depth: 60, data: ./beside }\n`);
    const state = ['--state', folder.path('state')];
    const daemon = start(['run', config, '--plain', ...state]);
    await daemon.until('btc-maker: ');
    const data = folder.path('other');
    const other = await recorded([...record('--data', data), ...state], {}, { data });
    expect(other.code, other.stderr).toBe(0);
    expect(other.stderr).toContain('through the running daemon');
    const quote = await sluice(['convert', 'quote', '--from', 'EUR', '--to', 'BTC', '--from-amount', '100', ...state]);
    expect(quote.code, quote.stderr).toBe(0);
    const tooMuch = ['convert', 'quote', '--from', 'EUR', '--to', 'BTC', '--from-amount', '99999999.5', ...state];
    expect((await sluice(tooMuch)).code, 'the venue has not that much').not.toBe(0);
    const { recorder } = jsonOf(await sluice(['status', '-o', 'json', ...state])) as { recorder: Readonly<Record<string, unknown>> };
    expect(recorder).toMatchObject({
      state: 'recording',
      symbols: ['BTC/EUR', 'ETH/EUR'],
      data: folder.path('beside'),
      dropped: 0,
      gaps: 0,
    });
    daemon.kill('SIGTERM');
    expect((await daemon.ended).code).toBe(0);
    const verified = jsonOf(await sluice(['data', 'verify', '-c', config, '-o', 'json'])) as { files: { symbol: string; end: string }[] };
    expect(verified).toMatchObject({ intact: true });
    expect(verified.files.map(({ symbol, end }) => `${symbol} ${end}`)).toEqual(['BTC/EUR stopped', 'ETH/EUR stopped', 'quotes stopped']);
    const [refused, noted] = [...readQuotes(folder.path('beside'))];
    expect(refused).toMatchObject({ size: { fromAmount: dec('99999999.5') }, outcome: 'refused', symbol: 'BTC/EUR' });
    expect([refused!.offer, typeof refused!.code], 'quotes that the venue refused to a person used to be missing').toEqual([
      undefined,
      'string',
    ]);
    expect(noted).toMatchObject({ fromCurrency: 'EUR', toCurrency: 'BTC', outcome: 'expired', symbol: 'BTC/EUR' });
    expect(noted!.size).toEqual({ fromAmount: dec('100') });
  });

  it('does not stop trading where its folder can not be used', async () => {
    const config = folder.path('blocked.yaml');
    writeFileSync(folder.path('file'), '');
    writeFileSync(config, `${DAEMON_CONFIG}record: { symbols: [BTC/EUR], data: ./file }\n`);
    const state = ['--state', folder.path('blocked')];
    const daemon = start(['run', config, '--plain', ...state]);
    await daemon.until('nothing is recorded: BTC/EUR');
    await daemon.until('btc-maker: filled');
    const { recorder } = jsonOf(await sluice(['status', '-o', 'json', ...state])) as { recorder: { state: string; trouble: string } };
    expect(recorder.state).toBe('waiting');
    expect(recorder.trouble).toContain("can't be recorded");
    daemon.kill('SIGTERM');
    expect((await daemon.ended).code).toBe(0);
  });
});
