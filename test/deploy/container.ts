import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { atEnd } from '../atEnd.ts';
import { freePort } from '../freePort.ts';
import { ownFolder } from '../ownFolder.ts';
import { until } from '../until.ts';
import { NOBODY } from '../store/postgresServer.ts';
import type { ComposeService } from './composeFile.ts';
import { type Image, IMAGES, type Place } from './images.ts';

const REAL_PATH = process.env['PATH'] ?? '/usr/bin:/bin';

/**
 * A service of a compose file without a container: its command, environment, files and check of health, with the servers of this
 * machine, on ports of their own at 127.0.0.1. What only a container has is not shown: its users, its own network, its limits.
 */
export class Container {
  readonly #service: ComposeService;
  readonly #image: Image;
  readonly #place: Place;
  #process: ChildProcess | undefined;
  #said = '';

  private constructor(service: ComposeService, image: Image, place: Place) {
    this.#service = service;
    this.#image = image;
    this.#place = place;
  }

  static async of(service: ComposeService): Promise<Container> {
    const image = IMAGES[service.image.replace(/:.*/, '')]!;
    const folder = ownFolder('sluice-container-');
    const place = { folder, data: join(folder, 'data'), port: await freePort(), innerPort: await freePort() };
    for (const name of ['bin', 'data']) mkdirSync(join(folder, name), { mode: name === 'data' ? 0o700 : 0o755 });
    for (const [name, script] of Object.entries(image.scripts(place))) {
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(folder, 'bin', name), 0o755);
    }
    const isOther = image.isRootRefused === true && process.getuid?.() === 0;
    if (isOther) for (const path of [folder, place.data]) chownSync(path, NOBODY, NOBODY);
    return new Container(service, image, place);
  }

  get port(): number {
    return this.#place.port;
  }

  get folder(): string {
    return this.#place.folder;
  }

  /** Begins, or begins again with what is in its volume. */
  start(): void {
    const command = (this.#service.command ?? this.#image.command).map((argument) => this.#mounted(argument));
    const running = spawn(join(this.#place.folder, 'bin', 'docker-entrypoint.sh'), command, {
      ...this.#options(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk: Buffer) => (this.#said += String(chunk)));
    running.once(
      'exit',
      atEnd(() => killGroup(running)),
    );
    this.#process = running;
  }

  /** What its first process is by now, and no child of it: the one that gets the signals. */
  firstProcess(): string {
    return readFileSync(`/proc/${this.#process!.pid}/comm`, 'utf8').trim();
  }

  /** Resolves when its check of health says so. Rejects when it has ended. */
  async healthy(): Promise<void> {
    await until(() => {
      if (this.#process?.exitCode !== null || this.#process.signalCode !== null)
        throw new Error(`${this.#service.image} ended: ${this.#said}`);
      return this.health() === 0;
    });
  }

  /** The exit code of the check of its health. */
  health(): number | null {
    const [kind, command] = this.#service.healthcheck.test;
    if (kind !== 'CMD-SHELL') throw new Error(`${kind}: this check of health is not known here`);
    return spawnSync('sh', ['-c', command!], { ...this.#options(), stdio: 'ignore' }).status;
  }

  /** As `docker stop`: its exit code. */
  async stop(): Promise<number | null> {
    return this.#ended((running) => running.kill(this.#service.stop_signal ?? 'SIGTERM'));
  }

  /** As `docker kill`, with all of its processes. */
  async kill(): Promise<void> {
    await this.#ended(killGroup);
  }

  /** The names of files that it keeps. */
  kept(): readonly string[] {
    return readdirSync(this.#place.data);
  }

  async #ended(end: (running: ChildProcess) => void): Promise<number | null> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null;
    const exit = once(running, 'exit');
    end(running);
    await exit;
    return running.exitCode;
  }

  #options(): { readonly env: NodeJS.ProcessEnv; readonly cwd: string; readonly uid?: number; readonly gid?: number } {
    const path = [join(this.#place.folder, 'bin'), ...(this.#image.programs === undefined ? [] : [this.#image.programs]), REAL_PATH];
    const env = { ...this.#image.env?.(this.#place), ...this.#service.environment, REAL_PATH, PATH: path.join(':') };
    const isOther = this.#image.isRootRefused === true && process.getuid?.() === 0;
    return { env, cwd: this.#place.data, ...(isOther && { uid: NOBODY, gid: NOBODY }) };
  }

  /** A file of `deploy/` that is mounted, where its data are in ours. */
  #mounted(argument: string): string {
    const mount = this.#service.volumes
      .map((volume) => volume.split(':'))
      .find(([source, target]) => source?.startsWith('./') && target === argument);
    if (mount === undefined) return argument;
    const copy = join(this.#place.folder, basename(argument));
    writeFileSync(copy, readFileSync(join('deploy', mount[0]!), 'utf8').replaceAll(this.#image.data, this.#place.data));
    return copy;
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
