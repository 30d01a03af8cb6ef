import { expect, it } from 'vitest';
import { membersOf, missingApprovals, strictest } from '../../src/policy/approvalNeeds.ts';

const GROUPS = { owners: ['anna', 'ben'], finance: ['ben', 'cleo'], all: ['anna', 'ben', 'cleo', 'dan'] };
const need = (count: number, of: string) => ({ need: count, of });

it('strictest asks for everything that each list asks for', () => {
  expect(strictest([[need(1, 'owners')], [need(2, 'owners'), need(1, 'finance')], []])).toEqual([need(2, 'owners'), need(1, 'finance')]);
});

it.each([
  [[need(2, 'owners')], ['anna', 'ben'], []],
  [[need(2, 'owners')], ['anna', 'anna'], [need(1, 'owners')]],
  [[need(2, 'owners')], ['anna', 'cleo', 'eve'], [need(1, 'owners')]],
  [[need(1, 'nobody')], ['anna'], [need(1, 'nobody')]],
  // Ben may sit in both, and counts once.
  [[need(1, 'owners'), need(1, 'finance')], ['ben'], [need(1, 'finance')]],
  // Ben has to move for Anna, who may sit in one of them only, and for Cleo.
  [[need(1, 'owners'), need(1, 'finance')], ['ben', 'anna'], []],
  [[need(1, 'finance'), need(1, 'owners')], ['ben', 'cleo'], []],
  [[need(2, 'all'), need(1, 'owners'), need(1, 'finance')], ['ben', 'anna', 'cleo', 'dan'], []],
  [[need(2, 'all'), need(1, 'owners'), need(2, 'finance')], ['ben', 'anna', 'cleo', 'dan'], [need(1, 'finance')]],
])('of %j, when %j have signed, %j is missing', (needs, signers, missing) => {
  expect(missingApprovals(GROUPS, needs, signers)).toEqual(missing);
});

it('a group that has the name of something of JavaScript has no members', () => {
  expect(membersOf(GROUPS, 'constructor')).toEqual([]);
});
