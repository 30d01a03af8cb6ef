import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { backtest, runIdOf } from '../../../src/research/backtest/backtest.ts';
import type { BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import { folderHash, RunFolder } from '../../../src/research/backtest/runFolder.ts';
import { BANDS } from '../../../src/research/runRecord.ts';
import { BTC, ETH } from '../../engine/fixtures.ts';
import { engineOf, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

const places: string[] = [];
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true });
});

function newPlace(): string {
  const place = mkdtempSync(join(tmpdir(), 'sluice-runs-'));
  places.push(place);
  return place;
}

const ROWS: readonly Row[] = ['60000', '59990', '59970', '60000', '60020', '60000'].map((bid, i) => ({
  at: i * 1000,
  bids: [[`${bid}.00`, '1']],
  asks: [[`${Number(bid) + 10}.00`, '1']],
}));

function options(more: Partial<BacktestOptions> = {}): BacktestOptions {
  const engine = engineOf(() => ({
    onBook: (_book, ctx) => ctx.quote([{ side: 'Buy', price: 59_985, amount: dec('0.05'), tag: 'a,"b"' }]),
  }));
  return optionsOf(engine, [recordedMarket(BTC, ROWS)], more);
}

async function written(place: string, given: BacktestOptions = options()): Promise<{ readonly path: string; readonly hash: string }> {
  const folder = new RunFolder(place, runIdOf(given));
  const record = backtest(given, { story: (band, lines) => folder.story(band, lines) });
  return { path: folder.path, hash: await folder.finish(record) };
}

describe('RunFolder', () => {
  it('leaves a run of the same inputs alone that another process is making, and removes what a dead one left', () => {
    const place = newPlace();
    for (const name of ['x-1.1.partial', 'x-1.999999999.partial', 'x-1', 'x-12.999999999.partial']) mkdirSync(join(place, name));
    new RunFolder(place, 'x-1').discard();
    expect(readdirSync(place).toSorted()).toEqual(['x-1', 'x-1.1.partial', 'x-12.999999999.partial']);
  });

  it('is the same to the last byte wherever it is written', async () => {
    const [first, second] = [await written(newPlace()), await written(newPlace())];
    expect(second.hash).toBe(first.hash);
    const names = readdirSync(first.path, { recursive: true, encoding: 'utf8' }).toSorted((a, b) => (a < b ? -1 : 1));
    expect(names).toContain(join('fitted', 'events.jsonl'));
    expect(readdirSync(second.path, { recursive: true, encoding: 'utf8' }).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(names);
    expect(folderHash(first.path)).toBe(first.hash);
  });

  it('holds every event of each band, in order', async () => {
    const lines = new Map<string, string[]>();
    backtest(options(), { event: (band, line) => lines.set(band, [...(lines.get(band) ?? []), line]) });
    const { path } = await written(newPlace());
    for (const band of BANDS) {
      expect(lines.get(band)!.length).toBeGreaterThan(3);
      expect(readFileSync(join(path, band, 'events.jsonl'), 'utf8')).toBe(`${lines.get(band)!.join('\n')}\n`);
    }
  });

  it('holds the round trips as a table for spreadsheets, those that are open with the last mid', async () => {
    const { path } = await written(newPlace());
    const [heading, ...rows] = readFileSync(join(path, 'optimistic', 'round-trips.csv'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(heading).toBe('strategy,symbol,side,openedAt,closedAt,heldMs,amount,entry,exit,gross,fees,net,quote,entryTag,exitTag');
    const [fill] = readFileSync(join(path, 'optimistic', 'fills.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const bought = JSON.parse(fill!) as { amount: string; fee: string; tradedAt: number };
    // Bought at 59985, with the fee in what was bought, and held at a mid of 60005.
    const amount = dec(bought.amount).minus(bought.fee);
    const [gross, fees] = [amount.times(20), dec(bought.fee).times(59_985)];
    const money = [amount, dec('59985'), dec('60005'), gross, fees, gross.minus(fees)].map((value) => value.toFixed());
    expect(rows).toEqual([`s,BTC/EUR,long,${new Date(bought.tradedAt).toISOString()},,,${money.join(',')},EUR,"a,""b""",`]);
  });

  it('takes the place of an earlier run of the same inputs, and leaves nothing half done beside it', async () => {
    const place = newPlace();
    const { path, hash } = await written(place);
    writeFileSync(join(path, 'left-over'), 'x');
    expect((await written(place)).hash).toBe(hash);
    expect(readdirSync(place)).toHaveLength(1);
  });

  it('has another id for other inputs', () => {
    const id = runIdOf(options());
    expect(id).toMatch(/^test-[0-9a-f]{12}$/);
    expect(runIdOf(options())).toBe(id);
    expect(runIdOf(options({ range: { from: 1000 } }))).not.toBe(id);
    expect(runIdOf(options({ about: { ...options().about, code: { s: 'other' } } }))).not.toBe(id);
    const taped = { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('25'), rate: dec('0.0000166'), quotedAt: 0, validTo: 5000 };
    const withTape = backtest(options({ quotes: [taped] })).manifest;
    expect(withTape).toMatchObject({
      id: expect.not.stringMatching(id) as string,
      data: { quotes: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    });
    expect(runIdOf(options({ quotes: [{ ...taped, rate: dec('0.0000167') }] }))).not.toBe(withTape.id);
  });

  it('bears the id that the run found, which knows what it was warmed up with', async () => {
    const place = newPlace();
    const folder = new RunFolder(place, 'test-1');
    const record = backtest(options());
    await folder.finish({ ...record, manifest: { ...record.manifest, id: 'test-2' } });
    expect([folder.path, readdirSync(place)]).toEqual([join(place, 'test-2'), ['test-2']]);
  });

  it('writes what strategies plotted, where they did', async () => {
    expect(readdirSync(join((await written(newPlace())).path, 'fitted'))).not.toContain('plots.csv');
    const engine = engineOf(() => ({ onBook: (book, ctx) => ctx.plot('mid, in ticks', book.midTicks ?? NaN) }));
    const { path } = await written(newPlace(), optionsOf(engine, [recordedMarket(BTC, ROWS.slice(0, 2))], {}));
    const plotted = readFileSync(join(path, 'fitted', 'plots.csv'), 'utf8');
    expect(plotted).toBe(
      'at,strategy,name,value\n1970-01-01T00:00:00.000Z,s,"mid, in ticks",6000500\n1970-01-01T00:00:01.000Z,s,"mid, in ticks",5999500\n',
    );
    expect(JSON.parse(readFileSync(join(path, 'fitted', 'band.json'), 'utf8'))).not.toHaveProperty('plots');
  });

  it('leaves the mid of a pair empty that had no book yet', async () => {
    const markets = [recordedMarket(BTC, ROWS), recordedMarket(ETH, ROWS.slice(3))];
    const given = options();
    const { path } = await written(newPlace(), { ...given, markets, balances: { EUR: dec('100000') } });
    const rows = readFileSync(join(path, 'fitted', 'equity.csv'), 'utf8').split('\n');
    expect(rows[0]).toBe('at,equity,exposure,hold,BTC/EUR,ETH/EUR');
    expect(rows[1]).toMatch(/^1970-01-01T00:00:00\.000Z,.*,60005,$/);
    expect(rows.at(-2)).toMatch(/,60005,60005$/);
  });

  it('writes exact decimals as texts, and each table with its heading', async () => {
    const { path } = await written(newPlace());
    const read = (name: string): string => readFileSync(join(path, 'fitted', name), 'utf8');
    const fill = JSON.parse(read('fills.jsonl').split('\n')[0]!) as Record<string, unknown>;
    expect(fill).toMatchObject({ orderId: '1', price: '59985', feeCurrency: 'BTC', midAfter: expect.any(Array) as unknown });
    expect(fill).not.toHaveProperty('intentId');
    expect(read('fills.csv').split('\n').slice(0, 2)).toEqual([
      'tradedAt,receivedAt,id,orderId,strategy,tag,symbol,side,type,price,amount,fee,feeCurrency,feeType,mid,mid1s,mid10s,mid60s',
      expect.stringMatching(/^1970-01-01T00:00:01\.980Z,.*,1\.1,1,s,"a,""b""",BTC\/EUR,Buy,Limit,59985,0\.0499/) as unknown,
    ]);
    expect(read('equity.csv').split('\n')[0]).toBe('at,equity,exposure,hold,BTC/EUR');
    const band = JSON.parse(read('band.json')) as Record<string, unknown>;
    expect(band).toMatchObject({
      band: 'fitted',
      orders: expect.any(Object) as unknown,
      fees: expect.any(Object) as unknown,
      refusals: {},
    });
    const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({ data: { 'BTC/EUR': 'hash of BTC/EUR' }, code: { s: 'code' }, snapshots: 6, from: 0, to: 5000 });
  });

  it('leaves nothing behind when the run is given up', () => {
    const place = newPlace();
    const folder = new RunFolder(place, 'x-1');
    folder.story('fitted', Buffer.from('{}\n'));
    folder.discard();
    expect(readdirSync(place)).toEqual([]);
  });

  it('says which run could not be written', () => {
    const place = newPlace();
    writeFileSync(join(place, 'file'), '');
    expect(() => new RunFolder(join(place, 'file'), 'x-1')).toThrow(/^the run .*x-1 can't be written/);
  });
});
