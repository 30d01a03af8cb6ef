import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignatureOf, publicKeyOf, type Purpose, signatureOf, signedText } from '../../../src/treasury/approvals/signature.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const publicKey = publicKeyOf(privateKey);
const thing = { purpose: 'move approval', hash: 'ab'.repeat(32), policyVersion: 3 } as const;
const signature = signatureOf(thing, privateKey);

/** The order of the curve's group (RFC 8032, 5.1). */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

describe('a signature', () => {
  it('is that of a fixed key over a fixed text', () => {
    const seed = '302e020100300506032b657004220420'.concat('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
    const key = createPrivateKey({ key: Buffer.from(seed, 'hex'), format: 'der', type: 'pkcs8' });
    expect(publicKeyOf(key)).toBe('ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=');
    expect(signedText(thing)).toBe(`sluice move approval v1\npolicy version 3\nsha256 ${'ab'.repeat(32)}\n`);
    expect(signatureOf(thing, key)).toBe('odOcuywT+xF076+m0Q+tkFN2J0jlJQhYy0OyhhyrVx+ov+ALIp4L36i+EuXU12axBzGSpyn31apCkpUTDFRwDQ==');
  });

  it('holds for its thing and its key', () => {
    expect(isSignatureOf(thing, publicKey, signature)).toBe(true);
    expect(isSignatureOf(thing, publicKeyOf(generateKeyPairSync('ed25519').privateKey), signature)).toBe(false);
  });

  it.each<[string, { purpose: Purpose; hash: string; policyVersion: number }]>([
    ['a policy', { ...thing, purpose: 'policy' }],
    ['an address entry', { ...thing, purpose: 'address entry' }],
    ['another content', { ...thing, hash: `${'ab'.repeat(31)}aa` }],
    ['another version of the policy', { ...thing, policyVersion: 4 }],
  ])('does not hold for %s', (_name, other) => {
    expect(isSignatureOf(other, publicKey, signature)).toBe(false);
  });

  it('holds no more when any bit of it is changed', { tags: 'long' }, () => {
    const bytes = Buffer.from(signature, 'base64');
    for (let bit = 0; bit < 512; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(isSignatureOf(thing, publicKey, changed.toString('base64'))).toBe(false);
    }
  });

  it('can not be given another form: the second half is below the order of the group', () => {
    const bytes = Buffer.from(signature, 'base64');
    const half = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`);
    for (const more of [ORDER, 2n * ORDER, 8n * ORDER]) {
      const other = Buffer.from((half + more).toString(16).padStart(64, '0').slice(-64), 'hex').reverse();
      expect(isSignatureOf(thing, publicKey, Buffer.concat([bytes.subarray(0, 32), other]).toString('base64'))).toBe(false);
    }
  });

  it.each([
    ['nothing', ''],
    ['a short one', Buffer.alloc(63).toString('base64')],
    ['a long one', Buffer.alloc(65).toString('base64')],
    ['zeros', Buffer.alloc(64).toString('base64')],
    ['no base64', '!'.repeat(88)],
    ['base64 without its padding', signature.replace(/=+$/, '')],
    ['base64 for addresses', signature.replaceAll('/', '_').replaceAll('+', '-').replace('==', '')],
    ['a blank in front', ` ${signature}`],
    ['a line break at the end', `${signature}\n`],
    ['other idle bits', signature.replace(/.==$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}==`)],
  ])('is refused in another form: %s', (_name, text) => {
    expect(isSignatureOf(thing, publicKey, text)).toBe(false);
  });

  it('is refused for a key of small order, for which any text would be signed', () => {
    const everybody = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64');
    expect(isSignatureOf(thing, `ed25519:${Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]).toString('base64')}`, everybody)).toBe(
      false,
    );
    expect(isSignatureOf(thing, 'ed25519:nothing', everybody)).toBe(false);
  });

  it('is made for a hash and a version only', () => {
    expect(() => signedText({ ...thing, hash: 'AB'.repeat(32) })).toThrow('is no SHA-256');
    expect(() => signedText({ ...thing, policyVersion: -1 })).toThrow('is no version');
  });
});
