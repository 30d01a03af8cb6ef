import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { isoOf } from '../base/instant.ts';
import { statePaths } from '../daemon/statePaths.ts';
import { treasuryDatabase } from '../daemon/treasury/treasuryPaths.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import { tradedAccount } from '../store/accountDatabase.ts';
import { isAlive } from '../store/isAlive.ts';
import { lockHolder } from '../store/processLock.ts';
import { storeOwner } from '../store/storeOwner.ts';
import { registeredJournal } from '../store/registeredJournal.ts';
import { type Check, type ConfiguredContext, SOON_MS } from './check.ts';
import { bad, type Finding, look, ok } from './finding.ts';
import { ANOTHER_REGISTER, whyNotUsable } from './whyNotUsable.ts';

/** Which account the state folder is of, where its journal is, and who owns it. */
export const accountCheck: Check = {
  name: 'account',
  withinMs: SOON_MS,
  look: async (context) => [...journalFindings(context), ...(await ownerFindings(context))],
};

function journalFindings({ settings, accounts, state }: ConfiguredContext): readonly Finding[] {
  const account = tradedAccount(settings);
  if (account === undefined)
    return [
      ok(`the state folder ${state} is of ${settings.mode === 'paper' ? 'paper trading' : 'the demo'}, which is no account at a venue`),
    ];
  const who = `the account at ${account.host} with key ${account.keyTail}`;
  const { database } = statePaths(state, settings);
  if (settings.server !== undefined) return [ok(`the journal of ${who} is kept by ${settings.server.shown}`)];
  const why = whyNotUsable(accounts);
  if (why !== undefined) return [bad(`${who} can't be registered in ${accounts}, so nothing starts: ${why}`, ANOTHER_REGISTER)];
  const registered = registeredJournal(accounts, account);
  if (registered === undefined) return [ok(`${who} has no journal yet; the first start makes ${database}`)];
  if (!existsSync(registered)) {
    return existsSync(database)
      ? [look(`the journal of ${who} was moved from ${registered} to ${database}`, `sluice run --state ${state}, once`)]
      : [
          bad(
            `the journal of ${who} is gone: there is no ${registered}`,
            'put it back with its `-wal`, or mount its disk; else sluice restore FILE, or sluice recover',
          ),
        ];
  }
  if (registered !== database && existsSync(database))
    return [bad(`the journal of ${who} is ${registered}, and another one is in ${state}`, 'leave --state and SLUICE_STATE out')];
  return [ok(`the journal of ${who} is ${registered}`)];
}

/** Who owns which store on a server. One that nobody owns needs no word. */
async function ownersOn(server: StoreServer, stores: Readonly<Record<string, string>>, clock: Clock): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [what, path] of Object.entries(stores)) {
    const owner = await storeOwner(server, path, clock);
    if (owner !== undefined) findings.push(ok(`${what} is owned by ${owner}`));
  }
  return findings;
}

async function ownerFindings({ settings, accounts, state, clock }: ConfiguredContext): Promise<readonly Finding[]> {
  const account = tradedAccount(settings);
  const { database, server } = statePaths(state, settings);
  if (server !== undefined) return ownersOn(server, { 'the account': database, 'the treasury': treasuryDatabase(state) }, clock);
  const owned = [
    ...(account === undefined ? [] : [['the account', join(accounts, account.id)] as const]),
    ['the database', database] as const,
    ['the treasury', treasuryDatabase(state)] as const,
  ];
  const findings: Finding[] = [];
  for (const [what, path] of owned) {
    if (!existsSync(`${path}.lock`)) continue;
    const holder = await lockHolder(path);
    if (holder === undefined) continue;
    const { pid, since, isHeld } = holder;
    const who = `process ${pid}, since ${isoOf(since)}`;
    if (!isHeld) findings.push(ok(`nobody owns ${what}; the last owner was ${who}`));
    else if (isAlive(pid)) findings.push(ok(`${what} is owned by ${who}`));
    else
      findings.push(
        look(`${what} is locked, and ${who}, which says so, is not seen here: it may be in another container`, `lsof ${path}.lock`),
      );
  }
  return findings;
}
