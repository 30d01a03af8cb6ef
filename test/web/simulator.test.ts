import { expect, it } from 'vitest';
import { HOLDS as ALL_HOLDS } from '../../src/simulator/holds.ts';
import { STRIKES as ALL_STRIKES, STRUCK_CALLS } from '../../src/simulator/faultSwitch.ts';
import {
  amountProblem,
  answersText,
  CALLS,
  heldText,
  hereProblem,
  HOLDS,
  percentProblem,
  STRIKES,
  struckText,
} from '../../web/pure/simulator.ts';

it('knows every call and every strike that the simulator takes', () => {
  expect(CALLS.map(([name]) => name)).toEqual([...STRUCK_CALLS]);
  expect(STRIKES.map(([name]) => name)).toEqual([...ALL_STRIKES]);
  expect(HOLDS).toEqual(ALL_HOLDS);
});

it.each([
  ['-5', undefined],
  ['100', undefined],
  ['-50.0', undefined],
  ['', /number/],
  ['five', /number/],
  ['1e3', /number/],
  ['0.00', /other|another/],
  ['-50.1', /-50 to 100/],
  ['100.01', /-50 to 100/],
])('a price moves by %j', (text, problem) => {
  const found = percentProblem(text);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

it.each([
  ['250', false, undefined],
  ['0', true, undefined],
  ['0', false, /above 0/],
  ['-1', true, /0 or more/],
  ['', true, /number/],
  ['1,000', true, /number/],
])('%j is an amount, or a 0 (%j)', (text, mayBeNone, problem) => {
  const found = amountProblem(text, mayBeNone);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

it('says how many calls were struck', () => {
  const counts = [
    { what: 'answered late', count: 3 },
    { what: 'half an answer: it was carried out', count: 1 },
  ];
  expect(struckText({ calls: 120, counts })).toBe('4 of 120 calls');
});

it('says what is held', () => {
  expect(heldText([])).toBe('nothing is held');
  expect(heldText(['withdrawals', 'deposits'])).toBe('withdrawals and deposits are held');
});

it.each([
  ['http://127.0.0.1:7720/notify', undefined],
  ['https://localhost/', undefined],
  ['http://[::1]:80/x', undefined],
  ['http://127.0.0.1.example.com/', /this machine/],
  ['http://me@127.0.0.1/', /this machine/],
  ['ftp://127.0.0.1/', /this machine/],
  ['127.0.0.1:7720', /this machine/],
  ['', /this machine/],
])('notifications go to %j', (text, problem) => {
  if (problem === undefined) expect(hereProblem(text)).toBeUndefined();
  else expect(hereProblem(text)).toMatch(problem);
});

it('says how a notification was answered', () => {
  const at = '2026-11-20T15:00:00.000Z';
  expect(answersText({ state: 'pending', attempts: [] })).toBe('not yet');
  expect(answersText({ state: 'pending', attempts: [{ at, outcome: '503' }] })).toBe('not yet: 503');
  const attempts = [
    { at, outcome: 'connect ECONNREFUSED' },
    { at, outcome: '200' },
  ];
  expect(answersText({ state: 'delivered', attempts })).toBe('delivered: connect ECONNREFUSED, 200');
  expect(answersText({ state: 'given-up', attempts: [{ at, outcome: '500' }] })).toBe('given up: 500');
});
