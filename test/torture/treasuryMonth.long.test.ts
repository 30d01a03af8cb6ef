import { expect, it } from 'vitest';
import { treasuryMonth } from './treasuryMonth.ts';

it('a month of a treasury: the statement differs in nothing, the books check, the audit log verifies, and a changed byte shows', async () => {
  const { movements, moves, byState, lost, problems } = await treasuryMonth({ seed: 1, movements: 200 });
  expect(problems).toEqual([]);
  expect(movements).toBeGreaterThan(150);
  expect(moves).toBeGreaterThan(60);
  expect(byState['completed']).toBeGreaterThan(60);
  expect(lost).toBeGreaterThan(0);
}, 3_600_000);
