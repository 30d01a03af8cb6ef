import { expect, it } from 'vitest';
import { resumedText } from '../../web/pure/resumedText.ts';

const STOP = { scope: 'all', state: 'halted' } as Parameters<typeof resumedText>[1]['left'][number];

it('what was let go on may trade, or is told by what still stops it; a strategy that stays paused is named', () => {
  expect(resumedText('btc-maker', { left: [], paused: [] })).toBe('btc-maker may trade again');
  expect(resumedText('all trading', { left: [], paused: ['btc-maker', 'eth-grid'] })).toBe(
    'all trading may trade again; btc-maker stays paused; eth-grid stays paused',
  );
  const left = [STOP, { ...STOP, scope: 'BTC/EUR', state: 'reducing' as const }];
  expect(resumedText('btc-maker', { left, paused: [] })).toBe('all trading is still halted; BTC/EUR is still reducing');
});
