import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ControlClient, controlClient } from '../../../src/control/controlClient.ts';
import type { Daemon } from '../../../src/daemon/daemon.ts';
import { lastConfig } from '../../../src/daemon/reload/lastConfig.ts';
import { Reloader } from '../../../src/daemon/reload/reloader.ts';
import { replaySession } from '../../../src/session/replay.ts';
import { sessionEngine } from '../../../src/session/sessionEngine.ts';
import { readManifest } from '../../../src/session/sessionManifest.ts';
import { storedSessions } from '../../../src/session/sessions.ts';
import { until } from '../../until.ts';
import { DaemonFolder } from '../daemonFolder.ts';

const folder = new DaemonFolder();
const file = folder.state('demo.yaml');
const OTHER = '  ltc-maker: { use: maker, symbol: LTC/EUR, budget: 5000 EUR, params: { spreadBps: 6, size: 0.1, smooth: 3 } }\n';
/** Its second life fails: the first is the one in which it is tried. */
const ONCE = `import { strategy } from 'sluice';
let lives = 0;
export default strategy({
  about: 'Lives once.',
  params: {},
  setup() {
    if (++lives > 1) throw new Error('not again');
    return {};
  },
});
`;
let daemon: Daemon;
let control: ControlClient;
let alone: string;

const plan = () => control.call('config.plan', {});
const reload = () => control.call('config.reload', {});
const hash = async () => (await control.call('status', {})).configHash;

beforeAll(async () => {
  daemon = await folder.start('state', {}, undefined, OTHER);
  alone = readFileSync(file, 'utf8').replace(OTHER, '');
  control = (await controlClient(await folder.socket('state')))!;
  await until(
    () => control.call('status', {}),
    ({ state }) => state === 'running',
  );
  writeFileSync(file, alone);
  await reload();
});
afterAll(() => folder.remove());

describe(`${Reloader.name}, with a name that was removed in this life`, () => {
  it.each([
    ['another market', OTHER.replace('LTC/EUR', 'BTC/EUR'), /ltc-maker\.symbol needs a restart, or another name/],
    ['what a position begins with', OTHER.replace('budget', 'opening: { amount: 0.05, price: 70 }, budget'), /ltc-maker\.opening needs/],
  ])('plan and reload refuse %s', async (_what, strategy, message) => {
    const before = await hash();
    writeFileSync(file, alone + strategy);
    expect((await plan()).problems).toEqual([expect.stringMatching(message)]);
    await expect(reload()).rejects.toMatchObject({ code: 'configuration', message: expect.stringMatching(message) as string });
    expect(await hash()).toBe(before);
  });

  it('it comes back as it was', async () => {
    writeFileSync(file, alone + OTHER);
    expect((await plan()).problems).toEqual([]);
    expect((await reload()).strategies).toEqual([{ strategy: 'ltc-maker', change: 'added', because: [] }]);
  });
});

describe(`${Reloader.name}, when nothing comes of it`, () => {
  it('nothing is applied for somebody who is gone', async () => {
    const before = await hash();
    writeFileSync(file, (alone + OTHER).replace('5000 EUR, price', '4000 EUR, price'));
    let looks = 0;
    // Goes while everything is made ready.
    const gone = {
      get aborted() {
        return ++looks > 1;
      },
    } as AbortSignal;
    await expect(daemon.configuration.reload(undefined, gone)).rejects.toMatchObject({
      code: 'canceled',
      message: expect.stringContaining('nothing was applied') as string,
    });
    expect(looks).toBe(2);
    expect(await hash()).toBe(before);
    expect(daemon.trader.snapshot().strategies.map(({ state }) => state)).not.toContain('stopped');
  });

  it('what the engine has refused was never the last configuration, and the session can be replayed', { tags: 'long' }, async () => {
    const before = await hash();
    writeFileSync(folder.state('once.ts'), ONCE);
    writeFileSync(file, `${alone}${OTHER}  once: { use: ./once.ts, symbol: LTC/EUR, budget: 100 EUR }\n`);
    await expect(reload()).rejects.toMatchObject({ code: 'configuration', message: expect.stringContaining('not again') as string });
    expect(await hash()).toBe(before);
    daemon.requestStop('the tests are over');
    await daemon.ended;
    expect(lastConfig(folder.state('state'))!.hash).toBe(before);
    const [session] = storedSessions(folder.state('state'));
    const manifest = readManifest(session!.folder);
    expect(manifest.reloads?.map(({ refused }) => refused)).toEqual([undefined, undefined, expect.stringContaining('not again')]);
    const { settings } = await sessionEngine(manifest);
    expect(replaySession(session!.folder, settings)).toMatchObject({ identical: true, tear: undefined });
  });
});
