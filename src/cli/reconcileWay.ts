import type { Reconciling } from '../daemon/reconciling.ts';
import type { Adjustment } from '../ledger/adjustment.ts';
import type { ReconciledRow } from '../daemon/reconciliation.ts';
import type { TreasuryCalls } from '../daemon/treasury/treasury.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { settingsOf } from './configFile.ts';
import { say, type Shell } from './shell.ts';

/** Compares the account with the venue: through the process that has its journal, a daemon or a treasury, else from here. */
export async function reconcileAccount(shell: Shell): Promise<readonly ReconciledRow[]> {
  const settings = await settingsOf(shell);
  const { daemonOf } = await import('./daemonWay.ts');
  const control = await daemonOf(shell, settings);
  const treasury = control === undefined ? await treasuryOf(shell, settings) : undefined;
  if (control === undefined && treasury === undefined) return direct(shell, settings, (reconciling) => reconciling.rows());
  for (;;) {
    const rows = await (control?.call('reconcile', {}) ?? treasury!.reconcile());
    if (rows !== null) return rows;
  }
}

/** Books a difference: in the same way. */
export async function adjustLedger(shell: Shell, adjustment: Adjustment): Promise<void> {
  const settings = await settingsOf(shell);
  const { daemonOf } = await import('./daemonWay.ts');
  const control = await daemonOf(shell, settings);
  const booked = { ...adjustment, amount: adjustment.amount.toFixed() };
  if (control !== undefined) return void (await control.call('ledger.adjust', booked));
  const treasury = await treasuryOf(shell, settings);
  if (treasury !== undefined) return void (await treasury.adjust(booked));
  await direct(shell, settings, async (reconciling) => reconciling.adjust(adjustment).then(() => true));
}

/** The treasury that runs on the state folder, if it uses the account in the settings. */
async function treasuryOf(shell: Shell, { venue }: Settings): Promise<TreasuryCalls | undefined> {
  const { runningTreasury } = await import('./treasuryWay.ts');
  const { keyTail } = await import('../base/secret.ts');
  const running = await runningTreasury(shell);
  if (running === undefined || venue.exchange?.key === undefined) return undefined;
  const { venue: host, keyTail: tail } = await running.status();
  if (host !== new URL(venue.exchange.url).host || tail !== keyTail(venue.exchange.key.secret.reveal())) return undefined;
  say(shell, 'through the treasury that runs');
  return running;
}

async function direct<T>(shell: Shell, settings: Settings, work: (reconciling: Reconciling) => Promise<T | undefined>): Promise<T> {
  const { withLocalAccount } = await import('./localAccount.ts');
  const { withTrader } = await import('../daemon/oneShot.ts');
  const { Reconciling: Work, tradersReconciler } = await import('../daemon/reconciling.ts');
  return withLocalAccount(shell, settings, false, (options) =>
    withTrader(options, { allowed: [] }, async (trader) => {
      await trader.start();
      const reconciling = new Work({ clock: options.clock, reconciler: () => tradersReconciler(trader) });
      for (;;) {
        const done = await work(reconciling);
        if (done !== undefined) return done;
      }
    }),
  );
}
