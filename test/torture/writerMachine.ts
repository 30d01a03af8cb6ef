import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endedWithUs } from '../endedWithUs.ts';
import { processEnd } from '../processEnd.ts';
import { CutLine } from '../store/cutLine.ts';

/** A request that moves money, as the line to the venue saw it. */
export interface SeenOrder {
  readonly atMs: number;
  /** When its connection was made. */
  readonly openedMs: number;
}

/** A daemon on a machine. */
export interface RunningDaemon {
  readonly machine: WriterMachine;
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly said: () => string;
  /** Its first request to the venue. */
  readonly asked: Promise<number>;
  readonly orders: readonly SeenOrder[];
  readonly standsBy: Promise<unknown>;
  /** It was the owner, another one has followed, and it stands by again. */
  readonly steppedDown: Promise<unknown>;
  hasEnded(): boolean;
}

export interface MachineOptions {
  readonly folder: string;
  readonly postgres: number;
  readonly venue: number;
  readonly env: Readonly<Record<string, string>>;
  /** The configuration, for a store at this port. */
  readonly config: (storePort: number, name: string) => string;
}

const SLUICE = path('../../bin/sluice.js');

/** A machine as far as its folders and its lines go: one to the store, one to the venue. */
export class WriterMachine {
  readonly name: string;
  readonly toStore: CutLine;
  readonly toVenue: CutLine;
  readonly #options: MachineOptions;
  #file = '';
  #redirect = '';
  #heard: (request: string, openedMs: number) => void = () => undefined;

  constructor(name: string, options: MachineOptions) {
    this.name = name;
    this.#options = options;
    this.toStore = new CutLine(options.postgres);
    this.toVenue = new CutLine(options.venue, (bytes, openedMs) => {
      const request = /^(?:GET|POST|DELETE|PUT) \S+/.exec(bytes.subarray(0, 200).toString('latin1'))?.[0];
      if (request !== undefined) this.#heard(request, openedMs);
    });
  }

  async open(): Promise<this> {
    this.#file = this.#options.config(await this.toStore.start(), this.name);
    this.#redirect = `${this.#options.venue}:${await this.toVenue.start()}`;
    return this;
  }

  start(): RunningDaemon {
    const place = join(this.#options.folder, this.name);
    const args = ['--import', path('redirect.ts'), SLUICE, 'run', this.#file, '--standby', '--plain'];
    const state = { SLUICE_ACCOUNTS: join(place, 'accounts'), SLUICE_STATE: place, TORTURE_REDIRECT: this.#redirect };
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { TZ: 'UTC', PATH: process.env['PATH'], HOME: place, ...this.#options.env, ...state },
    });
    endedWithUs(child);
    let text = '';
    const asked = Promise.withResolvers<number>();
    const standsBy = Promise.withResolvers<void>();
    const steppedDown = Promise.withResolvers<void>();
    const orders: SeenOrder[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text = (text + String(chunk)).slice(-20_000);
        if (text.includes('standing by')) standsBy.resolve();
        if (text.includes('standing by again')) steppedDown.resolve();
      });
    }
    this.#heard = (request, openedMs) => {
      asked.resolve(performance.now());
      if (/^POST \S*\/orders(?:\/[^/ ]+\/replace)?$/.test(request)) orders.push({ atMs: performance.now(), openedMs });
    };
    const ended = processEnd(child);
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
    return {
      machine: this,
      child,
      ended,
      said: () => text,
      asked: asked.promise,
      orders,
      standsBy: standsBy.promise,
      steppedDown: steppedDown.promise,
      hasEnded,
    };
  }

  mend(): void {
    this.toStore.mend();
    this.toVenue.mend();
  }

  async close(): Promise<void> {
    await this.toStore.close();
    await this.toVenue.close();
  }
}

function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
