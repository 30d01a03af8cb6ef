import { expect, it } from 'vitest';
import { venueFacts } from '../../src/daemon/venueFacts.ts';

it('shows of a venue its host, the end of the key, and what to know of them', () => {
  expect(venueFacts('DEMO', { host: '127.0.0.1:1', key: 'abcdefgh1234' })).toEqual({ host: '127.0.0.1:1', keyTail: '…1234' });
  expect(venueFacts('LIVE', { host: '127.0.0.1:1', key: '' })).toMatchObject({
    keyTail: 'none',
    note: expect.stringContaining('on this machine') as string,
  });
});
