import { describe, expect, it } from 'vitest';
import { aliveCell, isOfThePast, oldestBookMs, pageState } from '../../web/pure/alive.ts';
import type { ContactState } from '../../web/pure/contact.ts';
import type { Status } from '../../web/pure/status.ts';
import { toldStatus, toldStop, toldStrategy } from './toldStatus.ts';

const stale = { symbol: 'BTC/EUR', precision: 2, mid: '1', bid: '1', ask: '1', ageMs: 12_400, trouble: ['stale'] };
const HEARD = { silentMs: 31_000, agedMs: 0, end: undefined };
const WORDS = (contact: ContactState, status: Status | undefined): string =>
  aliveCell(pageState(contact, status, undefined), { ...HEARD, status }).word;

describe('the state of the page', () => {
  it('is that of the line before that of the daemon', () => {
    const halted = toldStatus({ state: 'halted', stops: [toldStop()] });
    expect(pageState('locked', halted, undefined)).toBe('locked');
    expect(pageState('lost', halted, undefined)).toBe('disconnected');
    expect(pageState('silent', halted, undefined)).toBe('disconnected');
    expect(pageState('connecting', undefined, undefined)).toBe('connecting');
    expect(pageState('heard', undefined, undefined)).toBe('connecting');
    expect(pageState('heard', halted, undefined)).toBe('halted');
  });

  it('is stale for one bad book, and a stop comes before it', () => {
    expect(pageState('heard', toldStatus(), undefined)).toBe('fresh');
    expect(pageState('heard', toldStatus({ markets: [stale] }), undefined)).toBe('stale');
    expect(pageState('heard', toldStatus({ markets: [stale], state: 'reducing' }), undefined)).toBe('reducing');
  });
});

describe('the cell Alive', () => {
  it('says each state in a word of its own', () => {
    const states: Status['state'][] = ['starting', 'running', 'reducing', 'halted', 'stopping'];
    const words = states.map((state) => WORDS('heard', toldStatus({ state, stops: [toldStop({ state: 'reducing' })] })));
    const line = (['lost', 'locked', 'connecting'] as const).map((contact) => WORDS(contact, undefined));
    const all = [...words, ...line, WORDS('heard', toldStatus({ markets: [stale] }))];
    expect(all).toEqual(['Starting', 'Running', 'Reducing', 'Halted', 'Stopping', 'No contact', 'Locked', 'Connecting', 'Stale']);
    expect(new Set(all).size).toBe(all.length);
  });

  it('gives every state another sign or word, so that colour is not needed', () => {
    const status = toldStatus({ state: 'halted', stops: [toldStop()] });
    expect(aliveCell('halted', { ...HEARD, status })).toEqual({
      kind: 'bad',
      sign: '■',
      word: 'Halted',
      first: 'by a person, 13:40:11',
      second: 'only cancels are sent',
    });
    expect(aliveCell('disconnected', { ...HEARD, status })).toMatchObject({ sign: '✕', first: 'for 31 s' });
  });

  it('names the worst book', () => {
    const none = { ...stale, symbol: 'SOL/EUR', ageMs: undefined };
    expect(aliveCell('stale', { ...HEARD, status: toldStatus({ markets: [stale] }) }).first).toBe('BTC/EUR 12.4 s');
    expect(aliveCell('stale', { ...HEARD, status: toldStatus({ markets: [stale, none] }) }).first).toBe('SOL/EUR no book');
  });

  it('tells the age of the oldest book while all is well', () => {
    expect(oldestBookMs(toldStatus(), 0)).toBe(900);
    expect(oldestBookMs(toldStatus(), 600)).toBe(1500);
    expect(aliveCell('fresh', { ...HEARD, status: toldStatus(), agedMs: 600 }).first).toBe('books 1.5 s old');
    expect(aliveCell('fresh', { ...HEARD, status: toldStatus() })).toMatchObject({ first: 'books 0.9 s old', second: 'up 2 h 08 min' });
    expect(aliveCell('fresh', { ...HEARD, status: toldStatus({ markets: [] }) }).first).toBe('no book yet');
  });

  it('is no green one when every strategy is paused', () => {
    const strategies = [toldStrategy({ state: 'paused' }), toldStrategy({ name: 'b', state: 'stopped' })];
    expect(aliveCell('fresh', { ...HEARD, status: toldStatus({ strategies }) })).toMatchObject({ kind: 'call', word: 'Paused' });
    const others = [...strategies, toldStrategy({ name: 'c' })];
    expect(aliveCell('fresh', { ...HEARD, status: toldStatus({ strategies: others }) })).toMatchObject({ kind: 'ok', word: 'Running' });
  });

  it('says of what trading is stopped while the rest goes on', () => {
    const status = toldStatus({ stops: [toldStop({ scope: 'BTC/EUR' })] });
    expect(aliveCell('fresh', { ...HEARD, status: status })).toMatchObject({ kind: 'call', word: 'Running', second: 'BTC/EUR halted' });
  });
});

describe('a daemon that is no longer heard', () => {
  const END = { at: '2026-11-23T14:08:23.000Z', gaveUp: undefined, left: [], kept: ['order 7'] };

  it('is marked so, whatever the reason', () => {
    expect((['locked', 'ended', 'disconnected', 'halted', 'fresh'] as const).map(isOfThePast)).toEqual([true, true, true, false, false]);
  });

  it('has ended in order, or has not', () => {
    const status = toldStatus({ state: 'stopping' });
    for (const contact of ['heard', 'lost'] as const) expect(pageState(contact, status, END)).toBe('ended');
    expect(pageState('locked', status, END)).toBe('locked');
    expect(aliveCell('ended', { ...HEARD, status, end: END })).toEqual({
      kind: 'plain',
      sign: '■',
      word: 'Stopped',
      first: 'at 14:08:23',
      second: '1 left open',
    });
    const gaveUp = { ...END, gaveUp: 'the disk is full', kept: [] };
    expect(aliveCell('ended', { ...HEARD, status, end: gaveUp })).toMatchObject({
      kind: 'bad',
      word: 'Gave up',
      second: '0 left open',
    });
  });
});
