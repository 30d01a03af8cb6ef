import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bytesText } from '../base/bytesText.ts';
import type { Clock } from '../base/clock.ts';
import { isFault, messageOf } from '../base/fault.ts';
import { treasuryDatabase, treasuryPlace } from '../daemon/treasury/treasuryPaths.ts';
import { paymentDatabases } from '../daemon/paymentStore.ts';
import { statePaths } from '../daemon/statePaths.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import { accountOf, tradedAccount } from '../store/accountDatabase.ts';
import { AccountSeal } from '../store/accountSeal.ts';
import { inspectDatabase } from '../store/inspectDatabase.ts';
import { sealOptions } from '../store/openAccountStore.ts';
import { schemaOf } from '../store/openPostgres.ts';
import { readDatabase } from '../store/readDatabase.ts';
import { assertLive } from '../store/standing.ts';
import type { StorePlace } from '../store/storePlace.ts';
import { isTreasuryThere, type TreasuryPlace, treasurySeal } from '../store/treasurySeal.ts';
import type { Check, ConfiguredContext } from './check.ts';
import { bad, type Finding, look, ok } from './finding.ts';

const NAME_IT = 'name that place in `store` of this configuration, or look with the one that does (`sluice doctor FILE`)';

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
    const { server } = context.settings;
    if (server === undefined) findings.push(...treasuryGone(context));
    else findings.push(...(await storeFindings(context, server)));
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
    if (context.settings.server === undefined)
      seal = isTreasury ? treasurySeal(sealedTreasury(context)) : isOwn ? sealOf(path, context) : undefined;
    const { damage, journalMode, bytes, movedTo } = await inspectDatabase(path, context.clock, seal);
    if (damage.length > 0) return damaged(path, damage.join('; '), isOwn, isTreasury);
    const { server } = context.settings;
    // Either keeps whoever would own it from starting.
    const isNeeded = isOwn || isTreasury;
    if (movedTo !== undefined) {
      const found = `${basename(path)} is sound, and its store has moved to ${movedTo}`;
      return server === undefined && isNeeded ? bad(`${found}, which no \`store\` names`, NAME_IT) : ok(found);
    }
    if (server !== undefined && /^(?:account-|treasury)/.test(basename(path)))
      return (isNeeded ? bad : look)(`${path} is the live store in a file, and \`store\` names ${server.shown}`, moveCommand(path, server));
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
function treasuryGone(context: ConfiguredContext): readonly Finding[] {
  if (existsSync(treasuryDatabase(context.state))) return [];
  try {
    treasurySeal(sealedTreasury(context)).close();
    return [];
  } catch (error) {
    if (!isFault(error, 'journal-incomplete')) return [];
    return [bad(error.message, `sluice treasury recover${stateOption(treasuryDatabase(context.state))}: ${error.suggestion ?? ''}`)];
  }
}

/** The stores that a server keeps, and whether they have all that their seals on this machine know of. */
async function storeFindings(context: ConfiguredContext, server: StoreServer): Promise<readonly Finding[]> {
  const { accounts, clock, state, settings } = context;
  const { database: path } = statePaths(state, settings);
  const treasury = sealedTreasury(context);
  const found = [await storeFinding({ path, server }, clock, 'sluice recover', () => Promise.resolve(sealOf(path, context)))];
  for (const { account, database, words } of paymentDatabases(context.env, { accounts, state, server }))
    found.push(
      await storeFinding({ path: database, server }, clock, words.recover, () =>
        Promise.resolve(new AccountSeal(sealOptions({ account, accounts, database, clock, words }, database))),
      ),
    );
  found.push(
    await storeFinding(treasury, clock, 'sluice treasury recover', async () => {
      await isTreasuryThere(treasury);
      return treasurySeal(treasury);
    }),
  );
  return found.filter((finding) => finding !== undefined);
}

async function storeFinding(
  { path, server }: StorePlace,
  clock: Clock,
  recover: string,
  openSeal: () => Promise<AccountSeal | undefined>,
): Promise<Finding | undefined> {
  let seal: AccountSeal | undefined;
  try {
    seal = await openSeal();
    const database = await readDatabase({ path, server, clock });
    try {
      await assertLive(database, { path, server });
      await seal?.check(database);
    } finally {
      await database.close();
    }
    return ok(`${schemaOf(path)} at ${server!.shown} answers${seal === undefined ? '' : ', and is as far as its seal'}`);
  } catch (error) {
    if (!isFault(error)) throw error;
    if (error.code === 'not-found') return undefined;
    const { message, suggestion = '' } = error;
    return bad(message, error.code === 'journal-incomplete' ? `${recover}: ${suggestion}` : suggestion);
  } finally {
    seal?.close();
  }
}

function sealedTreasury({ settings, state, accounts, clock }: ConfiguredContext): TreasuryPlace {
  return { ...treasuryPlace(state, settings), accounts, account: accountOf(settings), clock };
}

function moveCommand(path: string, { shown }: StoreServer): string {
  return `sluice store copy ${path} '${shown}' while nothing runs (with the password's reference); or take \`store\` out of the configuration`;
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
