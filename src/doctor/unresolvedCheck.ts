import { counted } from '../base/counted.ts';
import { statePaths } from '../daemon/statePaths.ts';
import type { Intent } from '../model/intent.ts';
import { openToLook } from '../store/openToLook.ts';
import { type Check, SOON_MS } from './check.ts';
import { bad, look, ok } from './finding.ts';

const MOST_NAMED = 3;

/** What was sent and of which nobody knows what came of it. */
export const unresolvedCheck: Check = {
  name: 'unresolved',
  withinMs: SOON_MS,
  async look({ state, settings, clock }) {
    const { database: path, server } = statePaths(state, settings);
    const store = await openToLook({ path, server, clock });
    if (store === undefined) return [ok('nothing was ever sent from here')];
    let rows: readonly Intent[];
    try {
      rows = (await store.journal.unresolved()).filter(({ kind }) => kind !== 'cancel');
    } finally {
      await store.close();
    }
    if (rows.length === 0) return [ok('the outcome of everything that was sent is known')];
    const named = rows.slice(0, MOST_NAMED).map(({ kind, lane, id }) => `${kind} ${lane} ${id}`);
    const found = `the outcome of ${counted(rows.length, 'request')} is unknown: ${named.join(', ')}${rows.length > named.length ? ', …' : ''}`;
    const isStuck = rows.some(({ state: at }) => at === 'quarantined');
    return isStuck
      ? [bad(`${found}; of some it was looked for in vain`, 'sluice orders unresolved')]
      : [look(`${found}; a running daemon looks for them`, 'sluice orders unresolved')];
  },
};
