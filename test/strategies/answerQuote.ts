import { dec } from '../../src/base/decimal.ts';
import type { Command } from '../../src/model/command.ts';
import type { EngineBench } from '../engine/engineBench.ts';
import { conversionOf, quoteOf } from '../engine/fixtures.ts';

type Asked = Extract<Command, { type: 'request-quote' }>;

/**
 * The venue quotes what was asked for last, for `given` and what it `brings`, and converts it if the quote is accepted. Returns
 * whether it was.
 */
export function answerQuote(bench: EngineBench, given: string, brings: string): boolean {
  const { requestId, fromCurrency, toCurrency }: Asked = bench.commands('request-quote').at(-1)!;
  const deal = { fromCurrency, toCurrency, fromAmount: dec(given), toAmount: dec(brings), rate: dec(brings).div(given) };
  bench.report({ type: 'quoted', requestId, quote: quoteOf({ ...deal, quotedAt: bench.now, validTo: bench.now + 10_000 }) });
  const command = bench.commands('convert').at(-1);
  if (command?.requestId !== requestId) return false;
  const { intentId } = command;
  const conversion = conversionOf({ ...deal, id: `of ${intentId}`, intentId, strategy: 's', executedAt: bench.now });
  bench.report({ type: 'converted', conversion, adopted: false });
  return true;
}
