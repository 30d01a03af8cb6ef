import { expect, it } from 'vitest';
import { Fault, type FaultCode } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { readSteadily } from '../../src/client/readSteadily.ts';

const { signal } = new AbortController();

/** Reads of which the first ones fail in this way, each after so long, and how often it was asked. */
async function asked(code: FaultCode, failures: number, eachMs = 0): Promise<{ readonly answer: unknown; readonly times: number }> {
  let times = 0;
  const clock = new VirtualClock(0);
  const read = async (): Promise<string> => {
    await clock.advance(eachMs, () => Promise.resolve());
    if (++times > failures) return 'read';
    throw new Fault(code, 'no');
  };
  const answer = await readSteadily(read, clock, signal).catch((error: unknown) => error);
  return { answer, times };
}

it('reads again after an answer that is lost, broken or a failure of the venue, three times at most', async () => {
  expect(await asked('venue-failure', 1)).toEqual({ answer: 'read', times: 2 });
  expect(await asked('network', 2)).toEqual({ answer: 'read', times: 3 });
  expect(await asked('unreadable-reply', 3)).toMatchObject({ answer: { code: 'unreadable-reply' }, times: 3 });
});

it('reads once where a try takes long, since a check has no time for another', async () => {
  expect(await asked('timeout', 1)).toMatchObject({ answer: { code: 'timeout' }, times: 1 });
  expect(await asked('network', 1, 2000)).toMatchObject({ answer: { code: 'network' }, times: 1 });
  expect(await asked('network', 1, 1999)).toEqual({ answer: 'read', times: 2 });
});

it('takes a refusal, and a venue that asks for silence, at its word', async () => {
  expect(await asked('unauthorized', 1)).toMatchObject({ answer: { code: 'unauthorized' }, times: 1 });
  expect(await asked('rate-limited', 1)).toMatchObject({ answer: { code: 'rate-limited' }, times: 1 });
});

it('ends when its time is up', async () => {
  const read = (): Promise<never> => Promise.reject(new Fault('network', 'no'));
  await expect(readSteadily(read, new VirtualClock(0), AbortSignal.abort())).rejects.toMatchObject({ code: 'network' });
});
