import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/base/instant.ts';
import { publicKeyOf } from '../../../src/treasury/approvals/signature.ts';
import { Scheduler } from '../../../src/treasury/schedules/scheduler.ts';
import { parsePolicy } from '../../../src/settings/policyFile.ts';
import { faultOf } from '../../treasury/transferBench.ts';
import { approvalOf, keyOf, order, POLICY, run, setUp, tearDown, world } from './treasuryBench.ts';

beforeEach(setUp);
afterEach(tearDown);

/** The bench begins on a Friday at ten, so the sweep is due in a week less an hour. */
async function untilDue(): Promise<void> {
  await run(world.schedules.round());
  await world.bench.transfers.pass(7 * 24 * HOUR_MS - HOUR_MS);
  await run(world.schedules.round());
}

const withSchedule = (): string => POLICY().replace('people:', 'people:\n  schedule/cold: {}');

describe(`${Scheduler.name} under a policy`, () => {
  it('is refused by a policy that does not name it', { tags: 'long' }, async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    await untilDue();
    expect(await world.calls.moves(5)).toMatchObject([
      {
        state: 'refused',
        initiator: 'schedule/cold',
        evidence: expect.stringContaining('schedule/cold is not among the people') as string,
      },
    ]);
    expect(await run(world.calls.schedules())).toMatchObject([{ last: { outcome: 'asked', state: 'refused' } }]);
  });

  it('waits for the approvals that the policy asks for, and is sent by them', { tags: 'long' }, async () => {
    await world.calls.publish(withSchedule().replace('atMost: 0.006 BTC', 'atMost: 0.001 BTC'), 'anna', []);
    await untilDue();
    const [move] = await world.calls.moves(5);
    expect(move).toMatchObject({
      state: 'awaiting-approval',
      rule: 'all else',
      needs: ['1 of owners'],
      rows: [{ amount: '0.005', to: 'cold-1' }],
    });
    expect(await run(world.calls.schedules())).toMatchObject([{ open: move!.id, last: { outcome: 'asked', state: 'awaiting-approval' } }]);
    expect(await run(world.calls.approve(move!.id, await approvalOf(move!.id, 'ben')))).toMatchObject({ state: 'approved' });
  });

  it('is allowed by a rule for it, and stays its own while the policy decides anew', async () => {
    const rule = '  - name: to cold storage\n    if: { initiator: schedule/cold, destination: cold-1 }\n    then: allow\n';
    await world.calls.publish(withSchedule().replace('rules:\n', `rules:\n${rule}`), 'anna', []);
    await untilDue();
    expect(await world.calls.moves(5)).toMatchObject([{ state: 'approved', rule: 'to cold storage' }]);
  });

  it('is nobody whom a person can be', async () => {
    await world.calls.publish(withSchedule(), 'anna', []);
    expect(await faultOf(run(world.calls.ask(order('0.001', { initiator: 'schedule/cold' }))))).toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('nobody asks as schedule/cold but the schedule itself') as string,
    });
  });

  it('has no key in a policy, since it signs nothing', () => {
    const text = withSchedule().replace('schedule/cold: {}', `schedule/cold: { keys: ['${publicKeyOf(keyOf('dora'))}'] }`);
    expect(() => parsePolicy(text, 'policy.yaml')).toThrow('a schedule signs nothing, so it has no key');
  });
});
