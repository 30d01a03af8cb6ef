import { expect, test } from 'vitest';
import { csvLine } from '../../src/base/csvLine.ts';

test('texts are safe in a spreadsheet, and numbers keep their signs', () => {
  expect(csvLine(['=1+1', { number: '-5.10' }, 'a,"b"', '', '-x'])).toBe(`'=1+1,-5.10,"a,""b""",,'-x\r\n`);
});
