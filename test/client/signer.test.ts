import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { contentHashOf, createSigner } from '../../src/client/signer.ts';

interface Case {
  readonly secret: string;
  readonly timestamp: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly contentHash: string;
  readonly signature: string;
}

const { cases } = JSON.parse(readFileSync(new URL('../vectors/signing.json', import.meta.url), 'utf8')) as { cases: Case[] };

describe('signing (000 Authentication)', () => {
  it('has cases to go by', () => expect(cases.length).toBeGreaterThanOrEqual(18));

  it.each(cases)(
    'signs $method $path at $timestamp as the vector says',
    ({ secret, timestamp, method, path, body, contentHash, signature }) => {
      const bytes = new TextEncoder().encode(body);
      expect(contentHashOf(bytes)).toBe(contentHash);
      expect(contentHashOf(body)).toBe(contentHash);
      const signer = createSigner({ key: 'key', secret: new Secret(secret) });
      expect(signer.headers(timestamp, { method, path, contentHash })).toEqual({
        'SVC-API-KEY': 'key',
        'SVC-API-SIGN': signature,
        'SVC-API-TIMESTAMP': String(timestamp),
      });
    },
  );

  it('puts the method in upper case (rule 4)', () => {
    const signer = createSigner({ key: 'key', secret: new Secret('c2VjcmV0') });
    const request = { path: '/v1/currencies/', contentHash: '' };
    expect(signer.headers(1, { ...request, method: 'get' })).toEqual(signer.headers(1, { ...request, method: 'GET' }));
  });

  it('names its headers by the prefix of the interface', () => {
    const signer = createSigner({ key: 'key', secret: new Secret('c2VjcmV0'), prefix: 'PROC-' });
    expect(Object.keys(signer.headers(1, { method: 'GET', path: '/', contentHash: '' }))).toEqual([
      'PROC-API-KEY',
      'PROC-API-SIGN',
      'PROC-API-TIMESTAMP',
    ]);
  });

  it.each(['', 'not base64!', 'abc', 'YWJj\u0000'])('refuses the secret %j, which would only show as an empty 401', (secret) => {
    expect(() => createSigner({ key: 'key', secret: new Secret(secret) })).toThrow(expect.objectContaining({ code: 'configuration' }));
  });

  it.each(['', 'two words', 'line\nbreak'])('refuses the key %j, which no header can carry', (key) => {
    expect(() => createSigner({ key, secret: new Secret('c2VjcmV0') })).toThrow(expect.objectContaining({ code: 'configuration' }));
  });

  it('shows the secret nowhere', () => {
    const signer = createSigner({ key: 'key', secret: new Secret('c2VjcmV0') });
    expect(inspect(signer, { depth: 9, showHidden: true }) + JSON.stringify(signer)).not.toMatch(/c2VjcmV0|secret/);
  });
});
