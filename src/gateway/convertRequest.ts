import { conversionLane, type ConvertCommand } from '../model/command.ts';
import { assertEcho } from './echo.ts';
import { conversionFingerprint } from './fingerprint.ts';
import { latestVenueTime } from './ourClock.ts';
import type { MoneyContext, MoneyRequest } from './moneyRequest.ts';

/** If an older conversion's id comes again, the journal itself refuses it. */
const RECENT_CONVERSIONS = 1000;

/** A venue may check the clock a little before or after the time that it reports. */
const VALIDITY_MARGIN_MS = 5000;

/** The execution of a quote. Its answer is only an id (000 Conversion), so the terms are those of the quote. */
export function convertRequest(command: ConvertCommand, { client, fillLog }: MoneyContext): MoneyRequest {
  const { intentId, strategy } = command;
  const { id, fromCurrency, toCurrency, fromAmount, toAmount, rate, validTo } = command.quote;
  const prepared = client.prepare('conversions.execute', { id, fromCurrency, toCurrency, fromAmount, toAmount });
  return {
    intent: {
      kind: 'convert',
      lane: conversionLane(fromCurrency, toCurrency),
      fingerprint: conversionFingerprint(fromCurrency, toCurrency, fromAmount, toAmount),
      exposure: fromAmount,
      exposureCurrency: fromCurrency,
      targetId: id,
      decision: `quote ${id}`,
      expiresAt: latestVenueTime(validTo, client.venueClock) + VALIDITY_MARGIN_MS,
    },
    prepared,
    send: async (options) => {
      const { reply, receivedAt } = await client.send(prepared, options);
      const isKnown = (await fillLog.conversions(RECENT_CONVERSIONS)).some((conversion) => conversion.id === reply.id);
      assertEcho(isKnown ? `conversion id ${reply.id} belongs to another conversion` : undefined);
      const terms = { fromCurrency, toCurrency, fromAmount, toAmount, rate };
      const conversion = { id: reply.id, ...terms, executedAt: receivedAt, intentId, strategy };
      return {
        outcome: { state: 'acknowledged', at: receivedAt, venueId: reply.id },
        conversion,
        report: { type: 'converted', conversion, adopted: false },
      };
    },
  };
}
