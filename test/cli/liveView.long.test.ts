import { writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { guardedOutput } from '../../src/cli/outputGuard.ts';
import { liveView } from '../../src/cli/liveView.ts';
import { serveControl } from '../../src/control/controlServer.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { createLog } from '../../src/daemon/log.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { startDaemon } from '../../src/daemon/startDaemon.ts';
import { until } from '../until.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
let daemon: Daemon;

beforeAll(async () => {
  const file = folder.path('daemon.yaml');
  writeFileSync(file, DAEMON_CONFIG);
  const settings = await loadSettings({ file, env: {} });
  const log = () => createLog({ write: () => undefined }, 'info', []);
  daemon = await startDaemon({
    settings,
    state: folder.path('state'),
    accounts: folder.path('accounts'),
    clock: systemClock,
    log,
    serve: serveControl,
  });
  await until(() => daemon.tally.fills > 0);
});

afterAll(async () => {
  daemon.requestStop('the tests are over');
  await daemon.ended;
  folder.remove();
});

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What is written to a terminal of this size, drawing by drawing. */
function screen(columns: number, rows: number) {
  let text = '';
  const stream = Object.assign(new PassThrough(), { columns, rows });
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { stream: guardedOutput(stream), text: () => text, drawings: () => text.split('\u001b[0J').slice(0, -1) };
}

describe(liveView.name, () => {
  it('shows world, profit, markets with their strategies, last fills and rate budget, and redraws in place', async () => {
    const { stream, drawings } = screen(120, 40);
    const clock = new VirtualClock(systemClock.now());
    const end = liveView(daemon, clock, stream);
    await clock.advance(1000, settle);
    end();
    expect(drawings()).toHaveLength(4);
    const [first, second] = drawings().map((drawing) => stripVTControlCharacters(drawing));
    expect(first).toMatch(/^DEMO {2}127\.0\.0\.1:\d+ {2}running {2}up /);
    expect(first).toMatch(/\nprofit [+-]\d+\.\d\d EUR {2}(?:1 fill|\d+ fills) {2}.*rate \d+\/100 req\/s\n/);
    expect(first).toMatch(/\nBTC\/EUR {2}mid \d+\.\d\d {2}spread \d+\.\d\d, [\d.]+ bps {2}.* old\n {2}btc-maker +running/);
    expect(first).toMatch(/(?:Buy|Sell) +0\.\d+ BTC\/EUR at /);
    expect(second).toMatch(/^DEMO/);
    const lines = drawings()[0]!.split('\n').length - 1;
    expect(drawings()[1]).toContain(`\u001b[${lines}A`);
  });

  it('fits on a small terminal', () => {
    const { stream, drawings } = screen(40, 8);
    liveView(daemon, systemClock, stream)();
    for (const drawing of drawings()) {
      const rows = stripVTControlCharacters(drawing).trimEnd().split('\n');
      expect(rows.length).toBeLessThanOrEqual(7);
      for (const row of rows) expect(row.length).toBeLessThan(40);
    }
  });

  it('keeps a stranger’s text from driving the terminal', () => {
    const { stream, text } = screen(120, 40);
    const end = liveView(daemon, systemClock, stream);
    daemon.trader.post({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: 'x\u001b]0;owned\u0007\u001b[2Jy' });
    end();
    expect(text()).toContain('x ]0;owned  [2Jy');
    expect(text()).not.toContain('\u001b]0;');
  });

  it('is silent once it has ended', async () => {
    const { stream, text } = screen(120, 40);
    const clock = new VirtualClock(systemClock.now());
    liveView(daemon, clock, stream)();
    const before = text();
    await clock.advance(10_000, settle);
    expect(text()).toBe(before);
  });
});
