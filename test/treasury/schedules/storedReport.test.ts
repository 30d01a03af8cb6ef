import { expect, it } from 'vitest';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { openTreasuryStore } from '../../../src/store/treasuryStore.ts';
import { storedReport } from '../../../src/treasury/schedules/storedReport.ts';
import { FLOAT } from './scheduleBench.ts';

it('shows a schedule as the store has it where nobody has asked the venue, and does not say that it would do nothing', async () => {
  const at = Date.parse('2026-11-20T10:30:00Z');
  const store = await openTreasuryStore({ path: ':memory:', clock: new VirtualClock(at) });
  const run = { name: FLOAT.name, dueAt: at - 1000, outcome: 'held', moveId: undefined, evidence: 'W-1 is still sent', at } as const;
  await store.schedules.add(run, undefined);
  expect(await storedReport(FLOAT, store, at)).toMatchObject({
    name: FLOAT.name,
    would: 'not known: only the process that has the account asks the venue',
    now: null,
    open: null,
    last: { outcome: 'held', evidence: 'W-1 is still sent' },
  });
  await store.close();
});
