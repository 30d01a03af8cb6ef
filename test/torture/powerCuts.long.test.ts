import { expect, it } from 'vitest';
import { powerCuts } from './powerCuts.ts';

it('V10: a thousand images of a power cut: each start goes on rightly, or refuses with words', async () => {
  const { images, wentOn, refused, bad } = await powerCuts('ci', 1000);
  expect(bad).toEqual([]);
  expect(images).toBe(1000);
  // What a disk that keeps its word may look like is never refused, and what was lost is noticed.
  for (const name of ['killed', 'folded in half', 'rubbish after the end of the log', 'half of a seal'])
    expect(wentOn[name]).toBeGreaterThan(50);
  for (const name of ['log is gone', 'log is cut', 'both are old']) expect(refused[name]).toBeGreaterThan(20);
}, 3_600_000);
