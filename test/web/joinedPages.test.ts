import { expect, it } from 'vitest';
import { joinedPages } from '../../web/pure/joinedPages.ts';

const ids = (text: string): string[] => text.split('');
const same = (id: string): string => id;

it('joins pages without a row twice or a gap', () => {
  expect(joinedPages(ids('fed'), [], same).join('')).toBe('fed');
  expect(joinedPages(ids('fed'), ids('fedcba'), same).join('')).toBe('fedcba');
  // Two new ones have come since the older pages were read.
  expect(joinedPages(ids('hgf'), ids('fedcba'), same).join('')).toBe('hgfedcba');
});

it('keeps what was read when everything on the newest page is new', () => {
  expect(joinedPages(ids('zyx'), ids('fed'), same).join('')).toBe('zyxfed');
});

it('keeps what was read while there is no newest page', () => {
  expect(joinedPages([], ids('cba'), same).join('')).toBe('cba');
});
