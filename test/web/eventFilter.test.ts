import { describe, expect, it } from 'vitest';
import { containsAll, EVENT_FILTERS, eventSign, isShownEvent, isWarning } from '../../web/pure/eventFilter.ts';

const fill = { level: 'info', event: 'fill', strategy: 'eth-grid', symbol: 'ETH/EUR', text: 'eth-grid: filled Buy 0.0999 ETH/EUR' };
const refused = { level: 'info', event: 'refused', strategy: 'btc-maker', text: 'refused by lane' };
const warning = { level: 'warn', event: 'market-stale', symbol: 'BTC/EUR', text: 'BTC/EUR: stale' };

describe('events', () => {
  it('are shown by kind', () => {
    const shown = EVENT_FILTERS.map(([filter]) => [fill, refused, warning].map((line) => isShownEvent(line, filter, '')));
    expect(shown).toEqual([
      [true, true, true],
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });

  it('are searched by all words, in text, source and name', () => {
    expect(isShownEvent(fill, 'all', 'BUY eth-grid')).toBe(true);
    expect(isShownEvent(fill, 'all', 'buy btc')).toBe(false);
    expect(isShownEvent(warning, 'all', 'market-stale')).toBe(true);
    expect(containsAll('anything', '')).toBe(true);
  });

  it('have a sign each, so that colour is not the only one', () => {
    const sell = { ...fill, text: 'filled Sell 1' };
    const lines = [fill, sell, { ...fill, event: 'converted' }, refused, { ...warning, level: 'error' }, { ...fill, event: 'pairs' }];
    const signs = lines.map((line) => eventSign(line).sign);
    expect(new Set(signs).size).toBe(signs.length);
    expect(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].filter(isWarning)).toEqual(['warn', 'error', 'fatal']);
  });
});
