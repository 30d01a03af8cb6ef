import { createHash } from 'node:crypto';
import type { StrategyContext } from '../../../src/engine/strategy.ts';
import type { StrategySettings } from '../../../src/engine/strategySettings.ts';
import type { RefusalCounts } from '../../../src/model/refusalCounts.ts';
import type { Conversion } from '../../../src/model/conversion.ts';
import { enginePass } from '../../../src/research/backtest/enginePass.ts';
import { type Band, BANDS, type BandRun } from '../../../src/research/runRecord.ts';
import type { Sights } from '../drawn/drawnStrategy.ts';
import { fillText } from '../drawn/sightText.ts';
import { digestCase } from './digestCases.ts';

/** The result of one band of a backtest. Hashes are SHA-256 over texts without intent ids, which each engine may choose. */
export interface BandDigest {
  readonly decisions: string;
  readonly events: string;
  /** The hash of the notices among the events, with their messages. */
  readonly notices: string;
  /** How many events there were, by type. */
  readonly told: Readonly<Record<string, number>>;
  readonly fills: number;
  /** By strategy, then by rule. */
  readonly refusals: RefusalCounts;
  readonly balances: Readonly<Record<string, string>>;
  /** By strategy: amount, flow of quote currency, fills. */
  readonly positions: Readonly<Record<string, string>>;
  /** The hash of what the strategies were shown. */
  readonly sights: string;
  /**
   * The hash of the fills with the mids around them, conversions, orders by kind, fees, warnings, and all digits of the
   * positions.
   */
  readonly run: string;
  /** The hash of the equity and the exposure, and of the pass: its range, its books, its polls. */
  readonly equity: string;
}

/** One run: a digest for each band, or none when nothing is recorded in its range. */
export type RunDigest = readonly BandDigest[];

/** Everything that was hashed. */
export interface RunLines {
  readonly events: ReadonlyMap<Band, readonly string[]>;
  readonly sights: ReadonlyMap<Band, readonly string[]>;
}

/** Few digits keep the file small. No two texts will agree in this many. */
const HASH_DIGITS = 32;
const NOTICES = new Set(['refused', 'strategy-stopped', 'strategy-state', 'log', 'halted']);

/** Runs the drawn backtest with this name through the engine. */
export function digestOf(name: string): { readonly digest: RunDigest; readonly lines: RunLines } {
  const { options, sights } = digestCase(name);
  sights.length = 0;
  const watches = options.engine.strategies.map((settings) => new Watch(settings, sights));
  const strategies = watches.map(({ settings }) => settings);
  const events = new Map<Band, string[]>(BANDS.map((band) => [band, []]));
  const event = (band: Band, line: string): void => void events.get(band)!.push(line);
  const pass = enginePass({ ...options, engine: { ...options.engine, strategies } }, BANDS, { event }).run();
  const shown = new Map(BANDS.map((band, i) => [band, watches.flatMap((watch) => watch.seen[i] ?? [])]));
  const digest = (pass?.runs ?? []).map((run, i): BandDigest => {
    const lines = events.get(run.band)!;
    const types = lines.map((line) => /"type":"([\w-]+)"/.exec(line)![1]!);
    const { wallets } = pass!.bands[i]!;
    return {
      decisions: run.decisions.slice(0, HASH_DIGITS),
      events: hashOf(lines),
      notices: hashOf(lines.filter((_, at) => NOTICES.has(types[at]!))),
      told: countsOf(types),
      fills: run.fills.length,
      refusals: run.refusals,
      balances: Object.fromEntries(wallets.all.map(({ currency, total }) => [currency, total.decimal.toFixed()])),
      positions: Object.fromEntries(watches.map(({ settings, contexts }) => [settings.name, positionText(contexts[i])])),
      sights: hashOf(shown.get(run.band)!),
      run: hashOf([...runTexts(run), ...watches.map(({ contexts }) => bookedText(contexts[i]))]),
      equity: hashOf([JSON.stringify([run.equity, pass!.from, pass!.to, pass!.snapshots, pass!.pollMs])]),
    };
  });
  return { digest, lines: { events, sights: shown } };
}

/** Keeps a strategy's contexts and what it was shown, in the order of the bands, each of which sets the strategy up once. */
class Watch {
  readonly settings: StrategySettings;
  readonly contexts: StrategyContext[] = [];
  readonly seen: (readonly string[])[] = [];

  constructor(settings: StrategySettings, sights: Sights) {
    const { definition } = settings;
    const setup: typeof definition.setup = (params, streams) => {
      this.contexts.push(streams.context as unknown as StrategyContext);
      const before = sights.length;
      const made = definition.setup(params, streams);
      this.seen.push(sights[before] ?? []);
      return made;
    };
    this.settings = { ...settings, definition: { ...definition, setup } };
  }
}

function runTexts({ fills, conversions, orders, fees, warnings }: BandRun): string[] {
  const { placed, replaced, canceled } = orders;
  const paid = Object.entries(fees).map(([currency, fee]) => `${currency} ${fee.toFixed()}`);
  return [
    ...[...fills].map(({ fill, mid, midAfter }) => [fillText(fill), mid, ...midAfter].join(' ')),
    ...conversions.map(conversionText),
    [placed, replaced, canceled, ...paid.sort()].join(' '),
    ...warnings,
  ];
}

function conversionText({ id, strategy, fromCurrency, toCurrency, fromAmount, toAmount, rate, executedAt }: Conversion): string {
  return [id, strategy, fromCurrency, toCurrency, fromAmount, toAmount, rate, executedAt].join(' ');
}

function positionText(context: StrategyContext | undefined): string {
  if (context === undefined) return 'never began';
  const { amount, quoteFlow, fills } = context.position;
  return [amount.toFixed(), quoteFlow.toFixed(), fills].join(' ');
}

function bookedText(context: StrategyContext | undefined): string {
  if (context === undefined) return 'never began';
  const { cost, averagePrice, gross, fees, otherFees } = context.position;
  const others = Object.entries(otherFees).map((fee) => fee.join(' '));
  return [cost, averagePrice, gross, fees, ...others.sort()].join(' ');
}

function countsOf(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

function hashOf(lines: readonly string[]): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line).update('\n');
  return hash.digest('hex').slice(0, HASH_DIGITS);
}
