import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endedWithUs } from '../endedWithUs.ts';
import { CannotGoOn } from '../cannotGoOn.ts';
import { processEnd } from '../processEnd.ts';
import { CutLine } from '../store/cutLine.ts';

export interface CrewOptions {
  readonly redisPort: number;
  readonly folder: string;
  /** How many work at a time. */
  readonly size: number;
  /** With the short times of tests in place of those of `sluice worker`. */
  readonly isQuick: boolean;
  /** What runs them. Without it, this Node. */
  readonly node?: string | undefined;
}

/** A worker of a farm in a process of its own, with a line of its own to Redis. */
export interface CrewWorker {
  readonly child: ChildProcess;
  readonly line: CutLine;
  readonly said: () => string;
  /** It has reached its Redis, so that from now on it has to end in order. */
  hasBegun(): boolean;
  readonly ended: Promise<unknown>;
}

/** Workers on one machine have a cache in common. */
const MACHINES = 3;
const SAID_MOST = 4000;

/** Workers of whom some are taken away, and new ones take their place. */
export class FarmCrew {
  readonly #options: CrewOptions;
  readonly #fit: CrewWorker[] = [];
  readonly #all = new Set<CrewWorker>();
  readonly #failure = Promise.withResolvers<never>();
  #started = 0;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.failed.catch(() => undefined);
  }

  /** Rejects with `CannotGoOn` when one ends whom nobody has taken away. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  async fill(): Promise<void> {
    while (this.#fit.length < this.#options.size) this.#fit.push(await this.#start());
  }

  /** Somebody who has worked in peace so far, and from now on no more: which one, a `chance` below 1 says. Undefined when none of them is wanted. */
  taken(chance: number, isWanted: (worker: CrewWorker) => boolean): CrewWorker | undefined {
    const wanted = this.#fit.filter(isWanted);
    const worker = wanted[Math.floor(chance * wanted.length)];
    if (worker !== undefined) this.#fit.splice(this.#fit.indexOf(worker), 1);
    return worker;
  }

  /** As `kill -9` does, whatever state it is in. */
  async end(worker: CrewWorker): Promise<void> {
    worker.child.kill('SIGKILL');
    await worker.ended;
    await worker.line.close();
    this.#all.delete(worker);
  }

  async close(): Promise<void> {
    this.#fit.length = 0;
    await Promise.all([...this.#all].map((worker) => this.end(worker)));
  }

  async #start(): Promise<CrewWorker> {
    const { redisPort, folder, isQuick, node = process.execPath } = this.#options;
    const line = new CutLine(redisPort);
    const url = `redis://127.0.0.1:${await line.start()}`;
    const cache = join(folder, `machine-${this.#started++ % MACHINES}`);
    const argv = isQuick
      ? [path('../research/farm/workerProcess.ts'), url, cache]
      : [path('../../bin/sluice.js'), 'worker', '--queue', url, '--threads', '1', '--cache', cache];
    const child = spawn(node, argv, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { TZ: 'UTC', PATH: process.env['PATH'], HOME: folder, SLUICE_STATE: folder, SLUICE_ACCOUNTS: join(folder, 'accounts') },
    });
    endedWithUs(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text = (text + String(chunk)).slice(-SAID_MOST)));
    child.once('error', (error) => (text += error.message));
    const ended = processEnd(child);
    const worker = { child, line, said: () => text, hasBegun: () => text.includes('worker '), ended };
    this.#all.add(worker);
    void ended.then(() => {
      if (!this.#fit.includes(worker)) return;
      const when = worker.hasBegun() ? 'a worker ended by itself' : 'a worker could not start';
      this.#failure.reject(new CannotGoOn(`${when} (${child.signalCode ?? child.exitCode}): ${text.trim() || 'it said nothing'}`));
    });
    return worker;
  }
}

function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
