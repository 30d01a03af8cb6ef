import { loadavg } from 'node:os';
import { scaleAccounts } from './scaleAccounts.ts';
import { scalePayments } from './scalePayments.ts';
import { scaleSymbols } from './scaleSymbols.ts';
import { scaleTrials } from './scaleTrials.ts';

/**
 * What `docs/scale.md` counts with: what a book, a symbol, an account, a trial and a payment cost in processor time, memory, disk and
 * requests. `-- PART` measures one of them. Nothing here has a target.
 */
const PARTS = { symbols: scaleSymbols, accounts: scaleAccounts, trials: scaleTrials, payments: scalePayments };

for (const [name, measure] of Object.entries(PARTS)) {
  if (process.argv[2] !== undefined && process.argv[2] !== name) continue;
  const rows = await measure();
  console.log(`${name} (Node ${process.version}, load ${loadavg()[0]!.toFixed(1)})`);
  console.table(rows);
}
