import { join } from 'node:path';
import { systemClock } from '../../../src/base/systemClock.ts';
import { postedMarket } from '../../../src/research/backtest/reloadedSetup.ts';
import { codeIdentity } from '../../../src/research/farm/codeIdentity.ts';
import { farmAddress } from '../../../src/research/farm/farmAddress.ts';
import { FarmRunner } from '../../../src/research/farm/farmRunner.ts';
import type { FarmSweep } from '../../../src/research/farm/farmSweep.ts';
import { FarmWorker, type FarmWorkerOptions } from '../../../src/research/farm/farmWorker.ts';
import { type Farm, openFarm } from '../../../src/research/farm/openFarm.ts';
import { heldFiles } from '../../../src/research/farm/recordedFiles.ts';
import { RecordingCache } from '../../../src/research/farm/recordingCache.ts';
import { serveRecordings } from '../../../src/research/farm/serveRecordings.ts';
import { travellingSettings } from '../../../src/research/farm/travellingSettings.ts';
import type { TrialRunner } from '../../../src/research/sweep/trial.ts';
import type { TrialWorldSource } from '../../../src/research/sweep/trialWorld.ts';

/** A worker that is gone is noticed soon, so that a test need not wait. */
export const TEST_PACE = { lockMs: 3_000, stalledEveryMs: 300, answerMs: 2_000 };

export const testFarm = (url: string, pace = TEST_PACE): Promise<Farm> => openFarm(farmAddress(url, {}), pace);

export interface OfferedSweep {
  readonly runner: TrialRunner;
  readonly sweep: FarmSweep;
  readonly farm: Farm;
}

interface OfferOptions {
  readonly change?: (sweep: FarmSweep) => FarmSweep;
  readonly tell?: (line: string) => void;
  readonly pace?: typeof TEST_PACE;
}

let runs = 0;

/** Offers a sweep as `sluice sweep --queue` does. What a worker is given of it may be changed. */
export async function offeredSweep(
  url: string,
  source: TrialWorldSource,
  mostAPass: number,
  { change = (sweep) => sweep, tell = () => undefined, pace }: OfferOptions = {},
): Promise<OfferedSweep> {
  const farm = await testFarm(url, pace);
  const { file, data, markets, range, latency, about, band, objective, draws } = source;
  const files = heldFiles(data, ['BTC/EUR']);
  const server = await serveRecordings(files, { host: '127.0.0.1', port: 0 });
  const sweep = change({
    run: `test-${process.pid}-${++runs}`,
    owner: 'somebody@here',
    code: codeIdentity(),
    config: travellingSettings(file),
    world: { range, latency, about, band, objective, draws },
    markets: markets.map((market) => postedMarket({ ...market, open: () => never() })),
    files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
    source: { url: server.url, token: server.token },
    load: { runs: 8, atOnce: 8, mostAPass, memoryBytes: 0 },
  });
  const runner = new FarmRunner({ farm, sweep, clock: systemClock, tell });
  return {
    sweep,
    farm,
    runner: {
      run: (jobs, events) => runner.run(jobs, events),
      async close() {
        await runner.close();
        farm.close();
        await server.close();
      },
    },
  };
}

function never(): never {
  throw new Error('a market that is offered is not walked');
}

export interface TestWorker {
  readonly told: readonly string[];
  stop(): Promise<void>;
}

/** A worker in this process. */
export async function testWorker(
  url: string,
  folder: string,
  threads: number,
  more: Partial<Pick<FarmWorkerOptions, 'graceMs' | 'name' | 'tell'>> & { readonly directory?: string; readonly mostBytes?: number } = {},
): Promise<TestWorker> {
  const { directory = folder, graceMs = 60_000, mostBytes = 2 ** 30, tell = () => undefined, name = `here:${++runs}` } = more;
  const farm = await testFarm(url);
  const told: string[] = [];
  const stop = new AbortController();
  const worker = new FarmWorker({
    farm,
    cache: new RecordingCache({ folder: join(folder, 'cache'), mostBytes, clock: systemClock }),
    here: { code: codeIdentity(), directory },
    threads,
    name,
    // Processes may share a cache.
    id: `${name.replace(':', '-')}-${process.pid}`,
    clock: systemClock,
    signal: stop.signal,
    graceMs,
    restMs: 50,
    tell: (line) => {
      told.push(line);
      tell(line);
    },
  });
  const ended = worker.run();
  return {
    told,
    async stop() {
      stop.abort();
      await ended;
      farm.close();
    },
  };
}
