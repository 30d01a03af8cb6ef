import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { StatusReport } from '../../src/daemon/status.ts';
import { daemonMessages } from '../../src/messages/daemonMessages.ts';
import { digestText } from '../../src/messages/digest.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { until } from '../until.ts';
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
  shadows: [],
} as unknown as StatusReport;

describe(digestText, () => {
  it('says how the daemon stands', () => {
    expect(digestText(status)).toBe(
      [
        'running; since the start 7 fills, 1 conversion; 2 open orders',
        'profit in all +12.50 EUR, open positions at the mid, over all runs',
        'maker BTC/EUR running: profit +12.50 EUR, position 0.1 BTC',
      ].join('\n'),
    );
  });

  it('has short numbers, and sums by currency', () => {
    const [maker] = status.strategies;
    const strategies = [
      { ...maker!, profit: dec('12.345678901234'), position: dec('0.123456789012') },
      { ...maker!, name: 'second', symbol: 'ETH/EUR', profit: dec('-20'), position: dec('0') },
      { ...maker!, name: 'third', symbol: 'BTC/USDT', profit: undefined },
    ];
    expect(
      digestText({ ...status, strategies })
        .split('\n')
        .slice(1),
    ).toEqual([
      'profit in all -7.65 EUR, – USDT, open positions at the mid, over all runs',
      'maker BTC/EUR running: profit +12.35 EUR, position 0.12345679 BTC',
      'second ETH/EUR running: profit -20.00 EUR, position 0 ETH',
      'third BTC/USDT running: profit unknown, position 0.1 BTC',
    ]);
  });

  it('has a line for each shadow: its profit beside the live one, and how likely the difference is by chance', () => {
    const shadow = {
      name: 'wide',
      champion: 'maker',
      state: 'running',
      currency: 'EUR',
      counted: { hours: 48, champion: 10.25, challenger: 14, live: 9.5 },
      comparison: { blocks: 48, difference: 3.75, certainty: { chance: 0.21, low: -1, high: 8.5 } },
    };
    const young = {
      ...shadow,
      state: 'stopped',
      reason: 'it threw',
      counted: { hours: 0, champion: 0, challenger: 0, live: undefined },
      comparison: { blocks: 0, difference: 0, certainty: { because: 'it needs 24 hours, and there are 0' } },
    };
    const text = digestText({ ...status, shadows: [shadow, young] } as unknown as StatusReport);
    expect(text.split('\n').slice(3)).toEqual([
      'shadow wide: maker 10.25 EUR (really 9.5 EUR), wide 14 EUR in 48 h; the challenger earned 3.75 EUR more in 48 h; two that are equally good would come out as far apart by chance in 21 % of cases (90 %: -1 EUR to 8.5 EUR)',
      'shadow wide is stopped (it threw): no full hour is counted yet',
    ]);
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
    for (const words of ['halted: the daily loss', '1 outcome is unknown', 'spot:BTC/EUR is frozen: a row', 'nothing explains -0.5 EUR'])
      expect(text).toContain(words);
  });
});

describe(daemonMessages, () => {
  it('gives the sign of life by the age of books that is in force, also after a reload', async () => {
    const beats: string[] = [];
    const server = createServer((request, response) => {
      beats.push(request.url!);
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const settings = await loadSettings({ file: undefined, env: {} });
    const clock = new VirtualClock(START);
    const messages = { ...settings.messages, heartbeat: { url: '${env:BEAT}', every: 60_000 } };
    const beat = `http://127.0.0.1:${(server.address() as AddressInfo).port}/beat`;
    const own = daemonMessages({ ...settings, messages }, { BEAT: beat }, clock)!;
    const daemon = {
      settings,
      status: () => ({ ...status, stops: [], rate: {}, clock: {}, markets: [{ symbol: 'BTC/EUR', ageMs: 8000 }] }),
    };
    own.follow(daemon as unknown as Parameters<typeof own.follow>[0]);
    const pass = (): Promise<void> => clock.advance(6000, () => new Promise((resolve) => setImmediate(resolve)));
    await pass();
    expect(beats, 'the book is older than 5 s').toEqual([]);
    daemon.settings = { ...settings, risk: { ...settings.risk, staleAfter: 10_000 } };
    await pass();
    await until(() => beats.length === 1);
    await own.close();
    server.close();
  });

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
