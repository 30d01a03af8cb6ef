import { dec, type Decimal, ZERO } from '../../src/base/decimal.ts';
import type { Instant } from '../../src/base/instant.ts';
import { type Random, seededRandom } from '../../src/base/random.ts';
import type { Fill } from '../../src/model/fill.ts';
import type { Band, BandRun, EquitySeries, RunFill, RunManifest, RunRecord } from '../../src/research/runRecord.ts';

export const START: Instant = Date.UTC(2026, 7, 20, 6, 30);

export function manifestOf(parts: Partial<RunManifest> = {}): RunManifest {
  return {
    id: 'maker-week-3f9a01c2d4e5',
    data: { 'BTC/EUR': 'a'.repeat(64) },
    code: { 'btc-maker': 'b'.repeat(64) },
    config: 'c'.repeat(64),
    seed: '7',
    latency: { entryMs: 50, responseMs: 50 },
    versions: { sluice: '0.1.0', node: '26' },
    from: START,
    to: START + 40 * 86_400_000,
    snapshots: 3_456_000,
    pollMs: { 'BTC/EUR': 1004 },
    currency: 'EUR',
    strategies: [{ name: 'btc-maker', use: 'maker', symbol: 'BTC/EUR', params: { spreadBps: '22.5', size: '0.004' } }],
    ...parts,
  };
}

export function seriesOf(parts: Partial<EquitySeries> = {}): EquitySeries {
  const at = parts.at ?? [START, START + 60_000];
  const flat = (value: number): number[] => at.map(() => value);
  return { everyMs: 60_000, at, equity: flat(1000), exposure: flat(0), hold: flat(1000), mids: { 'BTC/EUR': flat(50_000) }, ...parts };
}

export function bandOf(parts: Partial<BandRun> = {}): BandRun {
  return {
    band: 'fitted',
    fills: [],
    conversions: [],
    equity: seriesOf(),
    refusals: {},
    orders: { placed: 0, replaced: 0, canceled: 0 },
    fees: {},
    warnings: [],
    decisions: 'd'.repeat(64),
    ...parts,
  };
}

export function recordOf(band: Partial<BandRun> = {}, manifest: Partial<RunManifest> = {}): RunRecord {
  const of = (name: Band): BandRun => ({ ...bandOf(band), band: name });
  return {
    manifest: manifestOf(manifest),
    bands: { pessimistic: of('pessimistic'), fitted: of('fitted'), optimistic: of('optimistic') },
    draws: [],
  };
}

/** A fill with the mids around it; `undefined` where the market is not known. */
export function fillOf(parts: Partial<Fill> = {}, mids: readonly (string | undefined)[] = ['100', '100', '100', '100']): RunFill {
  const [mid, ...after] = mids.map((text) => (text === undefined ? undefined : dec(text)));
  const at = parts.tradedAt ?? START;
  const fill: Fill = {
    id: 'f1',
    orderId: 'o1',
    symbol: 'BTC/EUR',
    side: 'Buy',
    type: 'Limit',
    price: dec(100),
    amount: dec(1),
    fee: ZERO,
    feeCurrency: 'EUR',
    feeType: 'Maker',
    openedAt: at,
    tradedAt: at,
    receivedAt: at,
    intentId: undefined,
    strategy: 'btc-maker',
    tag: undefined,
    ...parts,
  };
  return { fill, mid, midAfter: [after[0], after[1], after[2]] };
}

/** A run of some weeks that looks like one: a maker that earns the spread and carries inventory. */
export function livelyRecord(days = 40, everyMs = 600_000): RunRecord {
  const of = (band: Band, edge: number): BandRun => livelyBand(band, edge, days, everyMs);
  const bands = { pessimistic: of('pessimistic', -0.6), fitted: of('fitted', 0.9), optimistic: of('optimistic', 2.1) };
  return { manifest: manifestOf({ to: START + days * 86_400_000 }), bands, draws: [] };
}

function livelyBand(band: Band, edge: number, days: number, everyMs: number): BandRun {
  const market = seededRandom(11);
  const luck = seededRandom(12);
  const count = Math.floor((days * 86_400_000) / everyMs) + 1;
  const series: Record<'at' | 'equity' | 'exposure' | 'hold' | 'mid', number[]> = { at: [], equity: [], exposure: [], hold: [], mid: [] };
  const fills: RunFill[] = [];
  let mid = 52_000.0;
  let cash = 10_000.0;
  let held = 0.0;
  for (let index = 0; index < count; index += 1) {
    const at = START + index * everyMs;
    mid *= 1 + 0.0011 * (market.next() + market.next() + market.next() - 1.5);
    if (luck.next() < 0.06) {
      const side = held > 0.08 ? 'Sell' : held < -0.02 ? 'Buy' : luck.next() < 0.5 ? 'Buy' : 'Sell';
      const sign = side === 'Buy' ? 1 : -1;
      const price = Math.round(mid * (1 - sign * (0.0008 + 0.0001 * edge)));
      cash -= sign * price * 0.02 * (1 - 0.002 * edge * sign);
      held += sign * 0.02;
      fills.push(livelyFill(at, side, price, mid, market, fills.length));
    }
    series.at.push(at);
    series.mid.push(mid);
    series.equity.push(cash + held * mid + edge * 0.02 * index);
    series.exposure.push(held * mid);
    series.hold.push(5000 + 5000 * (mid / 52_000));
  }
  const { at, equity, exposure, hold } = series;
  return bandOf({
    band,
    fills,
    equity: { everyMs, at, equity, exposure, hold, mids: { 'BTC/EUR': series.mid } },
    refusals: { 'btc-maker': { 'max-order-value': 3, 'price-collar': 41, 'rate-budget': 12 } },
    orders: { placed: 9120, replaced: 48_211, canceled: 8700 },
    fees: { EUR: fills.reduce<Decimal>((total, { fill }) => total.plus(fill.fee), ZERO) },
    warnings:
      band === 'fitted' ? ['3 gaps, together 2 h 10 min: nothing is filled across them', 'BTC/EUR: the poll interval is 1.0 s'] : [],
  });
}

function livelyFill(at: Instant, side: 'Buy' | 'Sell', price: number, mid: number, market: Random, index: number): RunFill {
  const later = (): string => (mid * (1 + 0.0004 * (market.next() - 0.5))).toFixed(2);
  const maker = index % 9 !== 0;
  return fillOf(
    {
      id: `f${index}`,
      orderId: `o${index}`,
      side,
      price: dec(String(price)),
      amount: dec('0.02'),
      fee: dec((price * 0.02 * (maker ? 0.0005 : 0.0015)).toFixed(4)),
      feeType: maker ? 'Maker' : 'Taker',
      tradedAt: at,
      tag: maker ? (index % 4 === 0 ? 'lean' : 'quote') : 'exit',
    },
    [mid.toFixed(2), later(), later(), index % 50 === 0 ? undefined : later()],
  );
}
