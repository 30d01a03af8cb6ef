import { readFileSync, statSync } from 'node:fs';
import { Fault } from '../base/fault.ts';

const MAX_BYTES = 400_000;

/**
 * Reads the text of a configuration file. `name` is the file as the person named it, and `advice` says how to name another one. Throws a
 * `Fault('configuration')`.
 */
export function readSource(name: string, path: string, advice = 'name a configuration file with -c FILE'): string {
  const refuse = (message: string): Fault => new Fault('configuration', `${name}: ${message}`, { suggestion: advice });
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw refuse('this is not a file');
    if (stat.size > MAX_BYTES) throw refuse(`the file is larger than ${MAX_BYTES} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof Fault) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw refuse('the file is not UTF-8 text');
    throw refuse(code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${code})`);
  }
}
