import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../../src/base/json.ts';
import { markets } from '../../../src/contract/exchange/markets.ts';
import { problems } from './problems.ts';

it('a book is asked for with 1 to 250 levels (000 Limits)', () => {
  const { query } = markets['book.get'].request;
  for (const depth of [1, 250]) expect(problems(query, `{"depth":${depth}}`)).toEqual([]);
  for (const depth of [0, 251, -1]) expect(problems(query, `{"depth":${depth}}`)).toEqual(['depth: must be 1 to 250']);
});

it('a book is refused when a needed field is missing or of another kind', () => {
  const { body } = markets['book.get'].reply;
  for (const text of ['{}', '{"bids":[[1]],"asks":[],"timestamp":1}', '{"bids":[["1","2"]],"asks":[],"timestamp":1}', '[]', '"x"']) {
    expect(z.safeDecode(body, parseJson(text) as never).success, text).toBe(false);
  }
});
