import { ownerlessStatus } from '../daemon/ownerlessStatus.ts';
import { statePaths } from '../daemon/statePaths.ts';
import { ownerlessTrades } from '../gateway/ownerlessTrades.ts';
import { openToLook } from '../store/openToLook.ts';
import { type Check, SOON_MS } from './check.ts';
import { bad, ok } from './finding.ts';

/** What a recovery has booked and what is in no strategy's position: a strategy would trade from a wrong one. */
export const ownerlessCheck: Check = {
  name: 'recovery',
  withinMs: SOON_MS,
  async look({ state, settings, clock }) {
    const { database: path, server } = statePaths(state, settings);
    const store = await openToLook({ path, server, clock });
    if (store === undefined) return [ok('nothing was ever recovered here')];
    try {
      const left = (await ownerlessTrades(store)).map((one) => ownerlessStatus(one, settings.strategies));
      if (left.length === 0) return [ok('all that a recovery has found belongs to a strategy, or was left to whoever placed it')];
      return left.map(({ symbol, since, found, commands }) => bad(`${symbol}, recovered at ${since}: ${found}`, commands.join('; ')));
    } finally {
      await store.close();
    }
  },
};
