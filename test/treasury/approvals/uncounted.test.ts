import { expect, it } from 'vitest';
import { uncounted } from '../../../src/treasury/approvals/uncounted.ts';

it('says why an approval does not count, and who may give one that does', () => {
  const fault = uncounted('this approval of cold-1', 'anna has asked for it, and who asks does not approve');
  expect(fault).toMatchObject({
    code: 'refused',
    outcome: 'not-sent',
    message: 'this approval of cold-1 does not count: anna has asked for it, and who asks does not approve',
    suggestion: expect.stringMatching(/^another person of the groups/) as string,
  });
});
