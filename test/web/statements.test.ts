import { expect, it } from 'vitest';
import { statementCommand, statementFile, tieOf } from '../../web/pure/statements.ts';

it('names the command and the file of a month', () => {
  expect(statementCommand('2026-10', 'EUR')).toBe('sluice treasury statement --month 2026-10 --currency EUR');
  expect(statementCommand(undefined, undefined)).toBe('sluice treasury statement --month MONTH');
  expect(statementFile('2026-10')).toBe('statement-2026-10.csv');
});

it.each([
  [{ isHeld: true, isOpen: false }, 'ties'],
  [{ isHeld: true, isOpen: true }, 'differs'],
  [{ isHeld: false, isOpen: true }, 'differs'],
  [{ isHeld: false, isOpen: false }, 'no balance to hold it against'],
])('%j %s', (one, word) => {
  expect(tieOf(one).word).toBe(word);
});
