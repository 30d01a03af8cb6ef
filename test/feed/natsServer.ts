import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// A missing package is an error at once, not a stream that never comes.
import '@nats-io/transport-node';
import { freePort } from '../freePort.ts';

const PLACE = 'place=';
const DEBIAN = '/usr/sbin/nats-server';

export function natsProgram(): string {
  return process.env['SLUICE_NATS_SERVER'] ?? (existsSync(DEBIAN) ? DEBIAN : 'nats-server');
}

/** Why tests that need a NATS can't run here. Undefined when they can. */
export function natsMissing(): string | undefined {
  const { error } = spawnSync(natsProgram(), ['--version']);
  return error === undefined ? undefined : 'there is no nats-server (Debian: apt-get install nats-server)';
}

/** A NATS of its own on 127.0.0.1. */
export class NatsServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sluice-nats-'));
  readonly #place: string;
  readonly #more: readonly string[];
  #process: ChildProcess | undefined;
  #port = 0;

  /** Further arguments. `-js` is among them unless others are given; `place=FOLDER` is where it stores. */
  constructor(...more: string[]) {
    const place = more.find((argument) => argument.startsWith(PLACE))?.slice(PLACE.length);
    const others = more.filter((argument) => !argument.startsWith(PLACE));
    this.#place = join(place ?? this.#folder, 'data');
    this.#more = others.length === 0 ? ['-js'] : others;
  }

  get port(): number {
    return this.#port;
  }

  get folder(): string {
    return this.#folder;
  }

  url(stream = 'sluice'): string {
    return `nats://127.0.0.1:${this.#port}/${stream}`;
  }

  /** Resolves when it answers. After `kill` it comes back at the same port with what it had stored. */
  async start(): Promise<this> {
    if (this.#port === 0) this.#port = await freePort();
    const own = ['-sd', this.#place, '-a', '127.0.0.1', '-p', String(this.#port)];
    const running = spawn(natsProgram(), [...own, ...this.#more], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process = running;
    let said = '';
    // It is read to its end: a server that can't write its log ends.
    await new Promise<void>((resolve, reject) => {
      running.stderr.on('data', (chunk: Buffer) => {
        said = `${said}${String(chunk)}`.slice(-10_000);
        if (said.includes('Server is ready')) resolve();
      });
      running.once('exit', () => reject(new Error(`nats-server ended: ${said}`)));
    });
    return this;
  }

  /** It stands still, as on a machine that answers nobody. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  /** What it had stored is gone. */
  async forget(): Promise<void> {
    await this.kill();
    rmSync(this.#place, { recursive: true, force: true });
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
