import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../../src/base/json.ts';
import { conversion } from '../../../src/contract/exchange/conversion.ts';
import { problems } from './problems.ts';

it('a quote has exactly one of the two amounts (000 Conversion)', () => {
  const { body } = conversion['quotes.request'].request;
  const quote = (amounts: string): string[] => problems(body, `{"fromCurrency":"EUR","toCurrency":"BTC"${amounts}}`);
  expect(quote(',"fromAmount":1')).toEqual([]);
  expect(quote(',"toAmount":1')).toEqual([]);
  for (const amounts of ['', ',"fromAmount":1,"toAmount":1']) expect(quote(amounts)).toEqual([expect.stringContaining('exactly one')]);
});

it('a conversion’s id is read as an object, a number or a text (000 Conversion: the shape is not shown)', () => {
  const { body } = conversion['conversions.execute'].reply;
  for (const text of ['{"id":51234}', '{"id":"51234"}', '51234', '"51234"']) {
    expect(z.decode(body, parseJson(text) as never), text).toEqual({ id: '51234' });
  }
});
