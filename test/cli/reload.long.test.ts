import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { reload } from '../../src/cli/commands/reload.ts';
import type { ConfigPlan } from '../../src/daemon/reload/configPlan.ts';
import type { StatusReport } from '../../src/daemon/status.ts';
import { until } from '../until.ts';
import { endAll, jsonOf, type Running, sluice, start } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const config = folder.path('demo.yaml');
const mine = folder.path('mine.ts');
const state = folder.path('state');

afterAll(async () => {
  await endAll();
  folder.remove();
});

const CONFIG = `mode: demo
venue: { rateLimit: { perSecond: 100, burst: 100 }, knows: { replace: atomic-keeps-id } }
poll: { books: 250ms, orders: 250ms, trades: 250ms }
risk: { maxOrderValue: 5000 EUR, priceCollar: 5% }
strategies:
  mine: { use: ./mine.ts, symbol: BTC/EUR, budget: 20000 EUR }
  other: { use: maker, symbol: ETH/EUR, budget: 5000 EUR, params: { spreadBps: 6, size: 0.1, smooth: 3 } }
`;

/** A strategy that buys far below the market. `setup` is what stands at its beginning. */
const strategyOf = (name: string, setup = ''): string => `import { strategy } from 'sluice';
import { share } from './share.ts';
export default strategy({
  about: '${name}',
  params: {},
  setup() {
    ${setup}
    return {
      onStart: (ctx) => ctx.log('this is ${name}'),
      onBook(book, ctx) {
        if (book.bestBid === undefined) return;
        ctx.quote([{ side: 'Buy', price: book.bestBid.times(share), amount: ctx.pair.minVolume.times(20) }]);
      },
    };
  },
});
`;

const statusOf = async (): Promise<StatusReport> =>
  JSON.parse((await sluice(['status', '-o', 'json', '--state', state])).stdout) as StatusReport;
const reloaded = () => sluice(['reload', '-o', 'json', '--state', state]);
const write = (name: string, share: string, setup?: string): void => {
  writeFileSync(mine, strategyOf(name, setup));
  writeFileSync(folder.path('share.ts'), `export const share = '${share}';\n`);
};

const sessions = (): string => join(state, 'sessions');
const newest = (): string => join(sessions(), readdirSync(sessions()).sort().at(-1)!);

async function started(): Promise<Running> {
  const daemon = start(['run', config, '--state', state]);
  await daemon.until('mine is running');
  await until(statusOf, ({ openOrders }) => openOrders > 0);
  return daemon;
}

describe(`sluice ${reload.name}`, () => {
  it('replaces code that was edited, and a helper that it imports; the session gives the same commands again', async () => {
    writeFileSync(config, CONFIG);
    write('the first', '0.98');
    const daemon = await started();
    write('the second', '0.97');
    const planned = await sluice(['config', 'plan', '--state', state]);
    expect(planned).toMatchObject({ code: 0, stdout: expect.stringMatching(/strategy +mine +.*replaced \(code\)/) as string });
    const { hash } = jsonOf(await reloaded()) as ConfigPlan;
    await daemon.until('this is the second');
    write('the third', '0.96');
    daemon.kill('SIGHUP');
    await daemon.until('this is the third');
    expect((await statusOf()).configHash).not.toBe(hash);
    daemon.kill('SIGTERM');
    expect((await daemon.ended).code).toBe(0);
    const replayed = await start(['replay', 'last', '--yes', '-o', 'json', '--state', state]).ended;
    expect(JSON.parse(replayed.stdout), replayed.stderr).toMatchObject({ identical: true, changedCode: [] });
  });

  it('and `why` tells the checks of an order with the limits that were in force then', async () => {
    writeFileSync(config, CONFIG);
    write('the first', '0.98');
    const daemon = await started();
    const place = async (price: string): Promise<string> => {
      const order = ['--symbol', 'BTC/EUR', '--side', 'Buy', '--amount', '0.01', '--price', price];
      const placed = jsonOf(await sluice(['orders', 'place', ...order, '--yes', '-o', 'json', '--state', state]));
      return (placed as { orderId: string }).orderId;
    };
    const before = await place('59500');
    writeFileSync(config, CONFIG.replace('5000 EUR, price', '4321 EUR, price'));
    expect((await reloaded()).code).toBe(0);
    const after = await place('59400');
    writeFileSync(config, CONFIG);
    daemon.kill('SIGTERM');
    expect((await daemon.ended).code).toBe(0);
    for (const [id, most] of [
      [before, '5000'],
      [after, '4321'],
    ] as const) {
      const told = await sluice(['why', id, '--quick', '--state', state]);
      expect(told).toMatchObject({ code: 0, stdout: expect.stringMatching(new RegExp(`passed: .*at most ${most} EUR`)) as string });
    }
  });

  it.each<[string, string, number, RegExp]>([
    ['a syntax error', strategyOf('broken').replace('setup()', 'setup('), 4, /mine\.ts.*syntax error/s],
    ['a setup that throws', strategyOf('broken', "throw new Error('not today');"), 4, /strategies\.mine: setup threw: not today/],
    ['a first book on which it throws', strategyOf('broken').replace('ctx.quote(', 'ctx.nothing('), 4, /strategies\.mine: onBook threw/],
  ])('keeps the old version on %s', async (_what, text, code, message) => {
    write('the first', '0.98');
    const daemon = await started();
    const before = await statusOf();
    writeFileSync(mine, text);
    const answer = await sluice(['reload', '--state', state]);
    expect(answer).toMatchObject({ code, stderr: expect.stringMatching(message) as string });
    daemon.kill('SIGHUP');
    await daemon.until('not reloaded: ');
    const told = jsonOf(await sluice(['events', '--kind', 'reloaded', '--level', 'error', '-o', 'json', '--state', state]));
    expect(told).toMatchObject([{ text: expect.stringMatching(/^not reloaded: /) as string }]);
    const after = await statusOf();
    expect(after.configHash).toBe(before.configHash);
    expect(after.strategies.find(({ name }) => name === 'mine')).toMatchObject({ state: 'running', openOrders: 1 });
    daemon.kill('SIGTERM');
    await daemon.ended;
  });

  it.each<[string, (daemon: Running, asked: Promise<unknown>) => Promise<unknown>]>([
    ['at once', () => Promise.resolve()],
    ['once the request is there', (daemon) => daemon.until(() => readdirSync(sessions()).length > 0)],
    ['once the new code is written down', (daemon) => daemon.until(() => readdirSync(newest()).includes('reload-1.json'))],
    ['once the new version runs', (daemon) => daemon.until('this is the new')],
    ['once it is answered', (_daemon, asked) => asked],
  ])('killed %s, the next start runs what the file says', async (_when, moment) => {
    write('the old', '0.98');
    const daemon = await started();
    write('the new', '0.97');
    const asked = reloaded();
    await moment(daemon, asked);
    daemon.kill('SIGKILL');
    await Promise.all([asked, daemon.ended]);
    const again = await started();
    await again.until('this is the new');
    const checked = await sluice(['config', 'plan', '-o', 'json', '--state', state]);
    expect(jsonOf({ ...checked, stderr: '' })).toMatchObject({ strategies: [], settings: [], problems: [] });
    again.kill('SIGTERM');
    expect((await again.ended).code).toBe(0);
  });

  it('without a daemon, a plan is compared with what the last one ran with; without any, exit code 5', async () => {
    const changed = folder.path('changed.yaml');
    writeFileSync(changed, readFileSync(config, 'utf8').replace('5000 EUR, price', '400 EUR, price'));
    const planned = await start(['config', 'plan', changed, '-o', 'json', '--state', state]).ended;
    expect(JSON.parse(planned.stdout)).toMatchObject({
      settings: [{ setting: 'risk.maxOrderValue', before: '5000 EUR', after: '400 EUR', takesEffect: 'reload' }],
      strategies: [],
    });
    const nothing = await sluice(['config', 'plan', changed, '--state', join(state, 'none')]);
    expect(nothing).toMatchObject({ code: 5, stderr: expect.stringContaining('no daemon runs') as string });
    expect((await sluice(['reload', '--state', join(state, 'none')])).code).toBe(5);
  });
});
