import { randomBytes } from 'node:crypto';
import { closeSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { systemClock } from '../base/systemClock.ts';
import { type BacktestMarket } from '../research/backtest/backtestOptions.ts';
import { postedMarket } from '../research/backtest/reloadedSetup.ts';
import { codeIdentity } from '../research/farm/codeIdentity.ts';
import type { FarmAddress } from '../research/farm/farmAddress.ts';
import { FarmRunner } from '../research/farm/farmRunner.ts';
import type { FarmSweep } from '../research/farm/farmSweep.ts';
import { openFarm } from '../research/farm/openFarm.ts';
import { heldFiles } from '../research/farm/recordedFiles.ts';
import { serveRecordings } from '../research/farm/serveRecordings.ts';
import { travellingSettings } from '../research/farm/travellingSettings.ts';
import type { TrialRunner } from '../research/sweep/trial.ts';

/** The farm that makes the trials. */
export interface SweepQueue {
  readonly address: FarmAddress;
  /** Where workers reach this machine; else the address by which it reaches Redis, at any free port. */
  readonly serve?: { readonly host: string; readonly port: number } | undefined;
}

export interface SweepFarmOptions extends Pick<FarmSweep, 'world' | 'load'> {
  /** The sweep's. */
  readonly id: string;
  readonly file: string;
  readonly data: string;
  readonly markets: readonly BacktestMarket[];
  readonly queue: SweepQueue;
  readonly tell: (line: string) => void;
}

/** Offers a sweep to the workers of a farm, and its recordings with it. Throws a `Fault` when the Redis can't be used. */
export async function sweepFarm(options: SweepFarmOptions): Promise<TrialRunner> {
  const { id, file, data, markets, world, load, queue, tell } = options;
  const farm = await openFarm(queue.address);
  const closings: (() => unknown)[] = [() => farm.close()];
  const close = async (): Promise<void> => {
    for (const each of closings.splice(0).reverse()) await each();
  };
  try {
    for (const line of farm.notes) tell(line);
    const files = heldFiles(
      data,
      markets.map(({ symbol }) => symbol),
      world.range.to,
    );
    closings.push(() => files.forEach((held) => closeSync(held.file)));
    const server = await serveRecordings(files, queue.serve ?? { host: farm.localAddress, port: 0 });
    closings.push(() => server.close());
    const sweep: FarmSweep = {
      run: `${id.replaceAll(/[^\w.-]/g, '_')}-${randomBytes(4).toString('hex')}`,
      owner: `${userName()}@${hostname()}`,
      code: codeIdentity(),
      config: travellingSettings(file),
      world,
      markets: markets.map(postedMarket),
      files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
      source: { url: server.url, token: server.token },
      load,
    };
    return closedWith(new FarmRunner({ farm, sweep, clock: systemClock, tell }), close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** The runner with everything that it stands on. */
function closedWith(runner: FarmRunner, close: () => Promise<void>): TrialRunner {
  return {
    run: (jobs, events) => runner.run(jobs, events),
    async close() {
      try {
        await runner.close();
      } finally {
        await close();
      }
    },
  };
}

/** A user without a name, as in a container, is one by number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user-${process.getuid?.() ?? 'unknown'}`;
  }
}
