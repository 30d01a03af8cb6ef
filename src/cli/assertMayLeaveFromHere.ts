import { systemClock } from '../base/systemClock.ts';
import { assertApiMayLeave, movesTrading } from '../daemon/assertApiMayLeave.ts';
import { assertNoKillFile } from '../daemon/killFile.ts';
import { savedStops } from '../daemon/savedTrading.ts';
import type { ApiRequest } from '../daemon/sendApiRequest.ts';
import { statePaths } from '../daemon/statePaths.ts';
import { settingsOf } from './configFile.ts';
import { withLocalStore } from './localStore.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

/** The kill switch holds without a daemon, too: as it was saved, or as a file. Throws a `Fault` `halted`, `not-sent`. */
export async function assertMayLeaveFromHere(shell: Shell, request: ApiRequest): Promise<void> {
  if (!movesTrading(request)) return;
  const settings = await settingsOf(shell);
  assertNoKillFile(statePaths(stateOf(shell, settings), settings).killFile);
  const stops = await withLocalStore(shell, async (store) => (store === undefined ? [] : savedStops(store.state, systemClock)));
  assertApiMayLeave(request, stops);
}
