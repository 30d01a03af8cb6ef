import { describe, expect, it } from 'vitest';
import { aliveCell, oldestBookMs, pageState } from '../../web/pure/alive.ts';
import type { ContactState } from '../../web/pure/contact.ts';
import type { Status } from '../../web/pure/status.ts';
import { toldStatus, toldStop } from './toldStatus.ts';

const stale = { symbol: 'BTC/EUR', precision: 2, mid: '1', bid: '1', ask: '1', ageMs: 12_400, trouble: ['stale'] };
const WORDS = (contact: ContactState, status: Status | undefined): string => aliveCell(pageState(contact, status), status, 31_000).word;

describe('the state of the page', () => {
  it('is that of the line before that of the daemon', () => {
    const halted = toldStatus({ state: 'halted', stops: [toldStop()] });
    expect(pageState('locked', halted)).toBe('locked');
    expect(pageState('lost', halted)).toBe('disconnected');
    expect(pageState('silent', halted)).toBe('disconnected');
    expect(pageState('connecting', undefined)).toBe('connecting');
    expect(pageState('heard', undefined)).toBe('connecting');
    expect(pageState('heard', halted)).toBe('halted');
  });

  it('is stale for one bad book, and a stop comes before it', () => {
    expect(pageState('heard', toldStatus())).toBe('fresh');
    expect(pageState('heard', toldStatus({ markets: [stale] }))).toBe('stale');
    expect(pageState('heard', toldStatus({ markets: [stale], state: 'reducing' }))).toBe('reducing');
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
    expect(aliveCell('halted', status, 0)).toEqual({
      kind: 'bad',
      sign: '■',
      word: 'Halted',
      first: 'by a person, 13:40:11',
      second: 'only cancels are sent',
    });
    expect(aliveCell('disconnected', status, 31_000)).toMatchObject({ sign: '✕', first: 'for 31 s' });
  });

  it('names the worst book', () => {
    const none = { ...stale, symbol: 'SOL/EUR', ageMs: undefined };
    expect(aliveCell('stale', toldStatus({ markets: [stale] }), 0).first).toBe('BTC/EUR 12.4 s');
    expect(aliveCell('stale', toldStatus({ markets: [stale, none] }), 0).first).toBe('SOL/EUR no book');
  });

  it('tells the age of the oldest book while all is well', () => {
    expect(oldestBookMs(toldStatus())).toBe(900);
    expect(aliveCell('fresh', toldStatus(), 0)).toMatchObject({ first: 'books 0.9 s old', second: 'up 2 h 08 min' });
    expect(aliveCell('fresh', toldStatus({ markets: [] }), 0).first).toBe('no book yet');
  });

  it('says of what trading is stopped while the rest goes on', () => {
    const status = toldStatus({ stops: [toldStop({ scope: 'BTC/EUR' })] });
    expect(aliveCell('fresh', status, 0)).toMatchObject({ kind: 'call', word: 'Running', second: 'BTC/EUR halted' });
  });
});
