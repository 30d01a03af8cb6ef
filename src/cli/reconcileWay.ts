import type { Reconciling } from '../daemon/reconciling.ts';
import type { Adjustment } from '../ledger/adjustment.ts';
import type { ReconciledRow } from '../daemon/reconciliation.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';

/** Compares the account with the venue: through the running daemon, else from here. */
export async function reconcileAccount(shell: Shell): Promise<readonly ReconciledRow[]> {
  const settings = await settingsOf(shell);
  const { daemonOf } = await import('./daemonWay.ts');
  const control = await daemonOf(shell, settings);
  if (control === undefined) return direct(shell, settings, (reconciling) => reconciling.rows());
  for (;;) {
    const rows = await control.call('reconcile', {});
    if (rows !== null) return rows;
  }
}

/** Books a difference: through the running daemon, else from here. */
export async function adjustLedger(shell: Shell, adjustment: Adjustment): Promise<void> {
  const settings = await settingsOf(shell);
  const { daemonOf } = await import('./daemonWay.ts');
  const control = await daemonOf(shell, settings);
  if (control !== undefined) await control.call('ledger.adjust', { ...adjustment, amount: adjustment.amount.toFixed() });
  else await direct(shell, settings, async (reconciling) => reconciling.adjust(adjustment).then(() => true));
}

async function direct<T>(shell: Shell, settings: Settings, work: (reconciling: Reconciling) => Promise<T | undefined>): Promise<T> {
  const { withLocalAccount } = await import('./localAccount.ts');
  const { withTrader } = await import('../daemon/oneShot.ts');
  const { Reconciling: Work } = await import('../daemon/reconciling.ts');
  return withLocalAccount(shell, settings, false, (options) =>
    withTrader(options, { allowed: [] }, async (trader) => {
      await trader.start();
      const reconciling = new Work({ clock: options.clock, trader });
      for (;;) {
        const done = await work(reconciling);
        if (done !== undefined) return done;
      }
    }),
  );
}
