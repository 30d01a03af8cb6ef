import { expect, it } from 'vitest';
import { automaticPerson, isAutomatic } from '../../src/model/automaticPerson.ts';

it('tells a schedule from a person', () => {
  expect(automaticPerson('cold')).toBe('schedule/cold');
  expect(['schedule/cold', 'schedule/', 'schedule', 'anna', 'x/schedule/cold'].map(isAutomatic)).toEqual([true, true, false, false, false]);
});
