import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { OpenQuestions } from '../../src/gateway/openQuestions.ts';

test('a question comes up ever less often, once a minute at the least, until it is answered', async () => {
  const clock = new VirtualClock(0);
  const questions = new OpenQuestions(clock);
  questions.ask('7');
  questions.ask('7');
  const times: number[] = [];
  for (let second = 1; second <= 300; second++) {
    await clock.advance(1000, () => setImmediate());
    if (questions.due().includes('7')) times.push(second);
  }
  expect(times).toEqual([2, 6, 14, 30, 62, 122, 182, 242]);
  questions.answered('7');
  await clock.advance(120_000, () => setImmediate());
  expect(questions.due()).toEqual([]);
});
