import { readFileSync, statSync } from 'node:fs';
import { Fault } from '../base/fault.ts';

/** A configuration has 400 kB at most, and the code of its strategies some more. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The text of a file beside the events of a session. What is too large to be one is not read. */
export function readBounded(path: string): string {
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw new Fault('store', `${path} has ${size} bytes, at most ${MOST_BYTES} were written`);
  return readFileSync(path, 'utf8');
}
