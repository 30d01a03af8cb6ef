import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { gridOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';

/** What a file says of itself in its first chunk. */
export interface RecordingHeader {
  readonly pair: Pair;
  /** Levels a side that were asked for when the file was begun; each book says its own. */
  readonly depth: number;
  /** The intended time between two polls. */
  readonly everyMs: number;
  /** Prices do not fit 32 bits: books need `Float64Array` ticks. */
  readonly wide: boolean;
  /** The last record of the file before; undefined when there was none. */
  readonly previousAt: Instant | undefined;
}

const FORMAT = 'sluice-market';
const VERSION = 1;

/** JSON, so that people and other languages read it. Numbers of money are texts. */
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

/** Throws a `Fault` `store` when the text is no header of this version. `file` is named in it. */
export function headerOf(text: string, file: string): RecordingHeader {
  const raw = jsonOf(text, file);
  if (raw['format'] !== FORMAT) throw new Fault('store', `${file} is not a recording of a market but ${String(raw['format'])}`);
  if (raw['version'] !== VERSION) {
    throw new Fault('schema-newer', `${file} is of version ${String(raw['version'])}; this program reads version ${VERSION}`);
  }
  const string = (field: string): string => read(raw[field], 'string', field, file);
  const number = (field: string): number => read(raw[field], 'number', field, file);
  const decimal = (field: string): Decimal => {
    const value = decimalFrom(string(field));
    if (value === undefined) throw new Fault('store', `${file}: ${field} of the header is not a decimal`);
    return value;
  };
  return {
    pair: {
      symbol: string('symbol'),
      base: string('base'),
      quote: string('quote'),
      description: string('description'),
      grid: gridOf(number('precision'), decimal('volumeStep')),
      minVolume: decimal('minVolume'),
      maxVolume: decimal('maxVolume'),
    },
    depth: number('depth'),
    everyMs: number('everyMs'),
    wide: read(raw['wide'], 'boolean', 'wide', file),
    previousAt: raw['previousAt'] === null ? undefined : number('previousAt'),
  };
}

/** Whether records may go on in a file that begins so: all but what came before it is the same, and prices fit. */
export function continues(existing: RecordingHeader, wanted: RecordingHeader): boolean {
  const same = (header: RecordingHeader): string => headerText({ ...header, wide: false, previousAt: undefined });
  return same(existing) === same(wanted) && (existing.wide || !wanted.wide);
}

function jsonOf(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new Fault('store', `${file}: the header can't be read`, { cause: error });
  }
}

type Kinds = { string: string; number: number; boolean: boolean };

function read<K extends keyof Kinds>(value: unknown, kind: K, field: string, file: string): Kinds[K] {
  if (typeof value !== kind) throw new Fault('store', `${file}: ${field} of the header must be a ${kind}, not ${JSON.stringify(value)}`);
  return value as Kinds[K];
}
