import { decimalFrom } from '../base/decimal.ts';
import { Fault, isFault } from '../base/fault.ts';
import { shownValue } from '../base/shownValue.ts';
import { type Grid, gridOf, gridProblem } from '../model/grid.ts';
import { jsonObject } from '../recording/jsonObject.ts';

/** What a publisher says about itself when it begins, every few seconds, and when it ends. */
export interface Hello {
  readonly run: string;
  /** Host and port of the venue whose market this is. */
  readonly venue: string;
  /** The machine and the process, for people. */
  readonly by: string;
  readonly ended: boolean;
  readonly pairs: readonly PublishedPair[];
}

export interface PublishedPair {
  readonly symbol: string;
  readonly grid: Grid;
  /** How many levels a side are asked for, and the time between two polls. */
  readonly depth: number;
  readonly everyMs: number;
}

const FORMAT = 'sluice-feed';
/** The version of a stream's messages. A reader takes no other. */
const VERSION = 3;
const MOST_PAIRS = 2000;

export function helloText({ run, venue, by, ended, pairs }: Hello): string {
  const rows = pairs.map(({ symbol, grid, depth, everyMs }) => ({
    symbol,
    precision: grid.precision,
    volumeStep: grid.lot.toFixed(),
    depth,
    everyMs,
  }));
  return JSON.stringify({ format: FORMAT, version: VERSION, run, venue, by, ended, pairs: rows });
}

/** Throws a `Fault`: `schema-newer` for another version, `store` for what is none. */
export function helloOf(body: Uint8Array): Hello {
  const raw = jsonObject(new TextDecoder().decode(body), 'what it says of itself');
  if (raw['format'] !== FORMAT) throw new Fault('store', `it holds ${shownValue(raw['format'])} and not what sluice publishes`);
  if (raw['version'] !== VERSION) {
    throw new Fault('schema-newer', `its messages are of version ${shownValue(raw['version'])}; this program reads version ${VERSION}`, {
      suggestion: 'install the same version of sluice on both machines',
    });
  }
  const { run, venue, by, ended, pairs } = raw;
  const isWhole = Array.isArray(pairs) && pairs.length <= MOST_PAIRS;
  if (typeof run !== 'string' || typeof venue !== 'string' || typeof by !== 'string' || !isWhole)
    throw unreadable('what it says of itself');
  return { run, venue, by, ended: ended === true, pairs: pairs.map(pairOf) };
}

/** Whether it is no hello at all: not even that of another version. Anybody who may write there can have written it. */
export function isForeign(hello: Hello | Fault): hello is Fault {
  return isFault(hello) && hello.code !== 'schema-newer';
}

function pairOf(row: unknown): PublishedPair {
  const raw = (row ?? {}) as Readonly<Record<string, unknown>>;
  const { symbol, volumeStep } = raw;
  const [precision, depth, everyMs] = ['precision', 'depth', 'everyMs'].map((field) => wholeOf(raw[field])) as [number, number, number];
  const lot = typeof volumeStep === 'string' ? decimalFrom(volumeStep) : undefined;
  if (typeof symbol !== 'string' || lot === undefined || gridProblem(precision, lot) !== undefined) throw unreadable('the rules of a pair');
  return { symbol, grid: gridOf(precision, lot), depth, everyMs };
}

/** Below zero for what is no whole number. */
function wholeOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : -1;
}

function unreadable(what: string): Fault {
  return new Fault('store', `${what} can't be read`);
}
