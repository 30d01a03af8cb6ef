import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Approval } from '../../../src/model/approval.ts';
import type { Terms } from '../../../src/treasury/approvals/approvalRefusal.ts';
import { publicKeyOf, type SignedThing, signatureOf } from '../../../src/treasury/approvals/signature.ts';

export interface Signer {
  readonly person: string;
  readonly privateKey: KeyObject;
  readonly key: string;
}

export function signer(person: string): Signer {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { person, privateKey, key: publicKeyOf(privateKey) };
}

/** A policy's people, each with one key, in their groups. */
export function termsOf(signers: readonly Signer[], groups: Terms['groups'], needs: Terms['needs']): Terms {
  return { people: Object.fromEntries(signers.map(({ person, key }) => [person, { keys: [key] }])), groups, needs };
}

export function approval({ purpose, hash, policyVersion }: SignedThing, { person, privateKey, key }: Signer, at: number): Approval {
  return { person, key, signature: signatureOf({ purpose, hash, policyVersion }, privateKey), at };
}
