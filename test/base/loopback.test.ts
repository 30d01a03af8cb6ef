import { describe, expect, it } from 'vitest';
import { isLoopback, isLoopbackAddress, keepsSecrets } from '../../src/base/loopback.ts';

describe('this machine', () => {
  it.each(['127.0.0.1', '127.9.9.9', 'localhost', '[::1]'])('is %s', (hostname) => {
    expect([isLoopback(hostname), keepsSecrets(new URL(`http://${hostname}:1`))]).toEqual([true, true]);
  });

  it.each(['127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1', '0.0.0.0', '[::]', '[::ffff:7f00:1]'])(
    'B2: is not %s, which takes credentials over https only',
    (hostname) => {
      expect([isLoopback(hostname), keepsSecrets(new URL(`http://${hostname}:1`))]).toEqual([false, false]);
      expect(keepsSecrets(new URL(`https://${hostname}`))).toBe(true);
    },
  );

  it('is known by the address of a socket', () => {
    expect(['::1', '127.0.0.1', '::ffff:127.0.0.1'].every(isLoopbackAddress)).toBe(true);
    expect(['10.0.0.1', '::ffff:10.0.0.1', '', undefined].some(isLoopbackAddress)).toBe(false);
  });
});
