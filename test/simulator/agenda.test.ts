import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { Agenda } from '../../src/simulator/agenda.ts';

function opened(): { clock: VirtualClock; agenda: Agenda; seen: string[]; advance: (ms: number) => Promise<void> } {
  const clock = new VirtualClock(1000);
  const agenda = new Agenda(clock, () => clock.now());
  return { clock, agenda, seen: [], advance: (ms) => clock.advance(ms, () => setImmediate()) };
}

test('things happen in order of due time and then of entry, each told when it was due', async () => {
  const { agenda, seen, advance, clock } = opened();
  const note =
    (name: string) =>
    (at: number): void => {
      seen.push(`${name} due ${at} at ${clock.now()}`);
    };
  agenda.at(1300, note('late'));
  agenda.at(1100, note('first'));
  agenda.at(1100, note('second'));
  await advance(150);
  expect(seen).toEqual(['first due 1100 at 1100', 'second due 1100 at 1100']);
  await advance(1000);
  expect(seen.at(-1)).toBe('late due 1300 at 1300');
});

test('what happens may put more on the agenda, and what is called off does not happen', async () => {
  const { agenda, seen, advance } = opened();
  agenda.at(1010, (at) => {
    seen.push('one');
    agenda.at(at, () => seen.push('at once'));
    agenda.at(at + 5, () => seen.push('soon'));
  });
  const callOff = agenda.at(1012, () => seen.push('never'));
  callOff();
  callOff();
  await advance(20);
  expect(seen).toEqual(['one', 'at once', 'soon']);
});

test('without its timer it still happens as soon as the venue is brought up to its time', async () => {
  const { agenda, seen, advance } = opened();
  agenda.at(1010, (at) => seen.push(`due ${at}`));
  agenda.stop();
  await advance(50);
  expect(seen).toEqual([]);
  agenda.run();
  expect(seen).toEqual(['due 1010']);
});
