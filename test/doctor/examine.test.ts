import { expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { Check } from '../../src/doctor/check.ts';
import { examine } from '../../src/doctor/examine.ts';
import { ok } from '../../src/doctor/finding.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
type Context = { readonly clock: VirtualClock };
const check = (name: string, look: Check<Context>['look']): Check<Context> => ({ name, withinMs: 5000, look });

test('a check that never ends is given up and told so, and delays no other one', async () => {
  const clock = new VirtualClock(0);
  const told: string[] = [];
  const hanging = check('hanging', (_context, timeIsUp) => {
    timeIsUp.addEventListener('abort', () => told.push('given up'));
    return new Promise(() => undefined);
  });
  const quick = check('quick', () => Promise.resolve([ok('at once')]));
  const examined = examine([hanging, quick], { clock });
  await clock.advance(5000, settled);
  expect(await examined).toEqual([
    { check: 'hanging', result: 'look', found: 'not over within 5.0 s, and given up', suggestion: 'sluice doctor' },
    { check: 'quick', result: 'ok', found: 'at once' },
  ]);
  expect(told).toEqual(['given up']);
});

test('what a check throws is a finding, with what to do', async () => {
  const faulty = check('faulty', () => Promise.reject(new Fault('store', 'the disk is gone', { suggestion: 'mount it' })));
  const silent = check('silent', () => Promise.reject(new Fault('network', 'nobody answers')));
  const wrong = check('wrong', () => {
    throw new TypeError('no such member');
  });
  expect(await examine([faulty, silent, wrong], { clock: new VirtualClock(0) })).toEqual([
    { check: 'faulty', result: 'bad', found: 'the disk is gone', suggestion: 'mount it' },
    {
      check: 'silent',
      result: 'bad',
      found: 'nobody answers',
      suggestion: 'check address and network of who was asked, then `sluice doctor` again',
    },
    { check: 'wrong', result: 'bad', found: 'no such member', suggestion: 'report this' },
  ]);
});
