import { expect, it } from 'vitest';
import { listenFault } from '../../src/base/listenFault.ts';

it('says that a port is taken, or what the system said of it', () => {
  const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
  expect(listenFault(taken, 80, 'configuration', 'take another')).toMatchObject({
    code: 'configuration',
    message: 'port 80 is taken',
    suggestion: 'take another',
  });
  const denied = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  expect(listenFault(denied, 80, 'usage', '').message).toBe("can't listen on port 80: listen EACCES");
});
