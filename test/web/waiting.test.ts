import { describe, expect, it } from 'vitest';
import { inOrder, oldestWaitingMs, waitingCell, waitingOf } from '../../web/pure/waiting.ts';
import { toldStatus, toldStop, toldStrategy } from './toldStatus.ts';

const NOW = Date.parse('2026-11-23T14:08:11Z');
const unknown = {
  id: '01K9',
  kind: 'place',
  lane: 'BTC/EUR',
  strategy: 'btc-maker',
  state: 'unknown',
  since: '2026-11-23T13:51:11.000Z',
  waitsFor: 'two more rounds',
} as const;

describe('what waits for a person', () => {
  it('is nothing when all is well', () => {
    expect(waitingOf(toldStatus())).toEqual([]);
    expect(waitingCell([], NOW)).toMatchObject({ kind: 'ok', word: 'Nothing' });
  });

  it('is not known before the daemon has told', () => {
    expect(waitingCell(undefined, undefined).word).toBe('–');
  });

  it('begins with what is unknown, then what is stopped, then what wants a look', () => {
    const items = waitingOf(
      toldStatus({
        transfers: [unknown],
        stops: [toldStop()],
        strategies: [toldStrategy({ state: 'stopped', reason: 'it threw' })],
        unexplained: { BTC: '0.00999' },
        clock: { offsetMs: 9000, halted: 'the clock is 9 s off' },
        trouble: ['the disk is full'],
        learned: {
          trouble: undefined,
          refusals: [{ id: 'r1', request: 'place', answer: '400 …', state: 'disproved', since: '2026-11-23T13:00:00Z' }],
        },
      }),
    );
    expect(items.map(({ kind }) => kind)).toEqual(['unknown', 'stop', 'look', 'look', 'look', 'look', 'look']);
    expect(items.map(({ command }) => command)).toEqual([
      'sluice why 01K9',
      'sluice resume --all',
      'sluice events --strategy btc-maker',
      'sluice ledger adjust BTC --gained 0.00999 --note TEXT',
      'sluice doctor',
      'sluice refusals revoke r1',
      'sluice events --level warn --since 24h',
    ]);
    expect(waitingCell(items, NOW)).toEqual({
      kind: 'call',
      sign: '◆',
      word: '7',
      first: 'oldest 28 min',
      second: '1 unknown, 6 to look at',
    });
  });

  it('is what a recovery has found for as long as it is in no position', () => {
    const since = '2026-11-23T13:58:11.000Z';
    const commands = ['sluice position adjust m --bought 1 --price 2 --note recovered --yes', 'another'];
    const items = waitingOf(toldStatus({ ownerless: [{ symbol: 'BTC/EUR', since, found: 'the recovery found 1 BTC bought', commands }] }));
    expect(items).toMatchObject([{ kind: 'look', since, command: commands[0], detail: 'the recovery found 1 BTC bought.' }]);
    expect(waitingCell(items, NOW)).toMatchObject({ word: '1', first: 'oldest 10 min' });
  });

  it('names a lane that is shut before anybody knows by what', () => {
    const frozen = { 'spot:SOL/EUR': 'no answer came', 'spot:BTC/EUR': 'order 01K9 is unknown' };
    const items = waitingOf(toldStatus({ frozen, transfers: [{ ...unknown, lane: 'spot:BTC/EUR' }] }));
    expect(items.map(({ title }) => title)).toEqual(['Unknown place of btc-maker in spot:BTC/EUR', 'spot:SOL/EUR is shut']);
  });

  it('has one row for a difference that shuts many lanes, with the command that books it', () => {
    const reason =
      'nothing explains a difference of -12.5 EUR …; see `sluice reconcile`, or book it with `sluice ledger adjust EUR --lost 12 --note TEXT`';
    const frozen = Object.fromEntries(['spot:BTC/EUR', 'spot:XRP/EUR', 'convert:EUR>SOL', 'convert:SOL>EUR'].map((lane) => [lane, reason]));
    const items = waitingOf(toldStatus({ frozen, unexplained: { EUR: '-1234.5' } }));
    expect(items).toMatchObject([
      { kind: 'look', title: '−1,234.5 EUR unexplained', command: 'sluice ledger adjust EUR --lost 1234.5 --note TEXT', page: 'health' },
    ]);
  });

  it('has one row for lanes that are shut by one cause, with the command that opens them where it names one', () => {
    const reason = 'order 7 makes no sense; it opens when the list makes sense, or by `sluice orders settle`';
    const items = waitingOf(toldStatus({ frozen: { 'spot:SOL/EUR': reason, 'spot:SOL/BTC': reason, 'spot:ETH/EUR': 'no answer came' } }));
    expect(items).toMatchObject([
      { kind: 'unknown', title: 'spot:ETH/EUR is shut', command: 'sluice orders unresolved', page: 'unresolved' },
      { kind: 'look', title: '2 lanes are shut', command: 'sluice orders settle', page: 'health' },
    ]);
  });

  it('leaves out what goes on by itself, and what the end of the daemon stops', () => {
    const byItself = toldStop({ until: '2026-11-24T00:00:00Z', cause: 'daily-loss' });
    expect(waitingOf(toldStatus({ stops: [byItself, toldStop({ cause: 'shutdown' })] }))).toEqual([]);
  });

  it('has no strategy that the end of the daemon has stopped', () => {
    expect(waitingOf(toldStatus({ state: 'stopping', strategies: [toldStrategy({ state: 'stopped' })] }))).toEqual([]);
  });

  it('has what a person has paused, in one row', () => {
    const paused = (name: string) => toldStrategy({ name, state: 'paused' });
    const rows = (...strategies: ReturnType<typeof paused>[]): unknown[] =>
      waitingOf(toldStatus({ strategies })).map(({ title, command }) => [title, command]);
    expect(rows(paused('a'), paused('b'))).toEqual([['a, b paused', 'sluice resume --all']]);
    expect(rows(paused('a'), toldStrategy())).toEqual([['a paused', 'sluice resume a']]);
    expect(rows(paused('a'), paused('b'), toldStrategy())).toEqual([['a, b paused', 'sluice resume --all']]);
  });

  it('names a strategy of several markets once', () => {
    const rows = ['BTC/EUR', 'ETH/EUR'].map((symbol) => toldStrategy({ symbol, state: 'stopped' }));
    expect(waitingOf(toldStatus({ strategies: rows }))).toHaveLength(1);
  });

  it('has an age only where one is noted', () => {
    const [look] = waitingOf(toldStatus({ trouble: ['x'] }));
    expect(oldestWaitingMs([look!], NOW)).toBeUndefined();
    expect(waitingCell([look!], NOW)).toMatchObject({ sign: '▲', first: 'Trouble' });
  });
});

it('keeps one order of what several have noted', () => {
  const item = (kind: 'unknown' | 'stop' | 'look', title: string) =>
    ({ kind, title, detail: '', since: undefined, command: '', page: 'overview' }) as const;
  const items = inOrder([item('look', 'a'), item('stop', 'b'), item('look', 'c'), item('unknown', 'd')]);
  expect(items.map(({ title }) => title)).toEqual(['d', 'b', 'a', 'c']);
});
