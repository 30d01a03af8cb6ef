import { p, strategy } from 'sluice';

/** Alert only. It places nothing, and tells of a wide spread, of a fast market and of books that are missing. */
export default strategy({
  about: 'Tells of wide spreads, fast moves and missing books, and trades nothing.',
  params: {
    wideBps: p.int(20, { min: 1, unit: 'bps', about: 'A spread that is worth a word.' }),
    moveBps: p.int(50, { min: 1, unit: 'bps', about: 'A move within a candle that is worth a word.' }),
    candle: p.text('5m', { about: 'The length of a candle.' }),
  },
  setup({ wideBps, moveBps, candle }, { context }) {
    context.candles(candle);

    return {
      onBook({ symbol, spreadBps = 0 }, ctx) {
        if (spreadBps > wideBps) ctx.alert(`the spread of ${symbol} is wider than ${wideBps} bps`);
      },
      onCandle({ symbol, open, close }, ctx) {
        const move = Math.round((close / open - 1) * 10_000);
        if (Math.abs(move) >= moveBps) ctx.alert(`${symbol} has moved by ${move} bps within ${candle}`);
      },
      onWarning({ symbol, kind, detail }, ctx) {
        if (kind !== 'recovered') ctx.alert(`${symbol} is ${kind}: ${detail}`);
      },
    };
  },
});
