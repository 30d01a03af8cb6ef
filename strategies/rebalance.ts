import { type Decimal, dec, p, strategy, type StrategyMarket } from '#kit';

type Drift = readonly [StrategyMarket, Decimal];

export default strategy({
  about: 'Keeps several currencies at fixed shares of what it has, and trades only what has drifted too far.',
  markets: 'any',
  params: {
    capital: p.decimal('1000', { min: '0', unit: 'quote', about: 'What it begins with. All its pairs have this one quote currency.' }),
    weights: p.text('equal', { about: 'equal, or a number for each market in the order of the configuration, such as 2 1 1.' }),
    cash: p.decimal('10', { min: '0', max: '100', unit: '%', about: 'The share that stays in the quote currency.' }),
    bandBps: p.decimal('200', { min: '0', max: '10000', unit: 'bps', about: 'How far a share may drift, counted in all that it has.' }),
    minTrade: p.decimal('20', { min: '0', unit: 'quote', about: 'Nothing is traded that is worth less.' }),
    withinBps: p.int(30, { min: 1, max: 1000, unit: 'bps', about: 'How far beyond the touch an order may go.' }),
    at: p.schedule('every 60s', { about: 'When it looks: a cron expression in UTC, or every 60s.' }),
  },
  setup({ capital, weights, cash, bandBps, minTrade, withinBps, at }, { context }) {
    const markets = Object.values(context.markets);
    const shares = sharesOf(weights, markets, dec(100).minus(cash).div(100));
    // Sells come first, since what they bring pays for the buys.
    let buysWait = false;

    /** What each market lacks, in quote currency (below zero, it has too much), and the most that may be spent on all of them. */
    function look(): { readonly drifts: readonly Drift[]; readonly room: Decimal } {
      const money = markets.reduce((sum, { position }) => sum.plus(position.quoteFlow), capital);
      const all = markets.reduce((sum, { worth }) => sum.plus(worth), money);
      const band = all.times(bandBps).div(10_000);
      const drifts = markets
        .map((market, i) => [market, all.times(shares[i]!).minus(market.worth)] as const)
        .filter(([market, drift]) => drift.abs().gt(band) && drift.abs().gte(leastWorth(market, minTrade)));
      // The cash may drift by the band as well. Its share says what is left when sells have brought less than they should.
      const spare = money.minus(all.times(cash).div(100)).plus(band);
      // An order may pay so much more than the touch, and never more than is there.
      const payable = money.div(withinBps / 10_000 + 1);
      return { drifts, room: spare.lt(payable) ? spare : payable };
    }

    function buy(wanted: readonly Drift[], room: Decimal): void {
      let left = room;
      for (const [market, drift] of wanted) {
        const worth = drift.lt(left) ? drift : left;
        if (worth.lt(leastWorth(market, minTrade))) continue;
        market.place({ kind: 'market', side: 'Buy', worth, withinBps });
        left = left.minus(worth);
      }
    }

    return {
      onTimer(ctx) {
        if (!ctx.isFresh || ctx.liveOrders > 0 || !(buysWait || ctx.isDue(at))) return;
        const { drifts, room } = look();
        const sells = buysWait ? [] : drifts.filter(([, drift]) => drift.isNegative());
        buysWait = sells.length > 0;
        for (const [market, drift] of sells) {
          market.place({ kind: 'market', side: 'Sell', amount: amountToSell(market, drift.negated()), withinBps });
        }
        if (!buysWait)
          buy(
            drifts.filter(([, drift]) => drift.gt(0)),
            room,
          );
      },
    };
  },
});

function sharesOf(weights: string, markets: readonly StrategyMarket[], invested: Decimal): readonly Decimal[] {
  const currencies = new Set(markets.map(({ pair }) => pair.quote));
  if (currencies.size > 1) throw new Error(`all markets must have one quote currency, not ${[...currencies].join(' and ')}`);
  const given = weights === 'equal' ? markets.map(() => '1') : weights.trim().split(/[\s,]+/);
  if (given.length !== markets.length || !given.every((weight) => /^\d+(?:\.\d+)?$/.test(weight))) {
    throw new Error(`weights must be equal or ${markets.length} numbers like 2 1 1, not ${JSON.stringify(weights)}`);
  }
  const numbers = given.map((weight) => dec(weight));
  const sum = numbers.reduce((total, weight) => total.plus(weight));
  if (sum.isZero()) throw new Error('weights must not all be 0');
  return numbers.map((weight) => weight.div(sum).times(invested));
}

/** An order takes the venue's least amount, and a little more, since it is counted at the touch. */
function leastWorth({ pair, book }: StrategyMarket, minTrade: Decimal): Decimal {
  const least = pair.minVolume.times(book?.bestAsk ?? 0).times('1.01');
  return least.gt(minTrade) ? least : minTrade;
}

/** No more than is held, which fees have made a little less. */
function amountToSell({ position, book }: StrategyMarket, worth: Decimal): Decimal {
  const amount = worth.div(book!.mid!);
  return amount.lt(position.amount) ? amount : position.amount;
}
