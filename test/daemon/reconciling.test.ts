import { setImmediate as settle } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { Fault, messageOf } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { ReconciledRow } from '../../src/daemon/reconciliation.ts';
import type { Reconciler } from '../../src/daemon/reconciler.ts';
import { Reconciling } from '../../src/daemon/reconciling.ts';

/** A reconciler that takes so long, and whose n-th comparison has the row `n`. */
function room(takesMs: number, fails = false) {
  const clock = new VirtualClock(0);
  let begun = 0;
  const reconcile = async (): Promise<readonly ReconciledRow[]> => {
    const name = String(++begun);
    await sleep(clock, takesMs);
    if (fails) throw new Fault('venue-failure', `failure ${name}`);
    return [{ check: 'balance', name, ours: '0', venue: '0', difference: '0', result: 'explained', isProblem: false }];
  };
  const reconciling = new Reconciling({ clock, reconciler: () => ({ reconcile }) as unknown as Reconciler });
  /** What a person is answered who asks now and waits for it. */
  const asked = async (): Promise<string> => {
    const answers: string[] = [];
    void reconciling.rows().then(
      (rows) => answers.push(rows?.[0]?.name ?? 'not yet'),
      (error: unknown) => answers.push(messageOf(error)),
    );
    for (let i = 0; i < 30 && answers.length === 0; i++) await clock.advance(1000, () => settle());
    return answers[0] ?? 'none';
  };
  return { asked, pass: (ms: number) => clock.advance(ms, () => settle()), begun: () => begun };
}

describe(Reconciling, () => {
  it('is asked again until it is done, and begins once', async () => {
    const { asked, begun } = room(50_000);
    expect([await asked(), await asked(), await asked()]).toEqual(['not yet', 'not yet', '1']);
    expect(begun()).toBe(1);
  });

  it('begins anew once it was answered', async () => {
    const { asked } = room(5000);
    expect([await asked(), await asked()]).toEqual(['1', '2']);
  });

  it('answers nobody with what another had not waited for the end of', async () => {
    const { asked, pass } = room(30_000);
    expect(await asked()).toBe('not yet');
    await pass(3_600_000);
    expect([await asked(), await asked()]).toEqual(['not yet', '2']);
  });

  it('tells nobody of a failure that another had not waited for', async () => {
    const { asked, pass } = room(30_000, true);
    expect(await asked()).toBe('not yet');
    await pass(3_600_000);
    expect([await asked(), await asked()]).toEqual(['not yet', 'failure 2']);
  });
});
