import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepFarm, type SweepFarmOptions } from '../../src/cli/sweepFarm.ts';
import { farmAddress } from '../../src/research/farm/farmAddress.ts';
import { ownFolder } from '../ownFolder.ts';
import { redisMissing, RedisServer } from '../research/farm/redisServer.ts';
import { until } from '../until.ts';

const folder = ownFolder('sluice-sweep-farm-');
const missing = redisMissing();
const redis = new RedisServer();
beforeAll(async () => {
  if (missing === undefined) await redis.start();
});
afterAll(async () => {
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(({ skip }) => skip(missing !== undefined, missing));

/** What would keep a process alive. */
const held = (): number => process.getActiveResourcesInfo().filter((name) => /^TCP(?:Server|Socket)Wrap$/.test(name)).length;

describe(sweepFarm, () => {
  it('that can not be offered leaves neither a server nor a connection open', async () => {
    const before = held();
    const offered = sweepFarm({
      id: 'own-1',
      file: join(folder, 'gone.yaml'),
      data: folder,
      markets: [],
      world: { range: {} },
      queue: { address: farmAddress(redis.url, {}) },
      tell: () => undefined,
    } as unknown as SweepFarmOptions);
    await expect(offered).rejects.toMatchObject({ code: 'configuration' });
    await until(() => held() === before);
  });
});
