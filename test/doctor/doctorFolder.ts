import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/base/systemClock.ts';
import type { ConfiguredContext } from '../../src/doctor/check.ts';
import { configuredChecks, machineChecks } from '../../src/doctor/doctorChecks.ts';
import { type Examined, examine } from '../../src/doctor/examine.ts';
import type { Machine } from '../../src/doctor/machine.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';

/** A machine on which all is well. */
export const SOUND: Machine = {
  node: '24.1.0',
  sluice: '0.1.0',
  sqlite: () => Promise.resolve({ version: '3.52.0', options: ['THREADSAFE=1', 'ENABLE_FTS5'] }),
  space: () => Promise.resolve({ freeBytes: 50_000_000_000, freeFiles: 1_000_000 }),
  ask: (program) => Promise.resolve(program === 'timedatectl' ? 'yes\n' : undefined),
  isPortFree: () => Promise.resolve(true),
};

export interface LookedAt {
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly machine?: Partial<Machine>;
  readonly state?: string;
}

/** A folder with a configuration, a state folder and a register of accounts, and the looks at it. */
export class DoctorFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'sluice-doctor-'));
  readonly #servers: Server[] = [];

  constructor() {
    for (const name of ['state', 'accounts']) mkdirSync(this.in(name), { mode: 0o700 });
  }

  in(...names: readonly string[]): string {
    return join(this.path, ...names);
  }

  async context({ config = 'mode: demo\n', env = {}, machine = {}, state = 'state' }: LookedAt = {}): Promise<ConfiguredContext> {
    const file = this.in('sluice.yaml');
    writeFileSync(file, config, { mode: 0o600, flag: 'w' });
    return {
      settings: await loadSettings({ file, env }),
      state: this.in(state),
      accounts: this.in('accounts'),
      cwd: this.path,
      env,
      clock: systemClock,
      machine: { ...SOUND, ...machine },
    };
  }

  /** What the checks of this name find. */
  async look(check: string, at: LookedAt | ConfiguredContext = {}): Promise<readonly Examined[]> {
    const context = 'settings' in at ? at : await this.context(at);
    const named = [...machineChecks, ...configuredChecks].filter(({ name }) => name === check);
    return examine(named, context);
  }

  /** What they find that is not in order, as `result: found -> do`. */
  async troubles(check: string, at: LookedAt | ConfiguredContext = {}): Promise<readonly string[]> {
    const found = await this.look(check, at);
    return found
      .filter(({ result }) => result !== 'ok')
      .map(({ result, found: text, suggestion }) => `${result}: ${text} -> ${suggestion ?? ''}`);
  }

  /** Serves on a port of this machine, or on a socket. */
  async serve(listener: RequestListener, socket?: string): Promise<string> {
    const server = createServer(listener);
    this.#servers.push(server);
    if (socket === undefined) server.listen(0, '127.0.0.1');
    else server.listen(socket);
    await once(server, 'listening');
    return socket ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  remove(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
    rmSync(this.path, { recursive: true, force: true });
  }
}
