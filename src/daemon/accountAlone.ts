import { engineSettingsOf } from '../loading/engineSettings.ts';
import type { RiskyCommand } from '../gateway/lastGate.ts';
import type { Store } from '../store/store.ts';
import { accountRefusals } from './accountRefusals.ts';
import { LiveAccount } from './liveAccount.ts';
import type { OneShotOptions } from './oneShot.ts';
import { statePaths } from './statePaths.ts';
import type { AccountHooks } from './tradingAccount.ts';
import { pollsOf } from '../loading/pollsOf.ts';
import { venueHabits } from './venueAccess.ts';

type Hooks = Pick<AccountHooks, 'post' | 'onFatal'> & Partial<Pick<AccountHooks, 'onDoubt'>>;

/**
 * The account at the venue without an engine, for what reads and repairs it. Nothing is polled. It sends what `reasonAgainst` lets leave; without
 * that, what passes the risk checks.
 */
export function accountAlone(
  store: Store,
  { settings, state, clock, venue, onTrouble }: OneShotOptions,
  { post, onFatal, onDoubt = nothing }: Hooks,
  reasonAgainst?: (command: RiskyCommand) => string | undefined,
): LiveAccount {
  const options = {
    ...store,
    clock,
    client: venue.client,
    engine: engineSettingsOf(settings, []),
    symbols: [],
    poll: pollsOf(settings),
    seed: 0,
    ...venueHabits(settings),
    refusals: accountRefusals(settings, statePaths(state, settings), clock, onTrouble),
    polls: false,
    onFatal,
    onTrouble,
  };
  const hooks = { post, onFatal, onDoubt, onChange: nothing, saved: () => Promise.resolve(), bookOf: () => undefined };
  return new LiveAccount(options, hooks, reasonAgainst);
}

function nothing(): undefined {
  return undefined;
}
