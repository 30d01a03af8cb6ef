import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { endedWithUs } from '../endedWithUs.ts';
import { until } from '../until.ts';
import { type Ran, run, TEST_ACCOUNTS } from './testIo.ts';

const BIN = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));

export type Env = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command line that runs in its own process. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout(): string;
  stderr(): string;
  /** Resolves when the text appears on one of its streams or the condition holds. Rejects when the process ends before. */
  until(sign: string | RegExp | (() => boolean)): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

const alive = new Set<ChildProcess>();

/** Starts `sluice` without this process's environment. */
export function start(argv: readonly string[], env: Env = {}, node = process.execPath): Running {
  return startProcess(node, [BIN, ...argv], env);
}

/** Commands that run in this process look for the socket of a daemon in the same place as it does, when its state directory's path is too long. */
const PLACE: Env = process.env['TMPDIR'] === undefined ? {} : { TMPDIR: process.env['TMPDIR'] };

/** Starts a command without this process's environment. */
export function startProcess(command: string, argv: readonly string[], env: Env = {}, cwd = process.cwd()): Running {
  const child = spawn(command, argv, {
    cwd,
    env: { TZ: 'UTC', SLUICE_ACCOUNTS: TEST_ACCOUNTS, ...PLACE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endedWithUs(child);
  alive.add(child);
  const written = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()));
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
    until: async (sign) => {
      let hasEnded = false;
      void ended.then(() => (hasEnded = true));
      const isSeen = typeof sign === 'function' ? sign : () => holds(sign);
      await until(() => isSeen() || hasEnded);
      if (!isSeen()) throw new Error(`ended with ${child.exitCode} before ${String(sign)} was seen: ${written.err}`);
    },
  };
}

/** Runs a command line to its end in this process, since starting another takes a core half a second. */
export function sluice(argv: readonly string[], env: Env = {}): Promise<Ran> {
  return run(argv, { env });
}

/** The output of a command that succeeded. With `-o json` it prints nothing else. */
export function jsonOf({ code, stdout, stderr }: Omit<Ended, 'signal'>): unknown {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Ends the processes that a failed test has left running, each by its own id. */
export async function endAll(): Promise<void> {
  const ends = [...alive].map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of alive) child.kill('SIGKILL');
  await Promise.all(ends);
}

/** Starts a venue in its own process. Returns the environment that points a command at it; `processing` and `hosted` are for payments. */
export async function startSimulator(...argv: string[]): Promise<{
  readonly env: Env;
  readonly processing: Env;
  readonly hosted: Env;
  readonly url: string;
  readonly control: { readonly url: string; readonly token: string };
  stop(): Promise<Ended>;
}> {
  const simulator = start(['simulator', '--port', '0', '--seed', '7', '-o', 'json', ...argv]);
  await simulator.until('\n');
  type Interface = { readonly url: string; readonly key: string; readonly secret: string };
  const { exchange, processing, hostedPage, control } = JSON.parse(simulator.stdout()) as {
    exchange: Interface;
    processing: Interface;
    hostedPage: { readonly url: string; readonly userUuid: string; readonly secret: string };
    control: { readonly url: string; readonly token: string };
  };
  const env = { SLUICE_EXCHANGE_URL: exchange.url, SLUICE_EXCHANGE_KEY: exchange.key, SLUICE_EXCHANGE_SECRET: exchange.secret };
  const { url, key, secret } = processing;
  const payments = { SLUICE_PROCESSING_URL: url, SLUICE_PROCESSING_KEY: key, SLUICE_PROCESSING_SECRET: secret };
  const { url: page, userUuid, secret: pageSecret } = hostedPage;
  const hosted = { SLUICE_HOSTED_URL: page, SLUICE_HOSTED_USER: userUuid, SLUICE_HOSTED_SECRET: pageSecret };
  const stop = (): Promise<Ended> => {
    simulator.kill('SIGTERM');
    return simulator.ended;
  };
  return { env, processing: payments, hosted, url: exchange.url, control, stop };
}
