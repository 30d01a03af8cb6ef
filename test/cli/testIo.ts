import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { hiddenSoFar } from '../../src/base/redacted.ts';
import { type GuardedIo, guardedOutput } from '../../src/cli/outputGuard.ts';
import { main } from '../../src/cli/main.ts';
import { createShell, type Shell } from '../../src/cli/shell.ts';

export interface TestIo extends GuardedIo {
  readonly stop: AbortController;
  /** An event `kill` on it is the signal of the kill switch, and one `reload` asks for a reload. */
  readonly kill: EventTarget;
  stdout(): string;
  stderr(): string;
  type(text: string): void;
}

interface TestIoOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The width of a terminal. Without it, the stream is a pipe. */
  readonly columns?: number;
}

/** No test reads or changes the accounts that are registered for the person who runs it. */
export const TEST_ACCOUNTS = mkdtempSync(join(tmpdir(), 'sluice-accounts-'));
process.once('exit', () => rmSync(TEST_ACCOUNTS, { recursive: true, force: true }));

/** Streams for a command that runs in this process. */
export function testIo({ env = {}, cwd = process.cwd(), columns }: TestIoOptions = {}): TestIo {
  const stop = new AbortController();
  const kill = new EventTarget();
  const written = { out: '', err: '' };
  const stream = (name: 'in' | 'out' | 'err'): PassThrough => {
    const pass = new PassThrough();
    if (name !== 'in') pass.on('data', (chunk: Buffer) => (written[name] += chunk.toString()));
    return columns === undefined ? pass : Object.assign(pass, { isTTY: true, columns });
  };
  const input = stream('in');
  return {
    in: input,
    out: guardedOutput(stream('out'), hiddenSoFar()),
    err: guardedOutput(stream('err'), hiddenSoFar()),
    env: { SLUICE_ACCOUNTS: TEST_ACCOUNTS, ...env },
    cwd,
    stopSignal: () => stop.signal,
    onKillSignal(pulled) {
      kill.addEventListener('kill', pulled);
      return () => kill.removeEventListener('kill', pulled);
    },
    onReloadSignal(asked) {
      kill.addEventListener('reload', asked);
      return () => kill.removeEventListener('reload', asked);
    },
    kill,
    lingerAtMost: () => undefined,
    stop,
    stdout: () => written.out,
    stderr: () => written.err,
    type: (text) => void input.write(text),
  };
}

export function testShell(parsed: Readonly<Record<string, unknown>> = {}, options: TestIoOptions = {}): Shell & { stdout(): string } {
  const io = testIo(options);
  return { ...createShell(io, parsed), stdout: io.stdout };
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process. */
export async function run(argv: readonly string[], options: TestIoOptions = {}): Promise<Ran> {
  const io = testIo(options);
  const code = await main(argv, io);
  return { code, stdout: io.stdout(), stderr: io.stderr() };
}
