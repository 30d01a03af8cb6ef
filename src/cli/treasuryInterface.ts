import type { InterfaceName } from '../contract/operation.ts';
import { fingerprintOf, interfaceAccount } from '../daemon/interfaceAccount.ts';
import { configuredAccount } from '../daemon/venueAccess.ts';
import { unknownWhenLost } from '../control/socketClient.ts';
import { accountOf } from '../store/accountDatabase.ts';
import { settingsOf } from './configFile.ts';
import { isRemoteUrl } from './interfaceAccess.ts';
import type { InterfaceDoor } from './door.ts';
import { personOf } from './personOption.ts';
import { say, type Shell } from './shell.ts';
import { runningTreasury } from './treasuryWay.ts';

/**
 * The interface through the treasury that runs on the state folder, if it has the same account there as the command would: it owns that account's journal,
 * and asks its policy.
 */
export async function treasuryInterface(shell: Shell, name: InterfaceName): Promise<InterfaceDoor | undefined> {
  const calls = await runningTreasury(shell);
  if (calls === undefined) return undefined;
  const own = await ownAccount(shell, name);
  if (own === undefined || (await calls.accounts())[name] !== own.account) return undefined;
  say(shell, `${new URL(own.url).host}, through the treasury that runs`);
  return {
    isRemote: isRemoteUrl(own.url),
    async send(request, changes) {
      const { assertMayLeaveFromHere } = await import('./assertMayLeaveFromHere.ts');
      await assertMayLeaveFromHere(shell, request);
      const { status, body } = await calls.request(request, personOf(shell, undefined)).catch((error: unknown) => {
        throw changes
          ? unknownWhenLost(error, '`sluice orders unresolved` and `sluice treasury audit list` show whether it was sent')
          : error;
      });
      return { status, bytes: Buffer.from(body, 'base64') };
    },
  };
}

/** Undefined where the exchange has none. Throws a `Fault` `configuration` where another interface has none. */
async function ownAccount(shell: Shell, name: InterfaceName): Promise<{ readonly url: string; readonly account: string } | undefined> {
  if (name !== 'exchange') {
    const account = interfaceAccount(name, shell.env);
    return { url: account.url, account: fingerprintOf(account) };
  }
  const settings = await settingsOf(shell);
  const [configured, account] = [configuredAccount(settings), accountOf(settings)];
  return configured === undefined || account === undefined ? undefined : { url: configured.url, account: account.id };
}
