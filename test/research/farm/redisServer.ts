import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { endedWithUs } from '../../endedWithUs.ts';
import { ownFolder } from '../../ownFolder.ts';
import { freePort } from '../../freePort.ts';

/** Why tests that need a Redis can't run here. Undefined when they can. */
export function redisMissing(): string | undefined {
  const { error } = spawnSync('redis-server', ['--version']);
  return error === undefined ? undefined : 'there is no redis-server in PATH (Debian: apt-get install redis-server)';
}

/** A Redis on 127.0.0.1 that keeps nothing on disk. */
export class RedisServer {
  readonly #folder = ownFolder('sluice-redis-');
  readonly #more: readonly string[];
  #process: ChildProcess | undefined;
  #port = 0;

  constructor(...more: string[]) {
    this.#more = more;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** Resolves when it answers. After `stop` it comes back at the same port, with nothing in it. */
  async start(): Promise<this> {
    if (this.#port === 0) this.#port = await freePort();
    const own = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--dir', this.#folder];
    this.#process = spawn('redis-server', [...own, ...this.#more], { stdio: ['ignore', 'pipe', 'inherit'] });
    endedWithUs(this.#process);
    let said = '';
    for await (const chunk of this.#process.stdout as Readable) {
      said += String(chunk);
      if (said.includes('Ready to accept connections')) break;
    }
    return this;
  }

  /** It stands still, as on a machine that answers nobody. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
