import { expect, it } from 'vitest';
import { plainEnvironment } from '../../src/base/plainEnvironment.ts';

it('B9: a child gets what any program needs, and no key', () => {
  const env = {
    PATH: '/bin',
    HOME: '/h',
    TZ: 'UTC',
    LC_ALL: 'C',
    SLUICE_EXCHANGE_SECRET: 's',
    MY_KEY: 'k',
    NODE_OPTIONS: '--import x',
    npm_token: 't',
  };
  expect(plainEnvironment(env)).toEqual({ PATH: '/bin', HOME: '/h', TZ: 'UTC', LC_ALL: 'C' });
});
