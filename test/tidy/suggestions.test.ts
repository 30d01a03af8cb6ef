import { expect, it } from 'vitest';
import { suggestionFaults } from './suggestions.ts';

const faultsOf = (text: string): string[] => suggestionFaults([{ path: 'src/cli/some.ts', text }]);

it.each([
  ["{ suggestion: 'Check the path' }"],
  ["{ suggestion: 'check the path.' }"],
  ["{ suggestion:\n      'check it. Then repeat.' }"],
  ["{ suggestion: isElsewhere ? 'see there' : 'Record it with `sluice record`' }"],
  ["const suggestion = 'It goes on by itself'"],
])('finds a suggestion that does not go on behind `do:`: %s', (text) => {
  expect(faultsOf(text)).toHaveLength(1);
});

it.each([
  ["{ suggestion: 'check the path. Then repeat' }"],
  ["{ suggestion: error.suggestion, cause: 'It is. So.' }"],
  ['{ suggestion: `run \\`sluice recover\\` again` }'],
  ["{ suggestion: 'SLUICE_STATE names it' }"],
])('takes what does: %s', (text) => {
  expect(faultsOf(text)).toEqual([]);
});
