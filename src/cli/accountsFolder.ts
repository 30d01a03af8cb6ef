import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from './io.ts';

/**
 * The folder in which this user's accounts are registered. The home folder comes from the system and not from HOME, which a
 * supervisor may drop or change: an account has one register, whoever asks.
 */
export function accountsFolder({ env, cwd }: Pick<Io, 'env' | 'cwd'>): string {
  return resolve(cwd, env['SLUICE_ACCOUNTS'] || join(homeOf(env), '.sluice', 'accounts'));
}

/** A user whom the system does not know has only the home that the environment names. */
function homeOf(env: Io['env']): string {
  try {
    return userInfo().homedir;
  } catch {
    return env['HOME'] || '/';
  }
}
