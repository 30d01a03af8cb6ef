import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bytesText } from '../base/bytesText.ts';
import { isFault, messageOf } from '../base/fault.ts';
import { treasuryDatabase } from '../daemon/treasury/treasuryPaths.ts';
import { statePaths } from '../daemon/statePaths.ts';
import { accountOf, tradedAccount } from '../store/accountDatabase.ts';
import { AccountSeal } from '../store/accountSeal.ts';
import { inspectDatabase } from '../store/inspectDatabase.ts';
import { sealOptions } from '../store/openAccountStore.ts';
import { type TreasuryPlace, treasurySeal } from '../store/treasurySeal.ts';
import type { Check, ConfiguredContext } from './check.ts';
import { bad, type Finding, look, ok } from './finding.ts';

/** A large journal takes its time. */
const WITHIN_MS = 60_000;

/** Every database of the state folder, page by page, and of the account's journal whether it has all that its seal knows of. */
export const databasesCheck: Check = {
  name: 'databases',
  withinMs: WITHIN_MS,
  async look(context) {
    const own = statePaths(context.state, context.settings).database;
    const findings: Finding[] = [];
    for (const path of databasesOf(context.state, own)) findings.push(await databaseFinding(path, path === own, context));
    const gone = treasuryGone(context);
    if (gone !== undefined) findings.push(gone);
    return findings.length === 0 ? [ok(`no database is in ${context.state} yet`)] : findings;
  },
};

function databasesOf(state: string, own: string): readonly string[] {
  const names = existsSync(state)
    ? readdirSync(state).filter((name) => /^(?:account-[0-9a-f]{12}|paper-[0-9a-f]{12}|demo)\.sqlite$/.test(name))
    : [];
  const all = new Set([own, ...names.map((name) => join(state, name)), treasuryDatabase(state)]);
  return [...all].filter((path) => existsSync(path));
}

async function databaseFinding(path: string, isOwn: boolean, context: ConfiguredContext): Promise<Finding> {
  const isTreasury = path === treasuryDatabase(context.state);
  let seal: AccountSeal | undefined;
  try {
    seal = isTreasury ? treasurySeal(treasuryPlace(context)) : isOwn ? sealOf(path, context) : undefined;
    const { damage, journalMode, bytes } = await inspectDatabase(path, context.clock, seal);
    if (damage.length > 0) return damaged(path, damage.join('; '), isOwn, isTreasury);
    if (journalMode !== 'wal') return look(`${path} is in the journal mode ${journalMode}, and ours are in wal`, 'the next start sets it');
    return ok(`${basename(path)} is sound: ${bytesText(bytes)}, journal mode wal${seal === undefined ? '' : ', as far as its seal'}`);
  } catch (error) {
    if (isFault(error, 'journal-incomplete'))
      return bad(error.message, `sluice ${isTreasury ? 'treasury ' : ''}recover${stateOption(path)}: ${error.suggestion ?? ''}`);
    if (isFault(error, 'configuration')) return look(error.message, error.suggestion ?? '');
    return damaged(path, messageOf(error), isOwn, isTreasury);
  } finally {
    seal?.close();
  }
}

/** One that is not there has no pages to look at. */
function treasuryGone(context: ConfiguredContext): Finding | undefined {
  if (existsSync(treasuryDatabase(context.state))) return undefined;
  try {
    treasurySeal(treasuryPlace(context)).close();
    return undefined;
  } catch (error) {
    if (!isFault(error, 'journal-incomplete')) return undefined;
    return bad(error.message, `sluice treasury recover${stateOption(treasuryDatabase(context.state))}: ${error.suggestion ?? ''}`);
  }
}

function treasuryPlace({ settings, state, accounts, clock }: ConfiguredContext): TreasuryPlace {
  return { path: treasuryDatabase(state), accounts, account: accountOf(settings), clock };
}

function damaged(path: string, how: string, isOwn: boolean, isTreasury: boolean): Finding {
  const suggestion = isTreasury
    ? `stop the treasury; sluice treasury recover${stateOption(path)}`
    : isOwn
      ? `sluice stop; sluice recover${stateOption(path)}`
      : `sluice stop; mv ${dirname(path)} ${dirname(path)}.old; sluice restore FILE`;
  return bad(`${path} can't be read whole: ${how}`, suggestion);
}

function stateOption(path: string): string {
  return ` --state ${dirname(path)}`;
}

function sealOf(database: string, { settings, accounts, clock }: ConfiguredContext): AccountSeal | undefined {
  const account = tradedAccount(settings);
  return account === undefined ? undefined : new AccountSeal(sealOptions({ account, accounts, database, clock }, database));
}
