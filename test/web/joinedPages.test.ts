import { expect, it } from 'vitest';
import { joinedPages } from '../../web/pure/joinedPages.ts';

/** `a` was traded first. */
const rows = (text: string) => [...text].map((id) => ({ id, tradedAt: new Date(id.codePointAt(0)!).toISOString() }));
const joined = (newest: string, older: string): string =>
  joinedPages(rows(newest), rows(older))
    .map(({ id }) => id)
    .join('');

it('joins pages without a row twice or a gap', () => {
  expect(joined('fed', '')).toBe('fed');
  expect(joined('fed', 'fedcba')).toBe('fedcba');
  // Two new ones have come since the older pages were read.
  expect(joined('hgf', 'fedcba')).toBe('hgfedcba');
});

it('keeps what was read when everything on the newest page is new', () => {
  expect(joined('zyx', 'fed')).toBe('zyxfed');
});

it('keeps what was read while there is no newest page', () => {
  expect(joined('', 'cba')).toBe('cba');
});

it('keeps a late fee that only the pages have between the newest rows, and one that only the stream has told', () => {
  expect(joined('hfd', 'hgfedcba')).toBe('hgfedcba');
  expect(joined('bhg', 'hgfedca')).toBe('hgfedcba');
});

it('keeps the order of what was traded at one time', () => {
  const at = (id: string) => ({ id, tradedAt: '2026-11-23T14:08:11.000Z' });
  expect(joinedPages([at('b')], [at('b'), at('a')]).map(({ id }) => id)).toEqual(['b', 'a']);
});
