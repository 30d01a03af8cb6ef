import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { StatusReport } from '../../src/daemon/status.ts';
import { daemonMessages } from '../../src/messages/daemonMessages.ts';
import { digestText } from '../../src/messages/digest.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { START } from './channelBench.ts';

const status = {
  state: 'running',
  reason: undefined,
  strategies: [{ name: 'maker', symbol: 'BTC/EUR', state: 'running', profit: dec('12.5'), position: dec('0.1') }],
  openOrders: 2,
  fills: 7,
  conversions: 1,
  frozen: {},
  unexplained: {},
  resolver: undefined,
  transfers: [],
} as unknown as StatusReport;

describe(digestText, () => {
  it('says how the daemon stands', () => {
    expect(digestText(status)).toBe(
      'running; since the start 7 fills, 1 conversions; 2 open orders\nmaker BTC/EUR running: profit 12.5 EUR, position 0.1',
    );
  });

  it('says what waits for a person', () => {
    const troubled = {
      ...status,
      state: 'halted' as const,
      reason: 'the daily loss',
      frozen: { 'spot:BTC/EUR': 'a row' },
      unexplained: { EUR: '-0.5' },
      transfers: [{}],
    };
    const text = digestText(troubled as unknown as StatusReport);
    for (const words of ['halted: the daily loss', '1 outcomes are unknown', 'spot:BTC/EUR is frozen: a row', 'nothing explains -0.5 EUR'])
      expect(text).toContain(words);
  });
});

describe(daemonMessages, () => {
  it('is none where nothing is configured, and refuses a secret that is missing before anything starts', async () => {
    const settings = await loadSettings({ file: undefined, env: {} });
    const clock = new VirtualClock(START);
    expect(daemonMessages(settings, {}, clock)).toBeUndefined();
    const messages = { ...settings.messages, heartbeat: { url: '${env:BEAT}', every: 60_000 } };
    expect(() => daemonMessages({ ...settings, messages }, {}, clock)).toThrow(
      /messages\.heartbeat\.url: the environment variable BEAT is not set/,
    );
  });

  it('begins with the daemon and ends with it', async () => {
    const settings = await loadSettings({ file: undefined, env: {} });
    const clock = new VirtualClock(START);
    const messages = { ...settings.messages, digest: '08:00', heartbeat: { url: '${env:BEAT}', every: 60_000 } };
    const own = daemonMessages({ ...settings, messages }, { BEAT: 'http://127.0.0.1:1/beat' }, clock)!;
    const written: string[] = [];
    own
      .over({ write: (_level, event) => void written.push(event), setLevel: () => undefined, flush: () => undefined })
      .write('info', 'started', 'DEMO');
    own.follow({ status: () => status, requestStop: () => undefined } as unknown as Parameters<typeof own.follow>[0]);
    await own.close();
    expect(written).toEqual(['started']);
  });
});
