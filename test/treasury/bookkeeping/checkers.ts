import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beancountFormat } from '../../../src/treasury/bookkeeping/beancountFormat.ts';
import { hledgerFormat } from '../../../src/treasury/bookkeeping/hledgerFormat.ts';

/** The programs that read our exports. */
export const CHECKERS = [
  {
    name: 'hledger',
    format: hledgerFormat,
    file: 'books.journal',
    arguments: (file: string) => ['-f', file, 'check', '--strict', 'ordereddates'],
  },
  { name: 'bean-check', format: beancountFormat, file: 'books.beancount', arguments: (file: string) => [file] },
] as const;

const start = promisify(execFile);

/** What the checker says; empty when it finds nothing wrong. Undefined when it is not installed. */
export async function checked(name: string, words: readonly string[]): Promise<string | undefined> {
  try {
    await start(name, [...words], { maxBuffer: 1e9 });
    return '';
  } catch (error) {
    const { code, stderr, stdout } = error as { code: unknown; stderr: string; stdout: string };
    return code === 'ENOENT' ? undefined : stderr + stdout || 'it failed';
  }
}
