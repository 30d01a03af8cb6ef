import type { InterfaceName } from '../contract/operation.ts';
import type { IntentState } from '../model/intent.ts';
import type { Verdict } from '../model/verdict.ts';
import { daemonInterface } from './daemonInterface.ts';
import { interfaceAccess } from './interfaceAccess.ts';
import { localTransfers } from './localTransfers.ts';
import type { Shell } from './shell.ts';
import { runningTreasury } from './treasuryWay.ts';

/** Decides what came of a transfer: through the process that has its journal, else from here. Answers its state. */
export async function resolveTransfer(shell: Shell, name: InterfaceName, id: string, verdict: Verdict): Promise<IntentState> {
  const resolved = await (await runningTreasury(shell))?.resolve(id, verdict);
  if (resolved !== undefined && resolved !== null) return resolved.state;
  const daemon = await daemonInterface(shell, name);
  if (daemon !== undefined) return (await daemon.control.call('intents.resolve', { id, ...verdict })).state;
  const access = await interfaceAccess(shell, name);
  try {
    const { transfers, close } = await localTransfers(shell, name, access.calls);
    try {
      return (await transfers.resolve(id, verdict)).state;
    } finally {
      await close();
    }
  } finally {
    await access.close();
  }
}
