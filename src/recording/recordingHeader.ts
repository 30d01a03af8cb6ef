import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { shownValue } from '../base/shownValue.ts';
import { gridOf, gridProblem } from '../model/grid.ts';
import { currenciesOf, type Pair } from '../model/pair.ts';
import { jsonObject } from './jsonObject.ts';

/** What a file's first chunk says about the file. */
export interface RecordingHeader {
  readonly pair: Pair;
  /** How many levels per side were asked for when the file was begun. Each book has its own number. */
  readonly depth: number;
  /** The intended time between two polls. */
  readonly everyMs: number;
  /** Prices do not fit into 32 bits, so books need `Float64Array` ticks. */
  readonly wide: boolean;
  /** The time of the last record in the file before. Undefined when there was none. */
  readonly previousAt: Instant | undefined;
}

const FORMAT = 'sluice-market';
const VERSION = 1;

/** Written as JSON, so that people and other languages can read it. Amounts of money are texts. */
export function headerText({ pair, depth, everyMs, wide, previousAt }: RecordingHeader): string {
  return JSON.stringify({
    format: FORMAT,
    version: VERSION,
    symbol: pair.symbol,
    base: pair.base,
    quote: pair.quote,
    description: pair.description,
    precision: pair.grid.precision,
    volumeStep: pair.grid.lot.toFixed(),
    minVolume: pair.minVolume.toFixed(),
    maxVolume: pair.maxVolume.toFixed(),
    depth,
    everyMs,
    wide,
    previousAt: previousAt ?? null,
  });
}

/** Reads a header. Throws a `Fault` `store` that names `file` when the text is not a header of this version. */
export function headerOf(text: string, file: string): RecordingHeader {
  const raw = jsonObject(text, `${file}: the header`);
  if (raw['format'] !== FORMAT) throw new Fault('store', `${file} is not a recording of a market but ${shownValue(raw['format'])}`);
  if (raw['version'] !== VERSION) {
    throw new Fault('schema-newer', `${file} is of version ${shownValue(raw['version'])}; this program reads version ${VERSION}`);
  }
  const string = (field: string): string => read(raw[field], 'string', field, file);
  const number = (field: string): number => read(raw[field], 'number', field, file);
  const decimal = (field: string): Decimal => {
    const value = decimalFrom(string(field));
    if (value === undefined) throw new Fault('store', `${file}: ${field} of the header is not a decimal`);
    return value;
  };
  const symbol = string('symbol');
  // The text of a foreign file would reach terminals, tables and file names.
  if (currenciesOf(symbol) === undefined) throw new Fault('store', `${file}: symbol of the header is no pair, like BTC/EUR`);
  const [precision, volumeStep] = [number('precision'), decimal('volumeStep')];
  const problem = gridProblem(precision, volumeStep);
  if (problem !== undefined) throw new Fault('store', `${file}: the grid of the header can't be used: its ${problem}`);
  return {
    pair: {
      symbol,
      base: string('base'),
      quote: string('quote'),
      description: string('description'),
      grid: gridOf(precision, volumeStep),
      minVolume: decimal('minVolume'),
      maxVolume: decimal('maxVolume'),
    },
    depth: number('depth'),
    everyMs: number('everyMs'),
    wide: read(raw['wide'], 'boolean', 'wide', file),
    previousAt: raw['previousAt'] === null ? undefined : number('previousAt'),
  };
}

/** Whether records may be added to a file with this header: everything but `previousAt` is the same, and the prices fit. */
export function continues(existing: RecordingHeader, wanted: RecordingHeader): boolean {
  const same = (header: RecordingHeader): string => headerText({ ...header, wide: false, previousAt: undefined });
  return same(existing) === same(wanted) && (existing.wide || !wanted.wide);
}

type Kinds = { string: string; number: number; boolean: boolean };

function read<K extends keyof Kinds>(value: unknown, kind: K, field: string, file: string): Kinds[K] {
  if (typeof value !== kind) throw new Fault('store', `${file}: ${field} of the header must be a ${kind}, not ${shownValue(value)}`);
  return value as Kinds[K];
}
