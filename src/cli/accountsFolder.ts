import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from './io.ts';

/**
 * The folder in which this user's accounts are registered. The home is asked of the system and not of HOME, which a supervisor
 * may leave out or set anew: an account has one register, whoever asks.
 */
export function accountsFolder({ env, cwd }: Pick<Io, 'env' | 'cwd'>): string {
  return resolve(cwd, env['SLUICE_ACCOUNTS'] || join(homeOf(env), '.sluice', 'accounts'));
}

/** A user whom the system does not know has no home but the one that is named. */
function homeOf(env: Io['env']): string {
  try {
    return userInfo().homedir;
  } catch {
    return env['HOME'] || '/';
  }
}
