import { resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Approval } from '../model/approval.ts';
import { readKeyFile } from '../treasury/approvals/keyFile.ts';
import { signatureOf, type SignedThing } from '../treasury/approvals/signature.ts';
import { passphrase } from './passphrase.ts';
import { note, type Shell } from './shell.ts';

export interface SigningOptions {
  readonly person: string;
  /** The private key file, as the person named it. */
  readonly key: string;
  readonly passphraseFile: string | undefined;
}

/** Signs something with a person's private key, which never leaves this process. */
export async function signWith(shell: Shell, thing: SignedThing, options: SigningOptions): Promise<Approval> {
  return (await signerOf(shell, options))(thing);
}

/** Opens the key, which may ask for its passphrase. What names the time at which it is signed is made after that. */
export async function signerOf(shell: Shell, { person, key, passphraseFile }: SigningOptions): Promise<(thing: SignedThing) => Approval> {
  const opened = await readKeyFile(resolve(shell.cwd, key), () => passphrase(shell, passphraseFile));
  if (opened.isOpenToOthers) note(shell, `others may read ${key}; run: chmod 600 ${key}`);
  return (thing) => ({ person, key: opened.publicKey, signature: signatureOf(thing, opened.privateKey), at: systemClock.now() });
}

/** Throws where no key file is named. */
export function keyFileOf(key: string | undefined): string {
  if (key !== undefined) return key;
  throw new Fault('usage', 'a private key is needed to sign', { suggestion: 'name it with --key FILE, or in SLUICE_SIGNING_KEY' });
}
