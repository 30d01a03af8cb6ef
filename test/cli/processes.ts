import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const BIN = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));

export type Env = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command line that runs in a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout(): string;
  stderr(): string;
  /** Resolves when the text stands on one of its streams; rejects when it ends before. */
  until(text: string | RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

const alive = new Set<ChildProcess>();

/** Starts `sluice` with nothing of this process's environment. */
export function start(argv: readonly string[], env: Env = {}): Running {
  const child = spawn(process.execPath, [BIN, ...argv], { env: { TZ: 'UTC', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  alive.add(child);
  const written = { out: '', err: '' };
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => listener());
  child.stdout.on('data', (chunk: Buffer) => {
    written.out += chunk.toString();
    tell();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    written.err += chunk.toString();
    tell();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      alive.delete(child);
      resolve({ code, signal, stdout: written.out, stderr: written.err });
    });
  });
  const holds = (text: string | RegExp): boolean =>
    [written.out, written.err].some((stream) => (typeof text === 'string' ? stream.includes(text) : text.test(stream)));
  return {
    child,
    ended,
    stdout: () => written.out,
    stderr: () => written.err,
    kill: (signal) => void child.kill(signal),
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!holds(text)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        void ended.then(({ code, stderr }) => reject(new Error(`ended with ${code} before ${String(text)} was seen: ${stderr}`)));
      }),
  };
}

/** Runs `sluice` to its end. */
export function sluice(argv: readonly string[], env: Env = {}): Promise<Ended> {
  return start(argv, env).ended;
}

/** What a command that went well has printed. With `-o json` it says nothing else. */
export function jsonOf({ code, stdout, stderr }: Ended): unknown {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Ends what a failed test has left running, each by its own id. */
export async function endAll(): Promise<void> {
  const ends = [...alive].map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of alive) child.kill('SIGKILL');
  await Promise.all(ends);
}

/** A venue in a process of its own, and the environment that points a command at it. */
export async function startSimulator(...argv: string[]): Promise<{ readonly env: Env; readonly url: string; stop(): Promise<Ended> }> {
  const simulator = start(['simulator', '--port', '0', '--seed', '7', '-o', 'json', ...argv]);
  await simulator.until('\n');
  const { exchange } = JSON.parse(simulator.stdout()) as { exchange: { url: string; key: string; secret: string } };
  const env = { SLUICE_EXCHANGE_URL: exchange.url, SLUICE_EXCHANGE_KEY: exchange.key, SLUICE_EXCHANGE_SECRET: exchange.secret };
  const stop = (): Promise<Ended> => {
    simulator.kill('SIGTERM');
    return simulator.ended;
  };
  return { env, url: exchange.url, stop };
}

/** A folder for state directories, removed with all that is in it. */
export function temporaryFolder(): { path(name: string): string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-cli-'));
  return { path: (name) => join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
