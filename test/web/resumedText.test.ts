import { expect, it } from 'vitest';
import { resumedText } from '../../web/pure/resumedText.ts';

const STOP = { scope: 'all', state: 'halted' } as Parameters<typeof resumedText>[1]['left'][number];

it('what was let go on may trade, or is told by what still stops it; a strategy that stays paused is named', () => {
  expect(resumedText('btc-maker', { left: [], paused: [], stopped: [] })).toBe('btc-maker may trade again');
  expect(resumedText('all trading', { left: [], paused: ['btc-maker', 'eth-grid'], stopped: [] })).toBe(
    'all trading may trade again; btc-maker stays paused; eth-grid stays paused',
  );
  const left = [STOP, { ...STOP, scope: 'BTC/EUR', state: 'reducing' as const }];
  expect(resumedText('btc-maker', { left, paused: [], stopped: [] })).toBe('all trading is still halted; BTC/EUR is still reducing');
});

it('what has ended is not said to trade again', () => {
  const ended = [{ name: 'btc-maker', reason: 'onBook threw: boom' }];
  const told = 'btc-maker is stopped until the next start, or a reload of a changed version';
  expect(resumedText('btc-maker', { left: [], paused: [], stopped: ended })).toBe(told);
  expect(resumedText('all trading', { left: [], paused: [], stopped: ended })).toBe(`all trading may trade again; ${told}`);
});
