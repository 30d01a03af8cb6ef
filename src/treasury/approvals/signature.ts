import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { assert } from '../../base/assert.ts';
import { publicKeyBytes, publicKeyProblem, publicKeyText } from '../../model/publicKey.ts';

/** What a signature may be for. Each has a text of its own, so that none can be taken for another. */
export type Purpose = 'move request' | 'move approval' | 'policy' | 'address entry' | 'settlement' | 'manual action';

/** What a person signs. */
export interface SignedThing {
  readonly purpose: Purpose;
  /** The SHA-256 of its canonical text, 64 digits of lower-case hexadecimal. */
  readonly hash: string;
  /** The version of the policy under which it is signed; of a policy, its own. */
  readonly policyVersion: number;
}

/** The exact text that is signed. Its parts have fixed forms, so no two things have the same text. */
export function signedText({ purpose, hash, policyVersion }: SignedThing): string {
  assert(/^[0-9a-f]{64}$/.test(hash), () => `${hash} is no SHA-256`);
  assert(Number.isSafeInteger(policyVersion) && policyVersion >= 0, () => `${policyVersion} is no version of a policy`);
  return `sluice ${purpose} v1\npolicy version ${policyVersion}\nsha256 ${hash}\n`;
}

/** The signature in base64. */
export function signatureOf(thing: SignedThing, privateKey: KeyObject): string {
  return sign(null, Buffer.from(signedText(thing)), privateKey).toString('base64');
}

/** Whether the owner of the public key (`ed25519:BASE64`) has signed the thing. Never throws for what a stranger sent. */
export function isSignatureOf(thing: SignedThing, publicKey: string, signature: string): boolean {
  if (publicKeyProblem(publicKey) !== undefined) return false;
  const bytes = Buffer.from(signature, 'base64');
  // A signature has one text. The second half is below the order of the curve, or the library refuses it (RFC 8032, 5.1.7).
  if (bytes.length !== 64 || bytes.toString('base64') !== signature) return false;
  return verify(null, Buffer.from(signedText(thing)), keyObjectOf(publicKey), bytes);
}

/** What to do where a signature is that of something else. */
export const SIGN_ANEW = 'sign it anew as it is sent, with the key that it names';

export function publicKeyOf(key: KeyObject): string {
  return publicKeyText(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32));
}

function keyObjectOf(publicKey: string): KeyObject {
  const x = Buffer.from(publicKeyBytes(publicKey)).toString('base64url');
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
}
