import { afterEach, beforeEach, expect, it } from 'vitest';
import { faultOf } from '../transferBench.ts';
import { ALLOWED, btcRow, moveBench, type MoveBench } from './moveBench.ts';

let bench: MoveBench;
beforeEach(async () => {
  bench = await moveBench();
  bench.keys = ['of anna'];
});
afterEach(() => bench.end());

const ofEve = {
  id: 'W-1',
  kind: 'withdrawal',
  initiator: 'eve',
  signedWith: 'of eve',
  repeats: true,
  rows: [btcRow('W-1-0', '0.005')],
} as const;

it('refuses whom the policy does not know, who has signed too, and asks for no signature that would mend nothing', async () => {
  bench.decision = { ...ALLOWED, verdict: 'deny', rule: 'default', why: ['eve is not among the people of the policy'] };
  expect(await bench.transfers.run(bench.moves.ask(ofEve))).toMatchObject({
    state: 'refused',
    evidence: 'eve is not among the people of the policy',
  });
});

it('lets nobody go by whose signature could not be looked at', async () => {
  const fault = await faultOf(bench.transfers.run(bench.moves.ask(ofEve)));
  expect([fault.code, fault.message]).toEqual(['confirmation-needed', 'eve has to sign this: of eve is no key of theirs in the policy']);
  expect(await bench.store.moves.get('W-1')).toBeUndefined();
});

it('says of what can be approved or canceled no more how it stands, and where to look', async () => {
  await bench.transfers.run(bench.moves.ask({ ...ofEve, initiator: 'anna', signedWith: 'of anna' }));
  expect(await bench.settle('W-1')).toMatchObject({ state: 'completed' });
  const approval = { person: 'ben', key: 'of ben', signature: '', at: 0 };
  for (const work of [() => bench.moves.approve('W-1', approval), () => bench.moves.cancel('W-1', 'anna', 'late')]) {
    const fault = await faultOf(bench.transfers.run(work()));
    expect(fault.message).toContain('it is completed');
    expect(fault.suggestion).toContain('`sluice treasury show W-1`');
  }
});
