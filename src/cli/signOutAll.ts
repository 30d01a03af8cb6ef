import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { counted } from '../base/counted.ts';
import { Fault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { SignedOut } from '../control/contract/pageDoor.ts';
import { forgetSessions } from '../control/page/forgetSessions.ts';
import { statePaths } from '../daemon/statePaths.ts';
import { lockHolder } from '../store/processLock.ts';
import { controlOf, reachDaemon } from './daemonWay.ts';
import { say, type Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

const KEPT = '.dashboard.json';

/** Closes every session of the dashboard: through the daemon of the state folder, or where none runs, those that wait for its next start. */
export async function signOutAll(shell: Shell): Promise<SignedOut> {
  const { settings, control } = await reachDaemon(shell, controlOf);
  const state = stateOf(shell, settings);
  const { socket } = statePaths(state, settings);
  if (control !== undefined) {
    const { database } = await control.call('status', {});
    const closed = await control.call('dashboard.signOutAll', {});
    const others = await forgetAll(state, socket, {
      asked: basename(database),
      stands: `the ${counted(closed.sessions, 'session')} of the daemon that was asked ${closed.sessions === 1 ? 'is' : 'are'} closed`,
    });
    return { ...closed, sessions: closed.sessions + others };
  }
  if (!existsSync(state))
    throw new Fault('not-found', `there is no state folder ${state}`, {
      suggestion: 'name it with --state DIR, or its configuration with -c FILE',
    });
  const sessions = await forgetAll(state, socket);
  // One that has begun meanwhile may have read them before.
  const begun = await controlOf(shell, settings);
  if (begun !== undefined) return begun.call('dashboard.signOutAll', {});
  say(shell, `no daemon listens on ${socket}: what ${state} kept for the next start is gone`);
  return { sessions, links: 0 };
}

/** Those of every account, but for that of a daemon which was asked itself: nobody says which one is meant. */
async function forgetAll(state: string, socket: string, { asked, stands }: { asked?: string; stands?: string } = {}): Promise<number> {
  const accounts = accountsIn(state).filter((account) => `${account}.sqlite` !== asked);
  for (const account of accounts) await assertUnused(join(state, account), socket, stands);
  return accounts.reduce((count, account) => count + forgetSessions(join(state, `${account}${KEPT}`), systemClock), 0);
}

/** Whose sessions are kept here, or may be by the daemon that has the file: none of its sessions is in it while all of them may act. */
function accountsIn(state: string): readonly string[] {
  const names = existsSync(state) ? readdirSync(state) : [];
  const kept = names.map((name) => name.replace(/\.lock$/, '')).filter((name) => name.endsWith(KEPT));
  return [...new Set(kept)].map((name) => name.slice(0, -KEPT.length));
}

/** Where the store is on a server only the sessions have a lock in the state folder. */
async function assertUnused(account: string, socket: string, stands: string | undefined): Promise<void> {
  for (const path of [`${account}.sqlite`, `${account}${KEPT}`]) {
    const holder = await lockHolder(path);
    if (holder?.isHeld === true)
      throw new Fault('daemon-running', `${path} is in use by process ${holder.pid}, which does not listen on ${socket}`, {
        stands,
        suggestion: 'name its configuration with -c FILE, so that it is asked; or try again in a moment, when it was another command',
      });
  }
}
