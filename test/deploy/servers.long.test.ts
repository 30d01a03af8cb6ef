import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, type TestContext } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { resolveStore } from '../../src/settings/storeServer.ts';
import { openAccountStore } from '../../src/store/openAccountStore.ts';
import type { Store } from '../../src/store/store.ts';
import { endAll, start } from '../cli/processes.ts';
import { publisherTo, readerOf } from '../feed/streamPair.ts';
import { natsMissing } from '../feed/natsServer.ts';
import { ownFolder } from '../ownFolder.ts';
import { recordMarket } from '../research/backtest/recordMarket.ts';
import { redisMissing } from '../research/farm/redisServer.ts';
import { ACCOUNT, newIntent } from '../store/builders.ts';
import { postgresMissing } from '../store/postgresServer.ts';
import { until } from '../until.ts';
import { composeServices, type ComposeService } from './composeFile.ts';
import { Container } from './container.ts';
import { IMAGES } from './images.ts';

/** With all that a shell, a YAML or a configuration could take for its own. */
const PASSWORD = '4711, a"b\\;#}$x {y: `z`!';
const ENV = { SLUICE_QUEUE_PASSWORD: PASSWORD, SLUICE_FEED_PASSWORD: PASSWORD, SLUICE_STORE_PASSWORD: PASSWORD };
const containers: Container[] = [];

afterEach(async () => {
  await endAll();
  for (const container of containers.splice(0)) await container.kill();
});

/** A service of `deploy/servers.yaml`, begun. Its data and its port are where its image has them. */
async function begun({ skip }: TestContext, name: string, missing: string | undefined, env = ENV): Promise<Container> {
  if (missing !== undefined) return skip(`NOT TESTED: ${missing}`);
  const service = composeServices('deploy/servers.yaml', env)[name] as ComposeService;
  const { data, port } = IMAGES[name]!;
  expect(service.volumes).toContain(`${name}:${data}`);
  expect(service.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  const container = await Container.of(service);
  containers.push(container);
  container.start();
  return container;
}

it('redis: a sweep over it comes to the same bytes as here, and no list of processes shows its password', async (context) => {
  const redis = await begun(context, 'redis', redisMissing());
  await redis.healthy();
  const folder = ownFolder('sluice-sweep-');
  await recordMarket(join(folder, 'data'), 'BTC/EUR', 300);
  const config = join(folder, 'c.yaml');
  writeFileSync(config, CONFIG);
  const argvOf = (sweeps: string): string[] => ['sweep', config, '--data', join(folder, 'data'), '--sweeps', join(folder, sweeps)];
  const queue = ['--queue', `redis://127.0.0.1:${redis.port}`];
  const env = { SLUICE_QUEUE_PASSWORD: PASSWORD };
  const here = await start([...argvOf('here'), '--workers', '1']).ended;
  start(['worker', ...queue, '--threads', '1', '--code', folder, '--cache', join(folder, 'cache')], env);
  const there = await start([...argvOf('there'), ...queue], env).ended;
  expect([here.code, there.code, there.stdout]).toEqual([0, 0, here.stdout]);
  expect(spawnSync('ps', ['axww', '-o', 'args'], { encoding: 'utf8' }).stdout).not.toContain(PASSWORD);
  expect((await start([...argvOf('refused'), ...queue], { SLUICE_QUEUE_PASSWORD: '4711' }).ended).stderr).toContain(
    'it does not take this user and password',
  );
  expect(redis.firstProcess()).toMatch(/^redis-server/);
  expect(await redis.stop()).toBe(0);
  expect(redis.kept()).toEqual([]);
});

it('nats: books are published and read over it with its password and no part of that, and are there after it was killed', async (context) => {
  const nats = await begun(context, 'nats', natsMissing());
  await nats.healthy();
  const url = `nats://sluice:\${env:SLUICE_FEED_PASSWORD}@127.0.0.1:${nats.port}/sluice`;
  const publisher = publisherTo(url, { env: ENV });
  publisher.book(1);
  const reader = readerOf(url, { env: ENV });
  await until(() => reader.lots().includes(1));
  const wrong = publisherTo(url, { env: { SLUICE_FEED_PASSWORD: '4711' } });
  await until(() => wrong.troubles.length > 0);
  expect(wrong.troubles.join()).toContain('password');
  await wrong.publisher.close();
  await nats.kill();
  expect(nats.health()).not.toBe(0);
  nats.start();
  await nats.healthy();
  const second = readerOf(url, { env: ENV });
  await until(() => second.lots().includes(1));
  publisher.book(2);
  await until(() => [reader, second].every(({ lots }) => lots().includes(2)));
  reader.end();
  second.end();
  await publisher.publisher.close();
  expect(nats.firstProcess()).toBe('nats-server');
  await nats.stop();
  expect(nats.kept()).not.toEqual([]);
});

it('postgres: it is not healthy while it sets itself up; an account is kept there and is there after it was killed', async (context) => {
  const postgres = await begun(context, 'postgres', postgresMissing());
  await until(
    () => existsSync(join(postgres.folder, 'set-up.log')) && readFileSync(join(postgres.folder, 'set-up.log'), 'utf8').includes('started'),
  );
  expect(postgres.health()).not.toBe(0);
  writeFileSync(join(postgres.folder, 'go'), '');
  await postgres.healthy();
  const folder = ownFolder('sluice-account-');
  const url = `postgres://sluice:\${env:SLUICE_STORE_PASSWORD}@127.0.0.1:${postgres.port}/sluice`;
  const opened = (env: typeof ENV): Promise<Store> => {
    const server = resolveStore(url, env, folder);
    if (server === undefined || typeof server === 'string') throw new Error(server);
    mkdirSync(join(folder, 'accounts'), { recursive: true });
    const places = { accounts: join(folder, 'accounts'), database: join(folder, `${ACCOUNT.id}.sqlite`) };
    return openAccountStore({ account: ACCOUNT, ...places, server, clock: systemClock });
  };
  await expect(opened({ ...ENV, SLUICE_STORE_PASSWORD: '4711' })).rejects.toThrow('password');
  const store = await opened(ENV);
  await store.journal.begin(newIntent('a', { lane: 'a' }));
  await store.close();
  await postgres.kill();
  expect(postgres.health()).not.toBe(0);
  postgres.start();
  await postgres.healthy();
  const again = await opened(ENV);
  expect(await again.journal.get('a')).toMatchObject({ id: 'a', body: newIntent('a').body });
  await again.close();
  expect(postgres.firstProcess()).toBe('postgres');
  expect(await postgres.stop()).toBe(0);
});

it('a password of digits is a password, too', async (context) => {
  const nats = await begun(context, 'nats', natsMissing(), { ...ENV, SLUICE_FEED_PASSWORD: '4711' });
  await nats.healthy();
  expect(nats.firstProcess()).toBe('nats-server');
});

it('each of them begins with a password of its own only', () => {
  for (const name of Object.keys(ENV)) {
    expect(() => composeServices('deploy/servers.yaml', { ...ENV, [name]: '' })).toThrow(`required variable ${name} is missing a value`);
  }
});

const CONFIG = `
mode: demo
backtest: { balances: { EUR: 100000, BTC: 2 } }
strategies:
  m: { use: maker, symbol: BTC/EUR, budget: 50000 EUR, params: { size: 0.01 } }
sweep:
  objective: profit
  sampler: grid
  space:
    strategies.m.params.spreadBps: { values: [2, 4, 6] }
`;
