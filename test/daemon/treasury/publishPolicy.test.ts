import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/base/instant.ts';
import { assertNotPast } from '../../../src/daemon/treasury/goesPastPolicy.ts';
import { policyReport, publishPolicy, signedPolicy } from '../../../src/daemon/treasury/publishPolicy.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import type { TreasuryStore } from '../../../src/store/treasuryStore.ts';
import { hashOf } from '../../../src/treasury/approvals/canonicalMove.ts';
import { faultOf } from '../../treasury/transferBench.ts';
import { POLICY, setUp, signature, tearDown, world } from './treasuryBench.ts';

beforeEach(setUp);
afterEach(tearDown);

/** A store that stands for one that is lost, with the policy that was in force. */
const rebuilt = (text: string): TreasuryStore => ({ ...world.bench.store, lostPolicy: () => Promise.resolve(hashOf(text)) });
const publish = (text: string, lost: string, insteadOf?: string) =>
  publishPolicy(rebuilt(lost), world.bench.transfers.clock, { text, who: 'anna', approvals: [], insteadOf });

describe('a policy that is lost with the database', () => {
  it('is published again by its very text', async () => {
    expect(await publish(POLICY(), POLICY())).toMatchObject({ version: 1 });
  });

  it('is replaced by another one only where somebody names it, and the audit log says so', async () => {
    const fault = await faultOf(publish(POLICY(), 'other'));
    expect(fault).toMatchObject({ code: 'refused', outcome: 'not-sent', message: expect.stringContaining(hashOf('other')) as string });
    expect(await faultOf(publish(POLICY(), 'other', hashOf('third')))).toMatchObject({ code: 'refused' });
    expect(await world.bench.store.policies.versions()).toEqual([]);
    expect(await publish(POLICY(), 'other', hashOf('other'))).toMatchObject({ version: 1 });
    expect((await world.bench.store.auditRows(0, 100)).at(-1)).toMatchObject({
      before: hashOf('other'),
      evidence: expect.stringContaining('which is lost') as string,
    });
  });

  it('lets nothing past the treasury until one is published', async () => {
    const past = (store: TreasuryStore) => faultOf(assertNotPast(store, world.bench.transfers.clock.now(), 'this request'));
    expect(await past(rebuilt('other'))).toMatchObject({ code: 'risk', outcome: 'not-sent' });
    await assertNotPast(world.bench.store, world.bench.transfers.clock.now(), 'this request');
  });
});

describe('a clock that was put back', () => {
  const NOTE = { who: 'anna', what: 'x', subject: '', before: '', after: '', evidence: '' };

  it('publishes nothing by a version that holds no more, which the one that does would give way to', async () => {
    const { store, transfers } = world.bench;
    const { clock } = transfers;
    const second = `${POLICY()}  - name: second\n    then: deny\n`;
    const third = `${POLICY()}  - name: third\n    then: deny\n`;
    const published = (text: string, version: number, by = clock) =>
      publishPolicy(store, by, { text, who: 'anna', approvals: [signature('ben', signedPolicy(text, version))] });
    await published(POLICY(), 1);
    await published(second, 2);
    await transfers.pass(2 * DAY_MS);
    const back = new VirtualClock(clock.now() - DAY_MS - 60_000);
    await store.note(back.now(), NOTE);
    expect(policyReport(await store.policies.versions(), back.now())).toMatchObject({ version: 1 });
    await store.note(clock.now(), NOTE);
    expect(await faultOf(published(third, 3, back))).toMatchObject({
      code: 'refused',
      outcome: 'not-sent',
      message: expect.stringContaining('version 2 of the policy was in force by then, and by the clock version 1 is') as string,
    });
    expect(policyReport(await store.policies.versions(), clock.now())).toMatchObject({ version: 2, next: null });
    expect(await published(third, 3)).toMatchObject({ version: 3 });
  });

  it('is not one that is right again: a version that waits is taken back, whatever the log says of a time before it', async () => {
    const { store, transfers } = world.bench;
    const { clock } = transfers;
    const published = (text: string, version: number) =>
      publishPolicy(store, clock, { text, who: 'anna', approvals: [signature('ben', signedPolicy(text, version))] });
    const wrong = `${POLICY()}  - name: wrong\n    then: allow\n`;
    await published(POLICY(), 1);
    await store.note(clock.now() + 30 * DAY_MS, NOTE);
    await transfers.pass(60_000);
    await published(wrong, 2);
    await transfers.pass(60_000);
    expect(await published(POLICY(), 3)).toMatchObject({ version: 3 });
    await transfers.pass(2 * DAY_MS);
    expect(policyReport(await store.policies.versions(), clock.now())).toMatchObject({ version: 3, next: null });
  });
});
