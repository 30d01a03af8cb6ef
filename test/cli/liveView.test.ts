import { writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { liveView } from '../../src/cli/liveView.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { createLog } from '../../src/daemon/log.ts';
import { loadSettings } from '../../src/daemon/settings/loadSettings.ts';
import { startDaemon } from '../../src/daemon/startDaemon.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { temporaryFolder } from './processes.ts';

const folder = temporaryFolder();
let daemon: Daemon;

beforeAll(async () => {
  const file = folder.path('daemon.yaml');
  writeFileSync(file, DAEMON_CONFIG);
  const settings = await loadSettings({ file, env: {} });
  const log = () => createLog({ write: () => undefined }, 'info', []);
  daemon = await startDaemon({ settings, state: folder.path('state'), clock: systemClock, log });
  while (daemon.tally.fills === 0) await sleep(systemClock, 50);
});

afterAll(async () => {
  daemon.requestStop('the tests are over');
  await daemon.ended;
  folder.remove();
});

/** What a terminal of this size is told, drawing by drawing. */
function screen(columns: number, rows: number) {
  let text = '';
  const stream = Object.assign(new PassThrough(), { columns, rows });
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { stream, text: () => text, drawings: () => text.split('\u001b[0J').slice(0, -1) };
}

describe(liveView.name, () => {
  it('shows world, strategies, last fills, rate budget and age of the data, and redraws in place', async () => {
    const { stream, drawings } = screen(120, 40);
    const end = liveView(daemon, systemClock, stream);
    while (drawings().length < 3) await sleep(systemClock, 50);
    end();
    const [first, second] = drawings().map((drawing) => stripVTControlCharacters(drawing));
    expect(first).toMatch(/^DEMO {2}127\.0\.0\.1:\d+ {2}running {2}up /);
    expect(first).toMatch(/\d+ fills {2}.*rate \d+\/100 req\/s {3}data .* old/);
    expect(first).toMatch(/btc-maker +BTC\/EUR +running/);
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
    liveView(daemon, systemClock, stream)();
    const before = text();
    await sleep(systemClock, 700);
    expect(text()).toBe(before);
  });
});
