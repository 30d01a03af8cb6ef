import { createHash } from 'node:crypto';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { AccountIdentity } from './accountDatabase.ts';
import { hashInForce } from './policyLog.ts';
import { AccountSeal, type AccountSealOptions } from './accountSeal.ts';
import { isStoreThere } from './isStoreThere.ts';
import { readSeal, type Sealed, type SealWords } from './sealFile.ts';
import { neverMoved } from './neverMoved.ts';
import { shownPlace, type StorePlace } from './storePlace.ts';

/** The database of the treasury, and whose it is. */
export interface TreasuryPlace extends StorePlace {
  /** The folder in which accounts are registered; it exists. */
  readonly accounts: string;
  /** The account at the exchange that it moves money of. Undefined where that is not known. */
  readonly account: AccountIdentity | undefined;
  readonly clock: Clock;
}

export const TREASURY_WORDS: SealWords = { what: 'database of the treasury', recover: 'sluice treasury recover' };

/**
 * The seal of the treasury's database, which is to be followed or checked. Throws `journal-incomplete` when the sealed database is gone, and
 * `configuration` when that of the account is somewhere else.
 */
export function treasurySeal(place: TreasuryPlace): AccountSeal {
  const { path, account, server } = place;
  const options = treasurySealOptions(place);
  const sealed = readSeal(options.path, TREASURY_WORDS);
  // What a server has is known when it was asked.
  if (sealed !== undefined && server === undefined) {
    if (!isSame(sealed.database, path) && existsSync(sealed.database)) throw isElsewhere(sealed, path);
    if (!existsSync(path)) throw isGone(sealed.database);
  }
  return new AccountSeal({ ...options, venue: account?.host ?? sealed?.venue ?? '', key: account?.keyTail ?? sealed?.key ?? '' });
}

/** Rejects as `treasurySeal` throws, also where a server has nothing of what was sealed. Answers whether there is a database. */
export async function isTreasuryThere(place: TreasuryPlace): Promise<boolean> {
  treasurySeal(place).close();
  const isThere = await isStoreThere(place, place.clock);
  const sealed = isThere ? undefined : readSeal(treasurySealOptions(place).path, TREASURY_WORDS);
  if (sealed !== undefined) throw existsSync(sealed.database) ? neverMoved(sealed.database, TREASURY_WORDS) : isGone(shownPlace(place));
  return isThere;
}

/** Its seal, wherever the database was before: a seal goes with its file, with another key too, and with its account. */
export function treasurySealOptions({ path, accounts, account, clock }: TreasuryPlace): AccountSealOptions {
  const own = join(accounts, `treasury-${hashOf(realOf(path))}.seal`);
  const seal = existsSync(own) ? own : (earlierSeal(accounts, path, account) ?? own);
  const { host: venue = '', keyTail: key = '', id } = account ?? {};
  return { path: seal, clock, venue, key, database: path, words: TREASURY_WORDS, account: id, policyOf: hashInForce };
}

/** One that names this file, or that of the same account, under the place where it was. */
function earlierSeal(accounts: string, path: string, account: AccountIdentity | undefined): string | undefined {
  const names = existsSync(accounts) ? readdirSync(accounts).filter((name) => /^treasury-[0-9a-f]{12}\.seal$/.test(name)) : [];
  const seals = names.map((name) => ({ file: join(accounts, name), sealed: readable(join(accounts, name)) }));
  const ids = account === undefined ? [] : [account.id, ...account.earlierIds];
  const byPath = seals.find(({ sealed }) => sealed !== undefined && isSame(sealed.database, path));
  return (byPath ?? seals.find(({ sealed }) => sealed?.account !== undefined && ids.includes(sealed.account)))?.file;
}

/** One that is damaged is that of another file: that of this one has its name. */
function readable(file: string): Sealed | undefined {
  try {
    return readSeal(file, TREASURY_WORDS);
  } catch {
    return undefined;
  }
}

function isSame(a: string, b: string): boolean {
  return realOf(a) === realOf(b);
}

/** The real path of a file, also where the file or its folder is gone. */
function realOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(path);
  return folder === path ? path : join(realOf(folder), basename(path));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function isElsewhere({ database, venue, key }: Sealed, path: string): Fault {
  return new Fault('configuration', `the treasury of the account at ${venue} with key ${key} is ${database}, not ${path}`, {
    suggestion:
      'name its folder with --state. To keep it elsewhere, move the database together with its `-wal` while nothing runs, then name the new place',
  });
}

function isGone(database: string): Fault {
  return new Fault('journal-incomplete', `the database of the treasury is gone: there is no ${database}`, {
    suggestion:
      'put it back with its `-wal` (or mount the disk that it is on); where it was moved to, name that folder with --state. ' +
      'If it is lost, `sluice treasury recover` makes a new one from the journals and what the venue still shows. Until then nothing is sent',
  });
}
