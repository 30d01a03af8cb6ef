import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../atEnd.ts';
import { freePort } from '../freePort.ts';

const DEBIAN = '/usr/lib/postgresql';
/** It refuses to run as root. */
export const NOBODY = 65_534;
const IN_MEMORY = '/dev/shm';
const PLACE = 'place=';
const STANDBY = 'standby-of=';
const ENDS_WITHIN_S = '10';

/** The folder of its programs. Undefined where it is not installed. */
export function postgresPrograms(): string | undefined {
  const named = process.env['SLUICE_POSTGRES_BIN'];
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...(named === undefined ? [] : [named]), ...versions.map((version) => join(DEBIAN, version, 'bin'))];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** Why tests that need a Postgres can't run here. Undefined when they can. */
export function postgresMissing(): string | undefined {
  return postgresPrograms() === undefined ? 'there is no PostgreSQL server (Debian: apt-get install postgresql)' : undefined;
}

/** A Postgres of its own on 127.0.0.1. Its disk is memory where there is some, so that a flush takes no time, unless another place is named. */
export class PostgresServer {
  readonly #folder: string;
  readonly #settings: readonly string[];
  readonly #primary: string | undefined;
  readonly #forget: () => void;
  #process: ChildProcess | undefined;
  #port = 0;

  /** Settings as `name=value`; `place=FOLDER` is where its data are made, and `standby-of=PORT` makes it a hot standby of that one. */
  constructor(...settings: string[]) {
    const own = (name: string): string | undefined => settings.find((setting) => setting.startsWith(name))?.slice(name.length);
    this.#settings = settings.filter((setting) => !setting.startsWith(PLACE) && !setting.startsWith(STANDBY));
    this.#primary = own(STANDBY);
    const place = own(PLACE);
    this.#folder = mkdtempSync(join(place ?? (existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir()), 'sluice-postgres-'));
    this.#forget = atEnd(() => this.#leaveNothing());
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `postgres://sluice@127.0.0.1:${this.#port}/postgres`;
  }

  /** Resolves when it answers. After `stop` it comes back with what it had committed. */
  async start(...more: string[]): Promise<this> {
    if (this.#port === 0) await this.#make();
    const settings = ['max_connections=60', 'listen_addresses=127.0.0.1', `port=${this.#port}`, `unix_socket_directories=${this.#folder}`];
    const args = [...settings, ...this.#settings, ...more].flatMap((setting) => ['-c', setting]);
    const running = spawn(join(postgresPrograms()!, 'postgres'), ['-D', this.#data, ...args], {
      ...asUser(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = running;
    let said = '';
    for await (const chunk of running.stderr) {
      said += String(chunk);
      if (said.includes('database system is ready to accept')) break;
    }
    if (running.exitCode !== null) throw new Error(`Postgres ended: ${said}`);
    running.stderr.resume();
    return this;
  }

  /** As a machine that loses its power: nobody is told and nothing is written any more. */
  async kill(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  async remove(): Promise<void> {
    await this.#end('SIGINT');
    rmSync(this.#folder, { recursive: true, force: true });
    this.#forget();
  }

  /** A process that comes to its end can wait for no event, and so another one waits for the server. */
  #leaveNothing(): void {
    if (this.#process !== undefined) {
      spawnSync(join(postgresPrograms()!, 'pg_ctl'), ['stop', '-D', this.#data, '-m', 'immediate', '-t', ENDS_WITHIN_S], asUser());
      this.#process.kill('SIGKILL');
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  async #make(): Promise<void> {
    if (process.getuid?.() === 0) chownSync(this.#folder, NOBODY, NOBODY);
    this.#port = await freePort();
    if (this.#primary !== undefined)
      return run('pg_basebackup', ['-D', this.#data, '-R', '-c', 'fast', '-d', `host=127.0.0.1 port=${this.#primary} user=sluice`]);
    const args = ['-D', this.#data, '-U', 'sluice', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
    run('initdb', args);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  }
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(join(postgresPrograms()!, program), args, { ...asUser(), encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

function asUser(): { readonly uid?: number; readonly gid?: number; readonly cwd: string } {
  return { cwd: '/', ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}) };
}
