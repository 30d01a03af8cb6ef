import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { gridOf } from '../../src/model/grid.ts';
import { headerOf, headerText, type RecordingHeader } from '../../src/recording/recordingHeader.ts';

const HEADER: RecordingHeader = {
  pair: {
    symbol: 'BTC/EUR',
    base: 'BTC',
    quote: 'EUR',
    description: '',
    grid: gridOf(2, dec('0.0001')),
    minVolume: dec('0.0001'),
    maxVolume: dec('100'),
  },
  depth: 25,
  everyMs: 1000,
  wide: false,
  previousAt: undefined,
};

function faultOf(changes: Readonly<Record<string, unknown>>): unknown {
  try {
    return headerOf(JSON.stringify({ ...(JSON.parse(headerText(HEADER)) as object), ...changes }), 'a.market');
  } catch (error) {
    return error;
  }
}

describe('the header of a recording', () => {
  it('is read as it was written', () => {
    expect(headerText(headerOf(headerText(HEADER), 'a.market'))).toBe(headerText(HEADER));
  });

  it.each(['=cmd|x/EUR', 'BTC\u001b]0;owned\u0007/EUR', '../../EUR', ''])(
    'B8: is refused when its symbol is %j, which is not repeated',
    (symbol) => {
      expect(faultOf({ symbol })).toMatchObject({ code: 'store', message: 'a.market: symbol of the header is no pair, like BTC/EUR' });
    },
  );

  it.each([{ precision: 1e9 }, { precision: -1 }, { precision: 1.5 }, { volumeStep: '0' }, { volumeStep: '1e-400' }])(
    'B8: with %j is the fault of the file, and not of the program',
    (changes) => {
      expect(faultOf(changes)).toMatchObject({
        code: 'store',
        message: expect.stringMatching(/^a\.market: the grid of the header can't be used: |^a\.market: volumeStep/) as string,
      });
    },
  );
});
