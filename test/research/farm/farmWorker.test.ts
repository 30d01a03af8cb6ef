import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/systemClock.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { FarmWorker } from '../../../src/research/farm/farmWorker.ts';
import type { Farm } from '../../../src/research/farm/openFarm.ts';
import { RecordingCache } from '../../../src/research/farm/recordingCache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-worker-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('keeps what its threads read, however long they are at one pass: another worker that begins takes none of it away', async () => {
  // The file system has the time of the machine.
  const clock = new VirtualClock(systemClock.now());
  const cacheOf = (): RecordingCache => new RecordingCache({ folder, mostBytes: 1000, clock });
  const cache = cacheOf();
  const view = await cache.view('sweep.worker', [], { url: 'http://127.0.0.1:1', token: '' });
  // A Redis that does not answer: no thread comes to look for another pass.
  const busy = Promise.withResolvers<readonly string[]>();
  const done = (): Promise<undefined> => Promise.resolve(undefined);
  const redis = { status: 'ready', set: done, sadd: done, srem: done, del: done, smembers: () => busy.promise };
  const stop = new AbortController();
  const worker = new FarmWorker({
    farm: { redis } as unknown as Farm,
    cache,
    here: { code: { program: '', sluice: '', v8: '', node: '' }, directory: folder },
    threads: 1,
    name: 'w',
    id: 'worker',
    clock,
    signal: stop.signal,
    graceMs: 0,
    restMs: 0,
    tell: () => undefined,
  });
  const over = worker.run();
  await clock.advance(15 * 60_000, settle);
  cacheOf();
  expect(existsSync(view)).toBe(true);
  stop.abort();
  busy.resolve([]);
  await clock.advance(1000, settle);
  await over;
  cache.remove('sweep.worker');
  expect(existsSync(view)).toBe(false);
});
