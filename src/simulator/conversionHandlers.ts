import type { ExchangeOperations } from '../contract/exchange.ts';
import { type Answer, value } from './answer.ts';
import type { ConversionQuote } from './conversionCounter.ts';
import type { Handlers } from './handlers.ts';
import { firstPage, pageOf, tooManyRecords } from './page.ts';
import type { VenueBehaviour } from './simulatorOptions.ts';
import type { Venue } from './venue.ts';

type ConversionRows = 'quotes.request' | 'conversions.execute' | 'conversions.list';

/** Quotes, conversions and their history (000 Conversion). */
export function conversionHandlers(
  { conversionCounter: counter }: Venue,
  behaviour: VenueBehaviour,
): Handlers<Pick<ExchangeOperations, ConversionRows>> {
  return {
    'quotes.request': (request, at): Answer<ConversionQuote> => {
      const quote = counter.quote(request, at);
      return 'type' in quote ? quote : value(quote);
    },
    'conversions.execute': (request, at) => {
      const conversion = counter.convert(request, at);
      return 'type' in conversion ? conversion : value({ id: conversion.id });
    },
    'conversions.list': ({ page, count }) => {
      const tooMany = tooManyRecords(count);
      if (tooMany !== undefined) return tooMany;
      const { total, items } = pageOf(counter.conversions.toReversed(), page, count, firstPage(behaviour));
      return value({ items: [...items], count: total });
    },
  };
}
