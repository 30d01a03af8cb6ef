import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { liveScreen } from '../../src/cli/liveScreen.ts';
import { marketText } from '../../src/cli/marketText.ts';
import { amountText, moneyText, signedMoney } from '../../src/base/moneyText.ts';
import { titleOf } from '../../src/cli/cellText.ts';
import { statusColumns, statusLines } from '../../src/cli/statusText.ts';
import type { StatusReport, StrategyStatus } from '../../src/daemon/status.ts';
import { strategyProfit } from '../../src/daemon/strategyProfit.ts';
import type { Fill } from '../../src/model/fill.ts';
import { NO_POSITION, type Position } from '../../src/engine/portfolio.ts';

const THIRD = dec('100').div(3);

function positionOf({ gross = dec('0'), fees = dec('0'), ...others }: Partial<Position>): Position {
  return { ...NO_POSITION, gross, fees, realised: gross.minus(fees), ...others };
}

function strategyOf(name: string, symbol: string, { position = {}, unrealised = dec('0') } = {}): StrategyStatus {
  return {
    name,
    symbol,
    state: 'running',
    trading: 'active',
    reason: undefined,
    position: dec('0'),
    ...strategyProfit({ position: positionOf(position), unrealised }),
    openOrders: 2,
    fills: 12,
    conversions: 1,
  };
}

const MAKER = strategyOf('btc-maker', 'BTC/EUR', {
  position: { gross: THIRD, fees: dec('3.3'), amount: dec('0.00100001') },
  unrealised: dec('-1234.5'),
});

function statusOf(parts: Partial<StatusReport> = {}): StatusReport {
  const market = {
    symbol: 'BTC/EUR',
    precision: 2,
    mid: dec('60753.6'),
    bid: dec('60753.1'),
    ask: dec('60754.1'),
    ageMs: 400,
    trouble: [],
  };
  return {
    world: 'DEMO',
    venue: { host: '127.0.0.1:45553', keyTail: '…cb03' },
    pid: 1,
    state: 'running',
    reason: undefined,
    trading: 'active',
    stops: [],
    shadows: [],
    startedAt: '',
    upMs: 12_000,
    config: undefined,
    configHash: '0123456789abcdef',
    configLoadedAt: '2026-11-20T12:00:00.000Z',
    database: '',
    recorder: undefined,
    strategies: [MAKER],
    markets: [market],
    deskOrders: [],
    openOrders: 2,
    fills: 12,
    conversions: 1,
    resolver: undefined,
    learned: { refusals: [], trouble: undefined },
    transfers: [],
    ownerless: [],
    frozen: {},
    refusals: {},
    protections: [],
    trades: [],
    rate: { perSecond: 8, used: 4, waiting: 0, blockedUntil: undefined, cancelsBlockedUntil: undefined },
    clock: { offsetMs: 0, halted: undefined },
    unexplained: {},
    unchecked: [],
    trouble: [],
    faults: undefined,
    ...parts,
  };
}

function screenOf(status: StatusReport, width: number, height: number, lines: readonly string[] = []): string[] {
  return liveScreen({ status, fills: [], lines }, width, height).map((row) => stripVTControlCharacters(row));
}

describe('the live view', () => {
  it('counts the one gap of a recorder as one', () => {
    const counts = { snapshots: 1, dropped: 0, gaps: 1, bytes: 10 };
    const recorder = {
      state: 'recording',
      symbols: ['BTC/EUR'],
      ...counts,
      lastAt: undefined,
      data: './data',
      trouble: undefined,
    } as const;
    expect(statusLines(statusOf({ recorder })).join('\n')).toMatch(/; 1 snapshot, 10 B, 1 gap$/m);
  });

  it('counts one row and one reconnect of a stream as one', () => {
    const counts = { rows: 1, reconnects: 1, lagMs: 3, trouble: undefined };
    const feed = { ...counts, state: 'reading', stream: 'nats://10.0.0.5/sluice', late: 0, missing: 0 } as StatusReport['feed'];
    const published = { ...counts, state: 'publishing', stream: 'nats://10.0.0.5/sluice', dropped: 0, queued: 0 };
    const recorder = { state: 'recording', symbols: ['BTC/EUR'], snapshots: 1, dropped: 0, gaps: 0, bytes: 10, data: './data', published };
    const text = statusLines(statusOf({ feed, recorder: recorder as unknown as StatusReport['recorder'] })).join('\n');
    expect(text).toMatch(/^publish publishing: .*; 1 row, 1 reconnect$/m);
    expect(text).toMatch(/^feed {4}reading: .*; 1 row, the last book after 3 ms, 0 late, 0 missing, 1 reconnect$/m);
  });

  it('says of a live venue on this machine that it is not the venue itself', () => {
    const note = 'on this machine: a simulator';
    const status = statusOf({ world: 'LIVE', venue: { host: '127.0.0.1:7718', keyTail: '…cb03', note } });
    expect(screenOf(status, 120, 30)[1]).toBe(`127.0.0.1:7718 is ${note}`);
    expect(statusLines(status).join('\n')).toContain(`daemon  LIVE 127.0.0.1:7718 (${note}) key …cb03`);
    expect(screenOf(statusOf({}), 120, 30).join('\n')).not.toContain(' is on this machine');
  });

  it('shows profit in all, mid, spread and age of the book, realised and unrealised whole in 80 columns', () => {
    const rows = screenOf(
      statusOf({ strategies: [MAKER, strategyOf('eth-grid', 'ETH/BTC', { position: { gross: dec('0.5') } })] }),
      79,
      23,
    );
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThan(80);
    expect(rows.slice(0, 8)).toEqual([
      'DEMO  127.0.0.1:45553  running  up 12.0 s',
      'profit -1204.47 EUR, +0.50000000 BTC',
      '12 fills  1 conversion  2 open orders  rate 4/8 req/s',
      '',
      expect.stringMatching(/^STRATEGY +STATE +POSITION.* REALISED +UNREALISED +PROFIT/),
      'BTC/EUR  mid 60753.60  spread 1.00, 0.2 bps  400 ms old',
      expect.stringMatching(/^ {2}btc-maker +running.* \+30\.03 +-1234\.50 +-1204\.47$/),
      'ETH/BTC  no book yet',
    ]);
  });

  it('B5: shows no escape sequence that a row of the trades, a market or a strategy brings', () => {
    const hostile = 'BTC\u001b]0;owned\u0007/\u009b2JEUR\u202e';
    const strategies = [strategyOf(hostile, hostile, {})];
    const status = statusOf({ strategies, frozen: { [hostile]: hostile } });
    const fill = { tradedAt: 0, side: 'Buy', amount: dec(1), price: dec(2), symbol: hostile, strategy: hostile } as Fill;
    const rows = liveScreen({ status, fills: [fill], lines: [] }, 119, 40).join('\n');
    expect(stripVTControlCharacters(rows)).toContain('/ 2JEUR');
    // oxlint-disable-next-line no-control-regex -- these are the characters to be kept out
    expect(rows.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it.each([40, 60, 80, 100, 200])('keeps name and profit at %d columns, and every line within them', (columns) => {
    const rows = screenOf(statusOf({ strategies: [{ ...MAKER, name: 'a-very-long-name-of-a-strategy-that-goes-on' }] }), columns - 1, 23);
    const table = rows.slice(3).filter((row) => !row.startsWith('BTC'));
    for (const row of table) expect(row.length).toBeLessThan(columns);
    expect(table.at(-1)).toMatch(/^ {2}a-very/);
    expect(table.at(-1)).toContain('-1204.47');
  });

  it('says what does not fit, and why a strategy does not run', () => {
    const strategies = Array.from({ length: 40 }, (_, i) => strategyOf(`s${i}`, 'BTC/EUR'));
    const rows = screenOf(statusOf({ strategies }), 79, 23, ['news']);
    expect(rows).toHaveLength(23);
    expect(rows.at(-1)).toBe('… the rest is in `sluice status`');
    const paused = screenOf(statusOf({ strategies: [{ ...MAKER, state: 'paused', reason: 'the daily loss\u001b[2J' }] }), 79, 23);
    expect(paused).toContain('    the daily loss [2J');
  });

  it('shows what is stopped, why, since when and how it goes on, first of all', () => {
    const stop = { scope: 'all', state: 'halted', cause: 'operator', orders: 'cancel', reason: 'kill', until: undefined } as const;
    const stops = [{ ...stop, since: '2026-11-22T14:03:12.000Z', goesOn: 'by `sluice resume --all`' }];
    const status = statusOf({ state: 'halted', stops, strategies: [{ ...MAKER, trading: 'halted' }] });
    const rows = screenOf(status, 119, 23);
    expect(rows[2]).toBe('HALTED all trading since 2026-11-22T14:03:12.000Z: kill; it goes on by `sluice resume --all`');
    expect(rows.at(-1)).toMatch(/^ {2}btc-maker +HALTED/);
    expect(statusLines(status)).toContain('HALTED  all trading since 2026-11-22T14:03:12.000Z: kill; it goes on by `sluice resume --all`');
  });

  it('says in its head what is stopped of a trading that is active', () => {
    const stop = { state: 'halted', cause: 'operator', orders: 'cancel', reason: 'kill', until: undefined, goesOn: 'x' } as const;
    const since = '2026-11-22T14:03:12.000Z';
    const stops = [{ ...stop, scope: 'BTC/EUR', since }, { ...stop, scope: 'eth-grid', state: 'reducing', since } as const];
    const status = statusOf({ stops, strategies: [{ ...MAKER, trading: 'halted', reason: 'BTC/EUR is halted: kill' }] });
    expect(screenOf(status, 119, 23)[0]).toBe('DEMO  127.0.0.1:45553  running (BTC/EUR halted, eth-grid reducing)  up 12.0 s');
    expect(statusLines(status)[1]).toContain('running, trading is ACTIVE (BTC/EUR halted, eth-grid reducing), up 12.0 s');
    const cells = statusColumns.map(({ key, value }) => [key, value(status.strategies[0]!)]);
    expect(Object.fromEntries(cells)).toMatchObject({ state: 'halted', note: 'BTC/EUR is halted: kill' });
  });

  it('shows a frozen lane and the trouble of a book before anything scrolls away', () => {
    const [book] = statusOf().markets;
    const markets = [
      { ...book!, trouble: ['stale'] },
      { ...book!, symbol: 'LTC/EUR', trouble: ['crossed'] },
    ];
    const rows = screenOf(statusOf({ frozen: { 'spot:BTC/EUR': 'lost' }, markets }), 79, 23);
    expect(rows.slice(2, 4)).toEqual(['frozen spot:BTC/EUR: lost', 'LTC/EUR: crossed']);
    const frozen = { 'spot:BTC/EUR': 'differs', 'spot:LTC/EUR': 'lost', 'spot:ETH/EUR': 'differs' };
    expect(screenOf(statusOf({ frozen, markets }), 79, 23).slice(2, 4)).toEqual([
      'frozen spot:BTC/EUR, spot:ETH/EUR: differs',
      'frozen spot:LTC/EUR: lost',
    ]);
    expect(rows).toContain('BTC/EUR  mid 60753.60  spread 1.00, 0.2 bps  400 ms old  stale');
  });
});

describe('realised', () => {
  it('is after fees; what is before them is called gross; profit is realised and unrealised', () => {
    const { gross, fees, realised, unrealised, profit } = MAKER;
    expect(gross.minus(fees)).toEqual(realised);
    expect(realised.plus(unrealised!)).toEqual(profit);
    expect(gross).toEqual(THIRD.toDecimalPlaces(18));
  });

  it('is all there is without a position, and no profit is told of one that no book values', () => {
    const position = positionOf({ gross: dec('5'), fees: dec('1') });
    expect(strategyProfit({ position, unrealised: undefined })).toMatchObject({
      realised: dec('4'),
      unrealised: dec('0'),
      profit: dec('4'),
    });
    const open = { ...position, amount: dec('1'), cost: dec('9') };
    expect(strategyProfit({ position: open, unrealised: undefined })).toMatchObject({ unrealised: undefined, profit: undefined });
  });
});

describe('numbers for people', () => {
  it('have the decimals that their currency usually has', () => {
    expect(moneyText(THIRD, 'EUR')).toBe('33.33');
    expect(moneyText(THIRD, 'JPY')).toBe('33');
    expect(moneyText(THIRD, 'BTC')).toBe('33.33333333');
    expect(moneyText('-0.001', 'EUR')).toBe('0.00');
    expect(signedMoney('12', 'EUR')).toBe('+12.00');
    expect(amountText('0.001000000000000000000000000000000000001')).toBe('0.001');
  });

  it('have the decimals of the pair where they are prices', () => {
    const market = { precision: 1, mid: dec('100.05'), bid: dec('100'), ask: dec('100.1'), ageMs: undefined, trouble: [] };
    expect(marketText(market)).toBe('mid 100.0  spread 0.1, 10.0 bps');
    expect(marketText({ ...market, ask: undefined, ageMs: 1500 })).toBe('mid 100.0  1.5 s old');
  });
});

describe('the lines of a status', () => {
  it('have a book to a line for what is traded, profit in all, and refusals by strategy', () => {
    const told = JSON.parse(JSON.stringify(statusOf({ refusals: { 'btc-maker': { balance: 1, 'price-collar': 41 } } }))) as StatusReport;
    const lines = statusLines(told);
    expect(lines).toContain('profit  -1204.47 EUR, open positions at the mid, over all runs');
    expect(statusLines({ ...told, forgotten: true })).toContain(
      'profit  -1204.47 EUR, open positions at the mid, since the start of this demo',
    );
    expect(lines).toContain('book    BTC/EUR  mid 60753.60  spread 1.00, 0.2 bps  400 ms old');
    expect(lines).toContain('refused btc-maker: price-collar 41, balance 1');
  });

  it('speak of one as of one, and name the span of what is counted', () => {
    const one = statusOf({ fills: 1, conversions: 1, openOrders: 1 });
    expect(statusLines(one)).toContain('since   start: 1 fill, 1 conversion; 1 order is open');
    expect(statusLines(statusOf({ fills: 2, conversions: 0, openOrders: 2 }))).toContain(
      'since   start: 2 fills, 0 conversions; 2 orders are open',
    );
    expect(statusColumns.map(titleOf)).toEqual(expect.arrayContaining(['RUN FILLS', 'RUN CONV', 'PROFIT']));
  });

  it('name what a recovery has found and what is in no position, with the lines to type', () => {
    const commands = ['sluice position adjust m --bought 1 --price 2 --note recovered --yes'];
    const one = { symbol: 'BTC/EUR', since: '2026-11-22T14:03:12.000Z', found: 'the recovery found 1 BTC bought', commands };
    const text = statusLines(statusOf({ ownerless: [one] })).join('\n');
    expect(text).toContain(`RECOVER BTC/EUR at 2026-11-22T14:03:12.000Z: the recovery found 1 BTC bought; type\n          ${commands[0]}`);
  });

  it('name fees in a third currency, which no profit has', () => {
    const strategies = [strategyOf('m', 'BTC/EUR', { position: { otherFees: { BNB: dec('0.1') } } })];
    expect(statusLines(statusOf({ strategies }))).toContain('note    m also paid fees of 0.1 BNB, which its profit leaves out');
  });
});
