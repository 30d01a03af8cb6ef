import { expect, it } from 'vitest';
import { suggestionFaults } from './suggestions.ts';

const faultsOf = (text: string): string[] => suggestionFaults([{ path: 'src/cli/some.ts', text }]);

it.each([
  ["{ suggestion: 'Check the path' }"],
  ["{ suggestion: 'check the path.' }"],
  ["{ suggestion:\n      'check it. Then repeat.' }"],
  ["{ suggestion: isElsewhere ? 'see there' : 'Record it with `sluice record`' }"],
  ["const suggestion = 'It goes on by itself'"],
  ["{ suggestion: 'check it. ' +\n  `Then \\`repeat\\`.` }"],
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

it('takes every text of a file of advice for a suggestion', () => {
  const text =
    "// It is. So.\nconst A = { '53100': () => 'Free space there', '08': 'look there.', b: 'Fine' };\nconst C = 'see ' +\n  'The log';";
  expect(suggestionFaults([{ path: 'src/store/someAdvice.ts', text }])).toHaveLength(2);
});
