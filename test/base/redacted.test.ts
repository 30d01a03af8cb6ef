import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenSoFar, redacted, rememberCredential, rememberSignature } from '../../src/base/redacted.ts';
import { Secret } from '../../src/base/secret.ts';
import { anyCharacter } from '../anyCharacter.ts';

const KEY = 'k4Y-9dQw_x7+Zp/0Lm2R';
const SIGNATURE = 'q83vEjRWeJq83u/+N0b3JnZXQgYWJvdXQgaXQsIGl0IGlzIGEgdGVzdA==';

/** As a venue, or something in between, may write it. */
const WAYS: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['in capitals', (text) => text.toUpperCase()],
  ['escaped for a URL', (text) => encodeURIComponent(text)],
  ['escaped for a URL twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['every character escaped for a URL', (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&')],
  ['escaped for JSON', (text) => text.replaceAll('/', '\\/')],
  ['every character escaped for JSON', (text) => Array.from(text, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
  ['escaped for HTML', (text) => Array.from(text, (c) => `&#${c.charCodeAt(0)};`).join('')],
  ['in base64', (text) => Buffer.from(text).toString('base64')],
  ['in base64 of something longer', (text) => Buffer.from(`xy${text}tail`).toString('base64')],
  ['in base64 of something else longer', (text) => Buffer.from(`x${text}`).toString('base64url')],
  ['in hex', (text) => Buffer.from(text).toString('hex')],
  ['folded', (text) => text.replace(/.{5}/g, '$&\r\n ')],
  ['folded and escaped for JSON', (text) => text.replace(/.{5}/g, '$&\\r\\n')],
  ['with blanks', (text) => Array.from(text).join(' ')],
  ['in pieces of a list', (text) => `["${text.slice(0, 9)}","${text.slice(9)}"]`],
  ['the most of it', (text) => text.slice(3)],
];

describe(redacted, () => {
  it.each(WAYS)('B6: shows no key and no signature %s', (_way, written) => {
    rememberCredential(KEY);
    rememberSignature(SIGNATURE);
    for (const text of [KEY, SIGNATURE]) {
      const shown = redacted(`before: ${written(text)} after`);
      expect(shown).toContain('***');
      expect(shown).toMatch(/^before: .* after$/s);
      const kept = shown.slice('before: '.length, -' after'.length);
      // What may be left: what was put in between, and what a neighbour had a part in.
      expect(kept.replaceAll(/\\[rn]|[^A-Za-z0-9]/g, '').length, shown).toBeLessThan(12);
    }
  });

  it('leaves JSON readable, and all that is no secret as it is', () => {
    rememberCredential(KEY);
    const value = {
      error: `your key is ${KEY.replaceAll('/', '\\/')}`,
      list: [KEY.slice(0, 8), KEY.slice(8)],
      n: 1.5,
      path: 'C:\\new\\table',
    };
    expect(JSON.parse(redacted(JSON.stringify(value)))).toEqual({
      error: 'your key is ***',
      list: ['***', ''],
      n: 1.5,
      path: 'C:\\new\\table',
    });
  });

  it('hides an address on this machine that is a secret, and no other one of it', () => {
    rememberCredential('http://127.0.0.1:9091/ping/a1b2c3');
    rememberCredential('http://localhost:8065');
    for (const text of ['http://127.0.0.1:4780/#token=abc', 'metrics http://127.0.0.1:9464/metrics', 'http://localhost:4780/']) {
      expect(redacted(text)).toBe(text);
    }
    for (const text of ['GET http://127.0.0.1:9091/ping/a1b2c3', 'http://127.0.0.1:9091/p']) expect(redacted(text)).toContain('***');
    expect(redacted('path /ping/a1b2c3 of it')).toBe('path *** of it');
  });

  it.each([
    ['the machine of an address', 'https://eo3h2k1x9y8z7w.m.example.net', 'getaddrinfo ENOTFOUND eo3h2k1x9y8z7w.m.example.net'],
    ['the machine of an address that has a path', 'https://hooks.example.com/services/T0/B0/xyz', 'connect to https://hooks.example.com/'],
    ['a path behind backslashes', 'https://hooks.example\\services\\T0\\B0secret', 'POST https://hooks.example\\services\\T0\\B0secret'],
    ['a path behind backslashes on this machine', 'http://127.0.0.1\\services\\T0\\B0secret', 'POST http://127.0.0.1\\services\\T0'],
    ['a password that looks like an address', 'http://correct-horse-battery-staple', 'http://correct-horse-battery-staple'],
    ['a machine that is called like this one', 'http://127.0.0.1.nip-abcdef.example/', 'see http://127.0.0.1.nip-abcdef.example/'],
  ])('hides %s', (_, secret, text) => {
    rememberCredential(secret);
    expect(redacted(text)).toContain('***');
  });

  it('hides all of an address that signs in', () => {
    rememberCredential('https://me:pw@hc.example/p');
    expect(redacted('https://me:pw@hc.example')).toContain('***');
  });

  it('changes no text without a secret', () => {
    rememberCredential(KEY);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(redacted(text)).toBe(text);
      }),
    );
  });

  it('shows none, whatever stands around it', () => {
    rememberCredential(KEY);
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(redacted(before + KEY + after)).not.toContain(KEY.slice(0, 12));
      }),
    );
  });

  it('hides a part of twelve characters wherever it begins, and no shorter one', () => {
    const signature = 'Zq1Xw2Ce3Vr4Bt5Ny6Mu7Ki8Lo9Pa0SjDhFg';
    rememberSignature(signature);
    for (let from = 0; from + 12 <= signature.length; from++) {
      expect(redacted(`<${signature.slice(from, from + 12)}>`)).toBe('<***>');
      expect(redacted(`<${signature.slice(from, from + 11)}>`)).toBe(`<${signature.slice(from, from + 11)}>`);
    }
  });

  it('forgets a signature, and not another one that has a part of it', () => {
    const part = 'a1S2d3F4g5H6j7K8l9';
    rememberSignature(`one${part}`);
    rememberSignature(`two${part}`);
    expect(redacted(part)).toBe('***');
    for (let n = 0; n < 63; n++) rememberSignature(`signature number ${n}`);
    expect(redacted(part)).toBe('***');
    rememberSignature('and one more signature');
    expect(redacted(part)).toBe(part);
  });

  it('knows every secret by itself, and forgets signatures when their answers have come', () => {
    const secret = new Secret('aSecretThatNobodyHasRemembered1');
    expect(redacted(`it is ${secret.reveal()}`)).toBe('it is ***');
    rememberSignature(SIGNATURE);
    for (let i = 0; i < 64; i++) rememberSignature(`signature number ${i} ${'of many'.repeat(3)} ${i}`);
    expect(redacted(SIGNATURE)).toBe(SIGNATURE);
  });

  it('tells what was remembered before a moment from what was since', () => {
    rememberCredential('theKeyOfAnEarlierCommand');
    const since = hiddenSoFar();
    rememberCredential('theKeyOfThisCommandHere');
    const text = 'theKeyOfAnEarlierCommand theKeyOfThisCommandHere';
    expect(redacted(text, since)).toBe('theKeyOfAnEarlierCommand ***');
  });
});
