import { describe, expect, it } from 'vitest';
import { redacted } from '../../../src/base/redacted.ts';
import { farmAddress } from '../../../src/research/farm/farmAddress.ts';

describe('farmAddress', () => {
  it('reads addresses, and shows them without the password', () => {
    expect(farmAddress('redis://10.0.0.5:6379', {}).shown).toBe('redis://10.0.0.5:6379');
    expect(farmAddress('rediss://farm.example/3', {}).shown).toBe('rediss://farm.example/3');
    const address = farmAddress('redis://ann:correct-horse-battery@10.0.0.5:6379', {});
    expect(address.shown).toBe('redis://ann:***@10.0.0.5:6379');
    expect(address.revealUrl()).toContain('correct-horse-battery');
    expect(JSON.stringify(farmAddress('redis://:correct-horse-battery@h', {}))).not.toContain('horse');
    expect(redacted('could not connect to redis://ann:correct-horse-battery@10.0.0.5')).not.toContain('horse');
  });

  it('takes the password of the environment where the address has none', () => {
    const env = { SLUICE_QUEUE_PASSWORD: 'p@ss word/1234' };
    expect(new URL(farmAddress('redis://10.0.0.5', env).revealUrl()).password).toBe(encodeURIComponent(env.SLUICE_QUEUE_PASSWORD));
    expect(farmAddress('redis://10.0.0.5', env).shown).toBe('redis://:***@10.0.0.5');
    expect(farmAddress('redis://:own-password@10.0.0.5', env).revealUrl()).toContain('own-password');
  });

  it.each(['10.0.0.5:6379', 'http://10.0.0.5', 'redis://', 'redis://h/name', 'ann:secret@10.0.0.5'])('refuses %s', (text) => {
    expect(() => farmAddress(text, {})).toThrow('--queue: expected an address like redis://10.0.0.5:6379, not ');
    expect(() => farmAddress(text, {})).not.toThrow('secret');
  });
});
