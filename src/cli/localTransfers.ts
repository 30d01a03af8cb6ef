import { systemClock } from '../base/systemClock.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { inTurn } from '../daemon/inTurn.ts';
import type { AnyCalls } from '../daemon/interfaceAccount.ts';
import { openOwnedStore } from '../daemon/openOwnedStore.ts';
import { openPaymentStore, paymentJournal } from '../daemon/paymentStore.ts';
import { statePaths } from '../daemon/statePaths.ts';
import { venueHabits } from '../daemon/venueAccess.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Store } from '../store/store.ts';
import { Transfers } from '../treasury/transfers.ts';
import { settingsOf } from './configFile.ts';
import { note, type Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';
import { transferId } from './transferId.ts';

/** The transfers at an interface from this process, which owns the account's journal until it is closed. */
export interface LocalTransfers {
  readonly transfers: Transfers;
  readonly close: () => Promise<void>;
}

/** Opens the journal of the account, and first looks for what an earlier command or daemon left unknown. */
export async function localTransfers(shell: Shell, name: InterfaceName, calls: AnyCalls): Promise<LocalTransfers> {
  const settings = await settingsOf(shell);
  const store = await inTurn(systemClock, () => openStoreOf(shell, settings, name));
  try {
    const { firstPage } = name === 'exchange' ? venueHabits(settings) : { firstPage: 0 };
    const tell = (message: string): void => note(shell, message);
    const transfers = new Transfers({ calls, journal: store.journal, clock: systemClock, newId: transferId, firstPage, tell });
    await transfers.look();
    return { transfers, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openStoreOf(shell: Shell, settings: Settings, name: InterfaceName): Promise<Store> {
  const { accounts } = shell.options;
  const state = stateOf(shell, settings);
  if (name === 'exchange') return openOwnedStore({ settings, paths: statePaths(state, settings), accounts, clock: systemClock });
  const place = { accounts, state, server: settings.server };
  return openPaymentStore(paymentJournal(name, shell.env, place), place, systemClock, { onTrouble: (message) => note(shell, message) });
}
