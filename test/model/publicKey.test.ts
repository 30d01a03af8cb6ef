import { generateKeyPairSync } from 'node:crypto';
import { hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { publicKeyBytes, publicKeyProblem, publicKeyText } from '../../src/model/publicKey.ts';

const ofHex = (text: string): string => publicKeyText(hex.decode(text));

describe('publicKeyProblem', () => {
  it('takes the keys that the system makes, and gives their bytes', () => {
    for (let i = 0; i < 50; i++) {
      const bytes = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
      const text = publicKeyText(bytes);
      expect(publicKeyProblem(text)).toBeUndefined();
      expect(hex.encode(publicKeyBytes(text))).toBe(hex.encode(bytes));
    }
  });

  it('takes the keys of RFC 8032, 7.1', () => {
    expect(publicKeyProblem(ofHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'))).toBeUndefined();
    expect(publicKeyProblem(ofHex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'))).toBeUndefined();
  });

  it.each([
    ['order 1', '01'.padEnd(64, '0')],
    ['order 2', `ec${'ff'.repeat(30)}7f`],
    ['order 4', '00'.repeat(32)],
    ['order 4, the other sign', `${'00'.repeat(31)}80`],
    ['order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
    ['order 8, the other sign', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85'],
    ['order 8, the other one', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
  ])('refuses a point of %s', (_name, bytes) => {
    expect(publicKeyProblem(ofHex(bytes))).toContain('small order');
  });

  it('refuses a number beyond the field, though it stands for a point, and one that is no point', () => {
    expect(publicKeyProblem(ofHex(`ee${'ff'.repeat(30)}7f`))).toContain('too large');
    expect(publicKeyProblem(ofHex(`02${'00'.repeat(31)}`))).toContain('no point');
  });

  it.each([
    '',
    'ed25519:',
    'ed25519:AAAA',
    'rsa:AAAA',
    '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    'ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    'ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURp=',
    'ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    'ed25519: 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    'ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n',
    'ED25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  ])('refuses %j: a key has one text', (text) => {
    expect(publicKeyProblem(text)).toContain('expected');
    expect(() => publicKeyBytes(text)).toThrow('expected');
  });
});
