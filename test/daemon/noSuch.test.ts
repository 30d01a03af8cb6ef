import { expect, it } from 'vitest';
import { noSuch } from '../../src/daemon/noSuch.ts';

it('a name that nothing has is answered with what there is, and with the nearest', () => {
  expect(noSuch('strategy', 'nix', ['btc-maker', 'dca'])).toMatchObject({
    code: 'not-found',
    outcome: 'not-sent',
    message: 'there is no strategy "nix"; there are btc-maker, dca',
    suggestion: 'use one of them',
  });
  expect(noSuch('symbol', 'BTC/EUT', ['BTC/EUR', 'ETH/EUR']).suggestion).toBe('did you mean BTC/EUR?');
  const many = Array.from({ length: 25 }, (_, i) => `S${i}/EUR`);
  expect(noSuch('symbol', 'x', many).message).toMatch(/S19\/EUR and 5 more$/);
  expect(noSuch('strategy', 'x', []).message).toBe('there is no strategy "x"; there is none');
});
