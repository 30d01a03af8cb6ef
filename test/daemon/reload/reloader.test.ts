import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ControlClient, controlClient } from '../../../src/control/controlClient.ts';
import type { Daemon } from '../../../src/daemon/daemon.ts';
import { lastConfig } from '../../../src/daemon/reload/lastConfig.ts';
import { Reloader } from '../../../src/daemon/reload/reloader.ts';
import type { ControlReply } from '../../../src/control/contract/controlReplies.ts';
import { replaySession } from '../../../src/session/replay.ts';
import { sessionEngine } from '../../../src/session/sessionEngine.ts';
import { readManifest } from '../../../src/session/sessionManifest.ts';
import { storedSessions } from '../../../src/session/sessions.ts';
import { until } from '../../until.ts';
import { DaemonFolder } from '../daemonFolder.ts';

const folder = new DaemonFolder();
let daemon: Daemon;
let control: ControlClient;
let first: string;

const status = () => control.call('status', {});
const plan = () => control.call('config.plan', {});
const reload = () => control.call('config.reload', {});
const file = folder.state('demo.yaml');
const write = (change: (text: string) => string): void => writeFileSync(file, change(first));
const rowOf = ({ strategies }: ControlReply<'status'>, name: string) => strategies.find((one) => one.name === name);

beforeAll(async () => {
  daemon = await folder.start('state');
  first = readFileSync(file, 'utf8');
  control = (await controlClient(await folder.socket('state')))!;
  await until(status, ({ state, openOrders }) => state === 'running' && openOrders > 0);
});
afterAll(() => folder.remove());

describe(Reloader.name, () => {
  it('plans nothing when nothing has changed but comments and layout', async () => {
    write((text) => `# mine\n${text}`);
    expect(await plan()).toMatchObject({ settings: [], strategies: [], orders: [], problems: [], hash: (await status()).configHash });
  });

  it('plans what would change, and what becomes of open orders, and changes nothing', async () => {
    write((text) => text.replace('spreadBps: 6', 'spreadBps: 9').replace('5000 EUR', '4000 EUR'));
    const found = await plan();
    expect(found.settings).toEqual([
      { setting: 'risk.maxOrderValue', before: '5000 EUR', after: '4000 EUR', takesEffect: 'reload' },
      { setting: 'strategies.btc-maker.params.spreadBps', before: '6', after: '9', takesEffect: 'reload' },
    ]);
    expect(found.strategies).toEqual([{ strategy: 'btc-maker', change: 'replaced', because: ['params'] }]);
    expect(found.orders).toContainEqual(
      expect.objectContaining({ strategy: 'btc-maker', symbol: 'BTC/EUR', becomes: 'kept where the new version wants the same' }),
    );
    expect(found.problems).toEqual([]);
    expect((await status()).configHash).toBe(found.before.hash);
  });

  it('puts parameters, limits and a further strategy into force, whose market nobody has polled', async () => {
    const before = await status();
    const other = '  eth-maker: { use: maker, symbol: ETH/EUR, budget: 5000 EUR, params: { spreadBps: 6, size: 0.1, smooth: 3 } }\n';
    write((text) => text.replace('symbols: [BTC/EUR, LTC/EUR], ', '').replace('spreadBps: 6', 'spreadBps: 9') + other);
    const done = await reload();
    expect(done.strategies.map(({ strategy, change }) => `${strategy} ${change}`)).toEqual(['btc-maker replaced', 'eth-maker added']);
    const after = await until(status, (now) => rowOf(now, 'eth-maker')!.openOrders > 0 && rowOf(now, 'btc-maker')!.state === 'running');
    expect(after.configHash).toBe(done.hash);
    expect(after.configLoadedAt > before.configLoadedAt).toBe(true);
    expect(rowOf(after, 'btc-maker')!.fills).toBeGreaterThanOrEqual(rowOf(before, 'btc-maker')!.fills);
    expect(folder.logged).toContain('"event":"reloaded"');
    const told = daemon.history.lines.last(500).filter(({ event }) => event === 'reloaded');
    expect(told.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /is in force: btc-maker replaced \(params\); eth-maker added; .*strategies\.btc-maker\.params\.spreadBps 9 \(was 6\)/,
      ),
    ]);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['a problem of the file', (text) => text.replace('maxOrderValue', 'maxOrdrValue'), /did you mean maxOrderValue/],
    ['what needs a restart', (text) => `${text}session: { keep: 3d }\n`, /session\.keep needs a restart/],
    ['another market of a strategy', (text) => text.replace('symbol: BTC/EUR', 'symbol: LTC/EUR'), /btc-maker\.symbol needs a restart/],
    [
      'a pair that the venue does not list',
      (text) =>
        `${text.replace('symbols: [BTC/EUR, LTC/EUR], ', '')}  x: { use: maker, symbol: NOPE/EUR, budget: 500 EUR, params: { size: 1 } }\n`,
      /strategies\.x: the venue does not list NOPE\/EUR/,
    ],
    [
      'what a position begins with',
      (text) => `${text}  x: { symbol: LTC/EUR, opening: { amount: 1, price: 70 }, exits: [{ kind: stop, lossBps: 50 }] }\n`,
      /strategies\.x\.opening needs a restart/,
    ],
  ])('applies nothing where there is %s', async (_what, change, message) => {
    const before = await status();
    const orders = daemon.trader.snapshot().orders.length;
    write((text) => change(text).replace('size: 0.01', 'size: 0.02'));
    await expect(reload()).rejects.toMatchObject({ code: 'configuration', message: expect.stringMatching(message) as string });
    expect((await status()).configHash).toBe(before.configHash);
    expect(orders).toBeGreaterThan(0);
    expect(daemon.settings.risk.maxOrderValue?.amount.toFixed()).toBe('5000');
  });

  it('a change that no daemon reads is taken without a word to the engine', async () => {
    write((text) => {
      const other = '  eth-maker: { use: maker, symbol: ETH/EUR, budget: 5000 EUR, params: { spreadBps: 6, size: 0.1, smooth: 3 } }\n';
      const same = text.replace('symbols: [BTC/EUR, LTC/EUR], ', '').replace('spreadBps: 6', 'spreadBps: 9');
      return `${same}${other}backtest: { fees: { maker: 1% } }\n`;
    });
    const done = await reload();
    expect(done.settings).toMatchObject([{ setting: 'backtest.fees.maker', takesEffect: 'other commands' }]);
    expect(done.strategies).toEqual([]);
    expect((await status()).configHash).toBe(done.hash);
  });

  it('removes strategies, cancels their orders, and tells what they hold', async () => {
    write((text) => `${text}log: { level: warn }\n`);
    const found = await plan();
    expect(found.orders).toContainEqual(expect.objectContaining({ strategy: 'eth-maker', becomes: 'canceled' }));
    await reload();
    const after = await until(status, (now) => rowOf(now, 'eth-maker')!.openOrders === 0);
    expect(rowOf(after, 'eth-maker')).toMatchObject({ state: 'stopped', reason: 'it is no longer in the configuration' });
    await expect(control.call('strategies.tell', { name: 'eth-maker', verb: 'resume' })).rejects.toMatchObject({ code: 'not-found' });
    expect(daemon.settings.log.level).toBe('warn');
  });

  it('the session of all that gives the same commands again', async () => {
    daemon.requestStop('the tests are over');
    await daemon.ended;
    const [session] = storedSessions(folder.state('state'));
    const manifest = readManifest(session!.folder);
    expect(manifest.reloads?.map(({ revision }) => revision)).toEqual([1, 2]);
    const { settings, changedCode } = await sessionEngine(manifest);
    expect(changedCode).toEqual([]);
    const replayed = replaySession(session!.folder, settings);
    expect(replayed).toMatchObject({ identical: true, tear: undefined });
    expect(replayed.commands).toBeGreaterThan(0);
    expect(replaySession(session!.folder, { ...settings, revisions: undefined }).identical).toBe(false);
  });

  it('what the last daemon ran with is known afterwards', () => {
    const last = lastConfig(folder.state('state'))!;
    expect(last.hash).toBe(daemon.configuration.inForce.hash);
    expect(last.config.strategies.map(({ name }) => name)).toEqual(['btc-maker']);
    expect(lastConfig(folder.state('none'))).toBeUndefined();
  });
});
