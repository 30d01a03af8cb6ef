import { describe, expect, it } from 'vitest';
import { present } from '../../../src/base/assert.ts';
import { readSchedule, type Schedule } from '../../../src/model/schedule.ts';
import { Dues } from '../../../src/engine/signals/dues.ts';

function scheduleOf(text: string): Schedule {
  const reading = readSchedule(text);
  return present('value' in reading ? reading.value : undefined, text);
}

function memory(texts = new Map<string, string>()) {
  return { texts, get: (name: string) => texts.get(name), set: (name: string, text: string) => void texts.set(name, text) };
}

describe('Dues', () => {
  it('gives each turn once, and turns that were missed as one', () => {
    const at = scheduleOf('every 20s');
    const dues = new Dues({ at }, memory());
    const asked = [5000, 19_999, 20_000, 20_001, 85_000, 90_000, 100_000].map((now) => dues.isDue(at, now));
    expect(asked).toEqual([false, false, true, false, true, false, true]);
  });

  it('neither repeats nor forgets a turn over a restart', () => {
    const at = scheduleOf('every 20s');
    const saved = memory();
    expect(new Dues({ at }, saved).isDue(at, 15_000)).toBe(false);
    expect(new Dues({ at }, saved).isDue(at, 47_000)).toBe(true);
    expect(new Dues({ at }, saved).isDue(at, 48_000)).toBe(false);
    expect(saved.texts).toEqual(new Map([['isDue at', '47000']]));
  });

  it('keeps schedules of the same text apart by their parameters', () => {
    const [buyAt, sellAt] = [scheduleOf('every 20s'), scheduleOf('every 20s')];
    const dues = new Dues({ buyAt, sellAt }, memory());
    expect([buyAt, sellAt].map((at) => dues.isDue(at, 1000))).toEqual([false, false]);
    expect([buyAt, buyAt, sellAt].map((at) => dues.isDue(at, 20_000))).toEqual([true, false, true]);
  });

  it('begins anew where what was saved can not be read, and has no turn where the schedule has none', () => {
    const at = scheduleOf('every 20s');
    expect(new Dues({ at }, memory(new Map([['isDue at', 'x']]))).isDue(at, 50_000)).toBe(false);
    const never: Schedule = { text: 'never', next: () => undefined, last: () => undefined };
    const dues = new Dues({}, memory());
    expect([1, 1e12].map((now) => dues.isDue(never, now))).toEqual([false, false]);
  });
});
