import { setImmediate as settle } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { nobodyWaits, processAnswer } from '../../src/loading/processAnswer.ts';
import { playedProcesses } from './playedProcesses.ts';

function asked() {
  const clock = new VirtualClock(0);
  const gone = new AbortController();
  const { started, start } = playedProcesses();
  const told: Fault[] = [];
  const tooLate = (): Fault => {
    const fault = new Fault('timeout', 'too late');
    told.push(fault);
    return fault;
  };
  const answer = processAnswer(start(), { clock, withinMs: 1000, tooLate, gone: gone.signal });
  answer.catch(() => undefined);
  return { clock, gone, told, played: started[0]!, answer };
}

it('passes the answer on, ends the process, and leaves no timer', async () => {
  const { clock, told, played, answer } = asked();
  played.resolve('a');
  expect(await answer).toBe('a');
  expect(played.isOver).toBe(true);
  await clock.advance(5000, settle);
  expect(told).toEqual([]);
});

it('ends a process that is too late, that fails, and for which nobody waits', async () => {
  const late = asked();
  await late.clock.advance(1000, settle);
  await expect(late.answer).rejects.toMatchObject({ code: 'timeout' });
  const left = asked();
  left.gone.abort();
  await expect(left.answer).rejects.toEqual(nobodyWaits());
  const failed = asked();
  failed.played.reject(new Error('it crashed'));
  await expect(failed.answer).rejects.toThrow('it crashed');
  for (const { played } of [late, left, failed]) expect(played.isOver).toBe(true);
});
