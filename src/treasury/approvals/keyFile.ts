import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { diskFault, onDisk } from '../../base/diskFault.ts';
import { Fault } from '../../base/fault.ts';
import { namedFile } from '../../base/namedFile.ts';
import type { Secret } from '../../base/secret.ts';
import { publicKeyOf } from './signature.ts';

/**
 * Makes a private key, and a file with it that only its owner may read: PKCS#8 in PEM, encrypted when there is a passphrase. Returns
 * the public key. Throws a `Fault` where a file is there already.
 */
export function makeKeyFile(path: string, passphrase: Secret | undefined): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const protection = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase: passphrase.reveal() };
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', ...protection });
  const file = openNew(path);
  try {
    onDisk(`the key ${path} can't be written`, () => {
      writeFileSync(file, pem);
      fsyncSync(file);
    });
  } catch (error) {
    // Half a key is of no use, and would stand in the way of the next one.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return publicKeyOf(privateKey);
}

/** Opens only what was not there before, so that no key is lost and nobody's link is followed. */
function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw diskFault(`the key ${path} can't be written`, error);
    throw new Fault('usage', `${path} exists already, and a key is never overwritten`, {
      suggestion: 'name another file with --out; a key that is no longer wanted is first taken out of the policy file',
    });
  }
}

/** A private key from its file. `askPassphrase` is called only when the file is encrypted. */
export async function readKeyFile(path: string, askPassphrase: () => Promise<Secret>): Promise<OpenedKey> {
  const { pem, mode } = namedFile(
    `the key ${path} can't be read`,
    () => ({ pem: readFileSync(path, 'utf8'), mode: statSync(path).mode }),
    'name the file of your private key, as `sluice treasury key new NAME` made it',
  );
  const isEncrypted = pem.includes('-----BEGIN ENCRYPTED PRIVATE KEY-----');
  const passphrase = isEncrypted ? await askPassphrase() : undefined;
  const privateKey = opened(path, pem, passphrase);
  if (privateKey.asymmetricKeyType !== 'ed25519') {
    throw new Fault('usage', `${path} holds a key of the kind ${privateKey.asymmetricKeyType}, and an ed25519 key was expected`, {
      suggestion: 'make one with `sluice treasury key new NAME`',
    });
  }
  return { privateKey, publicKey: publicKeyOf(privateKey), isEncrypted, isOpenToOthers: (mode & 0o077) !== 0 };
}

export interface OpenedKey {
  readonly privateKey: KeyObject;
  readonly publicKey: string;
  readonly isEncrypted: boolean;
  /** Whether other users of the machine may read the file. */
  readonly isOpenToOthers: boolean;
}

function opened(path: string, pem: string, passphrase: Secret | undefined): KeyObject {
  try {
    return createPrivateKey({ key: pem, format: 'pem', ...(passphrase === undefined ? {} : { passphrase: passphrase.reveal() }) });
  } catch (error) {
    const why = passphrase === undefined ? 'it holds no private key in PEM' : 'the passphrase is wrong, or the file is damaged';
    throw new Fault('usage', `the key ${path} can't be opened: ${why}`, {
      cause: error,
      suggestion: passphrase === undefined ? 'name the file that `sluice treasury key new` wrote' : 'repeat with the right passphrase',
    });
  }
}
