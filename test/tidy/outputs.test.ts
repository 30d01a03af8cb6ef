import { expect, it } from 'vitest';
import { outputFaults } from './outputs.ts';

const source = (path: string, text: string) => ({ path, text });

it.each([
  ['process.stdout.write(text)'],
  ['console.log(text)'],
  ['guardedOutput(stream)'],
  ["shell.err.write('\\u001b[2J')"],
  ['text.replace(/[\\u007f-\\u009f]/g, "")'],
  ['/^[=+\\-@]/.test(text)'],
])('finds a way around the guard: %s', (text) => {
  expect(outputFaults([source('src/cli/some.ts', text)])).toHaveLength(1);
});

it('knows their homes, and looks at the program alone', () => {
  expect(outputFaults([source('src/cli/io.ts', 'process.stdout'), source('test/cli/some.ts', 'console.log(1)')])).toEqual([]);
  expect(outputFaults([source('src/cli/some.ts', 'shell.out.write(text)')])).toEqual([]);
});
