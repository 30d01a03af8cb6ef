import type { Clock } from '../base/clock.ts';
import { demoVenue } from '../daemon/demoVenue.ts';
import { configuredAccount, type VenueAccess, venueAccess } from '../daemon/venueAccess.ts';
import { orderSizeNews, type SizedMarket } from '../engine/orderSizeNews.ts';
import { readPairs } from '../gateway/pairList.ts';
import { configuredStrategies } from '../loading/strategyParams.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { symbolsOf } from '../model/tradedMarkets.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Check } from './check.ts';
import { bad, type Finding, look, ok } from './finding.ts';
import { readSteadily } from '../client/readSteadily.ts';

const WITHIN_MS = 12_000;

/** Whether the pairs take orders of the sizes that the strategies' parameters say. */
export const sizesCheck: Check = {
  name: 'sizes',
  withinMs: WITHIN_MS,
  async look({ settings, clock }, timeIsUp) {
    const strategies = await configuredStrategies(settings);
    const sized = strategies.filter(({ definition }) => Object.values(definition.params).some(({ options }) => options.isOrderSize));
    if (sized.length === 0) return [ok('no parameter of a strategy is the size of an order')];
    const access = await venueOf(settings, clock);
    const at = configuredAccount(settings) === undefined ? 'at a simulator like that of the demo' : `at ${access.host}`;
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => (closing ??= access.close());
    timeIsUp.addEventListener('abort', () => void close());
    try {
      const { client } = access;
      const pairs = await readSteadily(() => readPairs(client, () => undefined), clock, timeIsUp);
      const rows = await readSteadily(() => client.statistics.list({}, { signal: timeIsUp }), clock, timeIsUp);
      const mids = new Map(rows.map((row) => [row.symbol, midOf(row)]));
      const findings = sized.flatMap((strategy): Finding[] => {
        const symbols = symbolsOf(strategy);
        const markets = pairs
          .filter(({ symbol }) => symbols.includes(symbol))
          .map((pair): SizedMarket => ({ pair, mid: mids.get(pair.symbol) }));
        const news = orderSizeNews(strategy.definition.params, strategy.params, markets);
        return news.map(({ message, isTooSmall }) =>
          (isTooSmall ? bad : look)(`strategies.${strategy.name}.${message}`, 'write another size into the configuration'),
        );
      });
      return findings.length > 0 ? findings : [ok(`the sizes of ${sized.map(({ name }) => name).join(', ')} are orders ${at}`)];
    } finally {
      await close();
    }
  },
};

/** In the demo a simulator of its own, beside one that may run. */
function venueOf(settings: Settings, clock: Clock): VenueAccess | Promise<VenueAccess> {
  const account = configuredAccount(settings);
  if (account !== undefined) return venueAccess(settings, account, clock);
  return demoVenue({ ...settings, simulator: { ...settings.simulator, port: 0 } }, clock);
}

function midOf({ highestBid, lowestAsk }: Pick<PairStatistics, 'highestBid' | 'lowestAsk'>): SizedMarket['mid'] {
  return highestBid && lowestAsk && highestBid.plus(lowestAsk).div(2);
}
