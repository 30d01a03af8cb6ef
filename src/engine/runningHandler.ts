import { textOfUtf8 } from '../base/utf8.ts';
import { HANDLER_NAMES } from './strategyKeys.ts';

/** What runs in a thread, shared with whoever watches that thread from another one. */
export interface RunningHandler {
  /** One number: a strategy, and what of it is being called. 0 while none is. */
  readonly mark: Int32Array;
  /** The names of strategies, each in a place of its own. */
  readonly names: Uint8Array;
}

const NAME_BYTES = 64;
const MOST_NAMES = 256;
/** Room for what may be called of a strategy. */
const CALLS = 32;

const CALL_NAMES: readonly string[] = ['', ...HANDLER_NAMES, 'setup', 'its stream'];
const CALL_OF: ReadonlyMap<string, number> = new Map(CALL_NAMES.map((name, i) => [name, i]));
const places = new Map<string, number>();

/** Of this thread. A handler that never comes back lets nothing else be asked. */
export const RUNNING: RunningHandler = {
  mark: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  names: new Uint8Array(new SharedArrayBuffer(NAME_BYTES * MOST_NAMES)),
};

/** The mark of a strategy, to which that of a call is added. 0 for what there is no place for. */
export function markOf(strategy: string): number {
  return placeOf(strategy) * CALLS;
}

/** What is added to the mark of a strategy while this is being called. */
export function callMark(call: string): number {
  return CALL_OF.get(call) ?? 0;
}

/** What is being called, as `onBook of btc-maker`. Undefined while nothing is. */
export function runningText({ mark, names }: RunningHandler): string | undefined {
  const marked = mark[0]!;
  const call = CALL_NAMES[marked % CALLS];
  const from = Math.floor(marked / CALLS) * NAME_BYTES;
  const bytes = names.slice(from, from + NAME_BYTES);
  const name = textOfUtf8(bytes.subarray(0, bytes.indexOf(0)));
  if (name === '') return undefined;
  return call === undefined || call === '' ? name : `${call} of ${name}`;
}

/** The first place stays empty. */
function placeOf(strategy: string): number {
  const known = places.get(strategy);
  if (known !== undefined) return known;
  const place = places.size + 1;
  const bytes = new TextEncoder().encode(strategy);
  if (place >= MOST_NAMES || bytes.length >= NAME_BYTES) return 0;
  places.set(strategy, place);
  RUNNING.names.set(bytes, place * NAME_BYTES);
  return place;
}
