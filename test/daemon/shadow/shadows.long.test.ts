import { afterAll, expect, it } from 'vitest';
import { Subject } from 'rxjs';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { shadowLines } from '../../../src/cli/shadowLines.ts';
import { type ControlClient, controlClient } from '../../../src/control/controlClient.ts';
import { Shadows } from '../../../src/daemon/shadow/shadows.ts';
import type { StatusReport } from '../../../src/daemon/status.ts';
import type { Trader } from '../../../src/daemon/trader.ts';
import type { Event } from '../../../src/model/event.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { BTC } from '../../engine/fixtures.ts';
import { until } from '../../until.ts';
import { DaemonFolder } from '../daemonFolder.ts';

const folder = new DaemonFolder();
afterAll(() => folder.remove());

it('a daemon runs a shadow beside its champion, shows both, and sends nothing for it', async () => {
  const daemon = await folder.start('state', {}, undefined, '  wider: { shadow: btc-maker, params: { spreadBps: 60 } }\n');
  const control: ControlClient = (await controlClient(await folder.socket('state')))!;
  const status = (): Promise<StatusReport> => control.call('status', {}) as unknown as Promise<StatusReport>;
  const { shadows, strategies } = await until(
    status,
    ({ shadows: [shadow], fills }) => shadow?.state === 'running' && shadow.now !== undefined && fills > 0,
  );
  expect(strategies.map(({ name }) => name)).toEqual(['btc-maker']);
  expect(shadows).toMatchObject([{ name: 'wider', champion: 'btc-maker', state: 'running', currency: 'EUR' }]);
  expect(shadowLines(shadows[0]!)[0]).toMatch(/^shadow {2}wider beside btc-maker, running; in this life btc-maker .* EUR, wider .* EUR$/);
  expect(shadowLines(shadows[0]!)[1]).toBe('shadow  wider: no full hour is counted yet');
  expect(daemon.trader.snapshot().orders.every(({ strategy }) => strategy === 'btc-maker')).toBe(true);
  daemon.requestStop('the test is over');
  await daemon.ended;
  expect(folder.logged).toContain('"event":"stopped"');
  expect(folder.logged).not.toContain('"strategy":"wider"');
});

it('a shadow comes with a reload, and is promoted by another one, as the documents say', async () => {
  const daemon = await folder.start('promoted');
  const file = folder.state('demo.yaml');
  const first = readFileSync(file, 'utf8');
  const control: ControlClient = (await controlClient(await folder.socket('promoted')))!;
  const status = (): Promise<StatusReport> => control.call('status', {}) as unknown as Promise<StatusReport>;
  await until(status, ({ fills }) => fills > 0);

  writeFileSync(file, `${first}  wider: { shadow: btc-maker, params: { spreadBps: 60 } }\n`);
  await control.call('config.reload', {});
  await until(status, ({ shadows: [shadow] }) => shadow?.name === 'wider' && shadow.state === 'running');

  const { fills } = await status();
  writeFileSync(file, first.replace('spreadBps: 6', 'spreadBps: 60'));
  const { problems, strategies } = await control.call('config.plan', {});
  expect(problems).toEqual([]);
  expect(strategies).toEqual([{ strategy: 'btc-maker', change: 'replaced', because: ['params'] }]);
  await control.call('config.reload', {});
  const promoted = await until(status, ({ shadows }) => shadows.length === 0);
  expect(promoted.strategies[0]!.fills, 'it keeps what it has').toBeGreaterThanOrEqual(fills);
  daemon.requestStop('the test is over');
  await daemon.ended;
});

it('each night the day is told once, with what all days say, also where the rules of pairs have changed', async () => {
  const file = folder.state('shadow.yaml');
  writeFileSync(
    file,
    'strategies:\n  maker: { use: maker, symbol: BTC/EUR, budget: 500 EUR }\n  wider: { shadow: maker, params: { spreadBps: 60 } }\n',
  );
  const clock = new VirtualClock(Date.UTC(2026, 10, 20, 23, 50));
  const events$ = new Subject<Event>();
  const changed = { ...BTC, minVolume: BTC.minVolume.times(10) };
  const trader = { events$, pairs: [changed], snapshot: () => ({ strategies: [] }) } as unknown as Trader;
  const logged: string[] = [];
  const log = {
    write: (_level: string, event: string, message: string) => void logged.push(`${event} ${message}`),
    setLevel: () => undefined,
    flush: () => undefined,
  };
  const trouble: string[] = [];
  const onTrouble = (message: string): void => void trouble.push(message);
  const settings = await loadSettings({ file, env: {} });
  const shadows = new Shadows({ settings, state: folder.state('nights'), data: undefined, clock, log, onTrouble }, trader);
  events$.next({ type: 'pairs', pairs: [BTC], sequence: 0, at: clock.now() });
  const [before] = shadows.status();
  events$.next({ type: 'pairs', pairs: [changed], sequence: 1, at: clock.now() });
  expect([before?.name, shadows.status()], 'they run anew').toEqual(['wider', []]);
  await until(() => shadows.status().length === 1);
  await clock.advance(20 * 60_000, () => Promise.resolve());
  expect(logged).toEqual(['shadow-day shadow: maker 0 EUR, wider 0 EUR in 0 h of 2026-11-20. In all, no full hour is counted yet']);
  expect(trouble).toEqual([]);
  await shadows.close();
});
