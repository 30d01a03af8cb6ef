import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { counted } from '../base/counted.ts';
import { systemClock } from '../base/systemClock.ts';
import { codeIdentity } from '../research/farm/codeIdentity.ts';
import { farmAddress } from '../research/farm/farmAddress.ts';
import { FarmWorker } from '../research/farm/farmWorker.ts';
import { openFarm } from '../research/farm/openFarm.ts';
import { RecordingCache } from '../research/farm/recordingCache.ts';
import { say, type Shell } from './shell.ts';

export interface FarmWorkerRunOptions {
  readonly queue: string;
  readonly threads?: number | undefined;
  readonly code?: string | undefined;
  readonly data?: string | undefined;
  readonly cache?: string | undefined;
  readonly cacheSize: number;
  readonly grace: number;
}

/** A sweep that this machine could not work for may be possible later: its disk has room again, the other machine is reached. */
const REST_MS = 30_000;

/** Works for a farm until the shell is told to stop. Throws a `Fault` when the Redis or the cache can't be used. */
export async function farmWorkerRun(
  shell: Shell,
  options: FarmWorkerRunOptions,
): Promise<{ readonly trials: number; readonly cpuMs: number }> {
  const { queue, threads = availableParallelism(), code, data, cacheSize: mostBytes, grace: graceMs } = options;
  const address = farmAddress(queue, shell.env);
  const folder = options.cache === undefined ? join(shell.options.state, 'farm-cache') : resolve(shell.cwd, options.cache);
  const shared = data === undefined ? undefined : resolve(shell.cwd, data);
  const cache = new RecordingCache({ folder, mostBytes, shared, clock: systemClock });
  const here = { code: codeIdentity(), directory: resolve(shell.cwd, code ?? '.') };
  const tell = (line: string): void => say(shell, line);
  const farm = await openFarm(address);
  try {
    for (const line of farm.notes) tell(line);
    const name = `${hostname()}:${process.pid}`;
    const id = `${hostname().replaceAll(/[^\w-]/g, '_')}-${process.pid}-${randomBytes(4).toString('hex')}`;
    const signal = shell.stopSignal();
    tell(`worker ${name}: ${counted(threads, 'thread')}, the farm at ${address.shown}, code ${here.code.program.slice(0, 12)}`);
    const clock = systemClock;
    return await new FarmWorker({ farm, cache, here, threads, name, id, clock, signal, graceMs, restMs: REST_MS, tell }).run();
  } finally {
    farm.close();
  }
}
