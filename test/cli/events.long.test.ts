import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { DaemonFolder } from '../daemon/daemonFolder.ts';
import { until } from '../until.ts';
import { run } from './testIo.ts';

const folder = new DaemonFolder();
let daemon: Daemon;

beforeAll(async () => {
  daemon = await folder.start(
    'state',
    {},
    undefined,
    '  buyer: { use: dca, symbol: LTC/EUR, budget: 5000 EUR, params: { amount: 25, at: every 1s } }\n',
  );
  await until(
    () => Promise.resolve(daemon.history),
    ({ lines, equity }) => lines.last(100).some(({ event }) => event === 'converted') && equity.newest !== undefined,
  );
});

afterAll(() => folder.remove());

const rows = async (...argv: readonly string[]): Promise<readonly Record<string, unknown>[]> => {
  const { code, stdout, stderr } = await run([...argv, '--state', folder.state('state'), '-o', 'json'], { cwd: folder.path });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as readonly Record<string, unknown>[];
};

describe('the event log', () => {
  it('is shown oldest first, by kind, level and strategy, while the daemon runs and after it has ended', async () => {
    const all = await rows('events', '--limit', '1000');
    expect(all.map(({ id }) => id)).toEqual(all.map((_, place) => place + 1));
    const converted = await rows('events', '--kind', 'converted,refused', '--strategy', 'buyer', '--since', '1h');
    expect(converted.length).toBeGreaterThan(0);
    expect(new Set(converted.map(({ event }) => event))).toEqual(new Set(['converted']));
    expect((await rows('equity', '--since', '1h')).map(({ currency }) => currency)).toContain('EUR');
    const [made] = await rows('profit', '--strategy', 'buyer');
    expect(made).toMatchObject({
      strategy: 'buyer',
      symbol: 'LTC/EUR',
      fills: expect.any(Number) as unknown,
      profit: expect.any(String) as unknown,
    });
    await expect(run(['events', '--level', 'loud'], { cwd: folder.path })).resolves.toMatchObject({ code: 2 });
    const none = await run(['events', '--kind', 'fil', '--state', folder.state('state')], { cwd: folder.path });
    expect(none).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^no line is fil; the newest 500 lines are .*\bconverted\b/) as unknown,
    });

    daemon.requestStop('the tests are over');
    await daemon.ended;
    const kept = await rows('events', '--limit', '1000');
    expect(kept.slice(0, all.length)).toEqual(all);
    expect(kept.map(({ event }) => event)).toContain('stopping');
    expect((await rows('equity')).length).toBeGreaterThan(0);
    const months = await rows('profit', '--by', 'month', '--strategy', 'buyer');
    expect(months.map(({ from }) => String(from).endsWith('-01'))).toEqual([true]);
    const followed = await run(['events', '-f', '--state', folder.state('state')], { cwd: folder.path });
    expect(followed).toMatchObject({ code: 5, stderr: expect.stringContaining('no daemon runs') as unknown });
  });
});
