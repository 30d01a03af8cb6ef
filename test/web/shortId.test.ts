import { expect, it } from 'vitest';
import { shortId } from '../../web/pure/shortId.ts';

it('keeps both ends of a long id, and a short one whole', () => {
  expect(shortId('01K9XYZABCDEFGHJKMNPQ7QX')).toBe('01K9…Q7QX');
  expect(shortId('123456789012')).toBe('123456789012');
});
