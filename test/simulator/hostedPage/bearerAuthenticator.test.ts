import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { bearerAuthenticator } from '../../../src/simulator/hostedPage/bearerAuthenticator.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const SECRET = 'x'.repeat(64);

test.each([
  ['Bearer', true],
  ['bearer', true],
  ['BEARER', true],
  ['Basic', false],
  ['Bearer ', false],
])('the name of the scheme may be in any case: "%s" is taken, %s', async (scheme, isTaken) => {
  const authenticates = bearerAuthenticator(new VirtualClock(NOW), 'user-1', SECRET);
  const claims = new SignJWT({ user_uuid: 'user-1', exp: NOW / 1000 + 300 }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' });
  const token = await claims.sign(new TextEncoder().encode(SECRET));
  const header = (name: string): string | undefined => (name === 'authorization' ? `${scheme} ${token}` : undefined);
  expect(await authenticates({ header } as never, NOW)).toBe(isTaken);
});
