import { dec } from '../base/decimal.ts';
import { Fault, isFault, messageOf } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { ControlReply } from '../control/contract/controlReplies.ts';
import type { ControlClient } from '../control/controlClient.ts';
import type { StandbyReport } from '../control/standbyServer.ts';
import type { Canceled, Operations, StopTrading } from '../daemon/operations.ts';
import type { OneShotOptions } from '../daemon/oneShot.ts';
import type { StatePaths } from '../daemon/statePaths.ts';
import type { StillStopped } from '../daemon/stopStatus.ts';
import type { Trader } from '../daemon/trader.ts';
import type { RefusalVerdict } from '../gateway/learnedRefusals.ts';
import type { IntentState } from '../model/intent.ts';
import type { LearnedRefusal } from '../model/learnedRefusal.ts';
import type { ExecutionsSettled, ExecutionVerdict, Verdict } from '../model/verdict.ts';
import { isSameScope, type TradingScope } from '../model/tradingStop.ts';
import { symbolsOf } from '../model/tradedMarkets.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Store } from '../store/store.ts';
import { assertNoKillFile } from '../daemon/killFile.ts';
import type { daemonToStop } from './daemonWay.ts';
import { say, type Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

type Stop = Omit<StopTrading, 'type'>;

const STOP_STANDS = 'the stop is written down, and the next daemon starts with it; which orders are open at the venue is not known';

/**
 * Stops trading: through the running daemon, on this machine or on another one that shares the store, or for the next one. Without a daemon, the orders at the venue are canceled from
 * here.
 */
export async function stopTrading(shell: Shell, stop: Stop): Promise<ControlReply<'trading.stop'>> {
  const { daemonToStop } = await import('./daemonWay.ts');
  const { settings, control } = await reach(shell, settingsOfStandby, daemonToStop);
  if (control !== undefined) return control.call('trading.stop', stop);
  const { stopElsewhere } = await import('./stopElsewhere.ts');
  const elsewhere = await stopElsewhere(shell, settings, stop);
  if (elsewhere !== undefined) return elsewhere;
  if (stop.orders === 'close') {
    throw new Fault('daemon-not-running', 'positions are closed by a running daemon', {
      suggestion: 'start it with `sluice run`, then repeat; `sluice kill` works without one',
    });
  }
  let isWritten = false;
  try {
    return await withOperations(shell, settings, async (operations, trader) => {
      const order: StopTrading = { type: 'stop-trading', ...stop };
      // The stop is written down before the venue is asked for anything.
      await trader.stopTrading(order);
      isWritten = true;
      say(shell, 'no daemon of this account runs: the next one starts with this');
      await trader.start();
      return operations.stopTrading(order);
    });
  } catch (error) {
    // What failed later, as a cancel that could not be written down, is told as what it is.
    if (isWritten && isFault(error)) throw error.told({ stands: error.stands ?? STOP_STANDS });
    const { statePaths } = await import('../daemon/statePaths.ts');
    const { killFile } = statePaths(stateOf(shell, settings), settings);
    if (isFault(error, 'daemon-running')) {
      throw new Fault('daemon-running', error.message, {
        cause: error,
        suggestion: `\`touch ${killFile}\` needs no journal: a treasury converts nothing while that file is there, and the next start is halted by it`,
      });
    }
    if (!isFault(error, 'store')) throw error;
    throw new Fault('store', `the stop could not be written down: ${messageOf(error.cause ?? error)}`, {
      cause: error,
      suggestion:
        `\`touch ${killFile}\` needs no database: the next start is halted by it. \`sluice orders list\` shows what is open, and ` +
        '`sluice api exchange.orders.cancel --orderId ID` cancels one',
    });
  }
}

/** Cancels our own orders: through the running daemon, else from here. */
export async function cancelAll(shell: Shell, symbol: string | undefined): Promise<Canceled> {
  const { settings, control } = await reach(shell);
  if (control !== undefined) return control.call('orders.cancel', { symbol });
  return withOperations(shell, settings, async (operations, trader) => {
    await trader.start();
    return operations.cancelAll(symbol);
  });
}

/** Decides what came of an intent: through the running daemon, else from here. Answers its state. */
export async function resolveIntent(shell: Shell, id: string, verdict: Verdict): Promise<IntentState> {
  const { settings, control } = await reach(shell);
  if (control !== undefined) return (await control.call('intents.resolve', { id, ...verdict })).state;
  return withOperations(shell, settings, async (operations, trader) => {
    await trader.start();
    return (await operations.resolve(id, verdict)).state;
  });
}

/** Gives an open order, which nobody here has placed, to a strategy: through the running daemon, else from here. Answers the intent's id. */
export async function giveOrder(shell: Shell, orderId: string, strategy: string): Promise<string> {
  const { settings, control } = await reach(shell);
  if (control !== undefined) return (await control.call('orders.give', { id: orderId, strategy })).intentId;
  return withOperations(shell, settings, async (operations, trader, newId) => {
    await trader.start();
    return (await operations.giveTo(strategy, orderId, newId())).intentId;
  });
}

/** Decides which executions of an order are right: through the running daemon, else from here. */
export async function settleExecutions(shell: Shell, orderId: string, verdict: ExecutionVerdict): Promise<ExecutionsSettled> {
  const { settings, control } = await reach(shell);
  if (control !== undefined) {
    const { listed, ...settled } = await control.call('orders.settle', { id: orderId, verdict });
    return { ...settled, listed: listed === undefined ? undefined : dec(listed) };
  }
  const { settleAlone } = await import('../daemon/settleAlone.ts');
  return withOperations(shell, settings, async (operations, trader) => {
    await trader.start();
    return settleAlone(operations, orderId, verdict, { clock: systemClock, tell: (message) => say(shell, message) });
  });
}

/** Lifts a stop: through the running daemon, or for the next one. */
export async function resumeTrading(shell: Shell, scope: TradingScope): Promise<StillStopped> {
  const { settings, control } = await reach(shell);
  if (control !== undefined) return control.call('trading.resume', scope);
  const { resumeSavedTrading, savedStops } = await import('../daemon/savedTrading.ts');
  const { stopsOver, stopStatus } = await import('../daemon/stopStatus.ts');
  const { noSuch } = await import('../daemon/noSuch.ts');
  return withOwnedStore(shell, settings, async ({ state }, paths, { clock }) => {
    assertNoKillFile(paths.killFile);
    const own = Object.hasOwn(settings.strategies, scope.name) ? settings.strategies[scope.name] : undefined;
    const isStopped = (await savedStops(state, clock)).some((stop) => isSameScope(stop.scope, scope));
    if (scope.of === 'strategy' && own === undefined && !isStopped) throw noSuch('strategy', scope.name, Object.keys(settings.strategies));
    const lifted = await resumeSavedTrading(state, scope, clock);
    say(shell, `no daemon of this account runs: ${lifted === 0 ? 'nothing was lifted' : 'the next one starts without it'}`);
    const stops = (await savedStops(state, clock)).map((stop) => stopStatus(stop, undefined));
    return { left: stopsOver(stops, scope, own === undefined ? [] : symbolsOf(own)), paused: [], stopped: [] };
  });
}

/** Decides about a learned refusal: through the running daemon, else as the account's owner. */
export async function decideRefusal(shell: Shell, id: string, verdict: RefusalVerdict): Promise<LearnedRefusal> {
  const { settings, control } = await reach(shell);
  if (control !== undefined) return control.call('refusals.decide', { id, verdict });
  const { accountRefusals } = await import('../daemon/accountRefusals.ts');
  return withOwnedStore(shell, settings, async (_store, paths, { clock, onTrouble }) =>
    accountRefusals(settings, paths, clock, onTrouble).decide(id, verdict),
  );
}

/** Works as the only owner of the account's state, without the venue. */
export async function withOwnedStore<T>(
  shell: Shell,
  settings: Settings,
  work: (store: Store, paths: StatePaths, options: OneShotOptions) => Promise<T>,
): Promise<T> {
  const { withLocalAccount } = await import('./localAccount.ts');
  const { storeInTurn } = await import('../daemon/oneShot.ts');
  const { statePaths } = await import('../daemon/statePaths.ts');
  return withLocalAccount(shell, settings, false, async (options) => {
    const paths = statePaths(options.state, settings);
    const store = await storeInTurn({ ...options, paths });
    try {
      return await work(store, paths, options);
    } finally {
      await store.close();
    }
  });
}

interface Reached {
  readonly settings: Settings;
  readonly control: ControlClient | undefined;
}

/** The daemon, or the settings without one. Where one only stands by and the settings name no store, `throughStandby` says what they are; without it, the owner is elsewhere. */
async function reach(
  shell: Shell,
  throughStandby?: (shell: Shell, report: StandbyReport) => Promise<Settings>,
  find?: typeof daemonToStop,
): Promise<Reached> {
  const { reachDaemon } = await import('./daemonWay.ts');
  const reached = await reachDaemon(shell, find);
  if (reached.control !== undefined || reached.settings.server !== undefined) return reached;
  const { standbyHere } = await import('./standbyHere.ts');
  const standby = await standbyHere(shell);
  if (standby === undefined || !(await isOf(shell, reached.settings, standby.report))) return reached;
  const { standsBy } = await import('../control/standbyServer.ts');
  if (throughStandby === undefined) throw standsBy(standby.report);
  return { settings: await throughStandby(shell, standby.report), control: undefined };
}

/** Whether a daemon stands by for the account in the settings. */
async function isOf(shell: Shell, settings: Settings, { account }: StandbyReport): Promise<boolean> {
  if (settings.venue.exchange === undefined) return true;
  const { statePaths } = await import('../daemon/statePaths.ts');
  const { stateOf } = await import('./stateOf.ts');
  const { schemaOf } = await import('../store/openPostgres.ts');
  return schemaOf(statePaths(stateOf(shell, settings), settings).database) === account;
}

/** Whoever pulls the kill switch beside a daemon that stands by need not name its configuration. */
async function settingsOfStandby(shell: Shell, { config }: StandbyReport): Promise<Settings> {
  const { loadSettings } = await import('../settings/loadSettings.ts');
  if (config !== undefined) say(shell, `the daemon that stands by here has the configuration ${config}`);
  return loadSettings({ file: config, env: shell.env, cwd: shell.cwd });
}

async function withOperations<T>(
  shell: Shell,
  settings: Settings,
  work: (operations: Operations, trader: Trader, newId: () => string) => Promise<T>,
): Promise<T> {
  const { withLocalAccount } = await import('./localAccount.ts');
  const { withTrader } = await import('../daemon/oneShot.ts');
  const { Operations } = await import('../daemon/operations.ts');
  const { statePaths } = await import('../daemon/statePaths.ts');
  const { strategies } = settings;
  return withLocalAccount(shell, settings, false, (options) =>
    withTrader(options, { allowed: [] }, (trader, newId) => {
      const { killFile } = statePaths(options.state, settings);
      return work(
        new Operations({ trader, clock: options.clock, killFile, strategies: () => strategies, isStopping: () => false }),
        trader,
        newId,
      );
    }),
  );
}
