import { expect, test } from 'vitest';
import { Happenings, NATURE, type Owner } from './happenings.ts';

const life = (): Owner => ({ name: 'life', isGone: false, asleepUntilMs: 0 });

test('nothing happens to one who is gone, and what is due for one who sleeps waits', async () => {
  const happenings = new Happenings();
  const [gone, asleep] = [life(), life()];
  const seen: string[] = [];
  happenings.later(10, gone, () => seen.push('gone'));
  happenings.later(10, asleep, () => seen.push(`asleep ${happenings.nowMs}`));
  happenings.later(20, NATURE, () => seen.push(`nature ${happenings.nowMs}`));
  gone.isGone = true;
  asleep.asleepUntilMs = 50;
  await happenings.pass(100);
  expect(seen).toEqual(['nature 20', 'asleep 50']);
  expect(happenings.steps).toBe(2);
});

test('what is called off while it waits for a sleeper does not happen', async () => {
  const happenings = new Happenings();
  const asleep = life();
  const seen: string[] = [];
  const cancel = happenings.later(10, asleep, () => seen.push('woken'));
  asleep.asleepUntilMs = 50;
  await happenings.pass(20);
  cancel();
  await happenings.pass(100);
  expect(seen).toEqual([]);
});
