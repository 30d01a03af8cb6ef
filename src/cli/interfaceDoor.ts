import { Fault } from '../base/fault.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { sendApiRequest } from '../daemon/sendApiRequest.ts';
import { daemonInterface } from './daemonInterface.ts';
import type { InterfaceDoor } from './door.ts';
import { interfaceAccess } from './interfaceAccess.ts';
import type { LocalTransfers } from './localTransfers.ts';
import type { Shell } from './shell.ts';
import { treasuryInterface } from './treasuryInterface.ts';

/**
 * Runs `use` with an interface: reached through a running treasury or daemon with the same account, so that there is one sender and one rate
 * budget, else from this process. Rejects with a `Fault` `configuration` that says what is missing.
 */
export async function withInterface<T>(shell: Shell, name: InterfaceName, use: (door: InterfaceDoor) => Promise<T>): Promise<T> {
  const treasury = await treasuryInterface(shell, name);
  if (treasury !== undefined) return use(treasury);
  const daemon = await daemonInterface(shell, name);
  if (daemon !== undefined) {
    const { control, isRemote } = daemon;
    return use({ isRemote, send: (request, changes) => control.call('api', request, !changes) });
  }
  return withLocalInterface(shell, name, use);
}

/** From this process: with the account's journal, which is opened for the first request that moves money. */
async function withLocalInterface<T>(shell: Shell, name: InterfaceName, use: (door: InterfaceDoor) => Promise<T>): Promise<T> {
  const access = await interfaceAccess(shell, name);
  const { calls, isRemote } = access;
  let local: LocalTransfers | undefined;
  const transfersOf = async (): Promise<LocalTransfers['transfers']> => {
    const { localTransfers } = await import('./localTransfers.ts');
    local ??= await localTransfers(shell, name, calls);
    return local.transfers;
  };
  const send: InterfaceDoor['send'] = async (request) => {
    const { assertMayLeaveFromHere } = await import('./assertMayLeaveFromHere.ts');
    await assertMayLeaveFromHere(shell, request);
    return sendApiRequest(request, calls, transfersOf, {});
  };
  try {
    return await use({ isRemote, send });
  } finally {
    await local?.close();
    await access.close();
  }
}

/** Throws a `Fault` where something would change at a venue elsewhere and nobody has said `--live`. */
export function assertMayChange(shell: Shell, { isRemote }: Pick<InterfaceDoor, 'isRemote'>): void {
  if (!isRemote || shell.options.live) return;
  throw new Fault('confirmation-needed', 'this would change something at a venue that is not on this machine', {
    suggestion: 'add --live when that is what you want, or --dry-run to see the request',
  });
}
