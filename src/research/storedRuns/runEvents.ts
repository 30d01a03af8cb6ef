import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import type { Band } from '../runRecord.ts';
import { linesOf } from './linesOf.ts';

/** A line of a run's events. `text` is what it says but for its time, as JSON. */
export interface RunEvent {
  readonly at: Instant;
  readonly type: string;
  readonly text: string;
}

/** The events of a band from a time on. The file may be large: the place is found in it, and no more is read than is answered. */
export async function runEvents(
  folder: string,
  { band, at, limit }: { readonly band: Band; readonly at: Instant; readonly limit: number },
  signal?: AbortSignal,
): Promise<readonly RunEvent[]> {
  const path = join(folder, band, 'events.jsonl');
  const events: RunEvent[] = [];
  for await (const line of linesOf(path, await placeOf(path, at), signal)) {
    const event = eventOf(line);
    if (event === undefined || event.at < at) continue;
    events.push(event);
    if (events.length >= limit) break;
  }
  return events;
}

/** Near enough: what is left is read. */
const NEAR_BYTES = 64 * 1024;

/** A byte of the file before which all lines are older. Lines are in the order of their times. */
async function placeOf(path: string, at: Instant): Promise<number> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new Fault('not-found', `${path} can't be read`, { cause: error, suggestion: 'make the run again: it gives the same files' });
  });
  try {
    let [low, high] = [0, (await file.stat()).size];
    const piece = Buffer.alloc(NEAR_BYTES);
    while (high - low > NEAR_BYTES) {
      const middle = Math.floor((low + high) / 2);
      const { bytesRead } = await file.read(piece, 0, piece.length, middle);
      const lines = piece.toString('utf8', 0, bytesRead).split('\n');
      // The first piece of a line is cut off, and so may the last one be.
      const first = eventOf(lines[1] ?? '');
      if (first === undefined || first.at >= at) high = middle;
      else low = middle;
    }
    return low;
  } finally {
    await file.close();
  }
}

function eventOf(line: string): RunEvent | undefined {
  try {
    const { at, type, ...rest } = JSON.parse(line) as { readonly at?: unknown; readonly type?: unknown };
    if (typeof at !== 'number' || typeof type !== 'string') return undefined;
    return { at, type, text: JSON.stringify(rest) };
  } catch {
    return undefined;
  }
}
