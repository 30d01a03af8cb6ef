import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecords, type Separator } from '../../../src/treasury/batches/csvRecords.ts';

const cellsOf = (text: string, separator: Separator = ','): readonly (readonly string[])[] => {
  const { records, faults } = csvRecords(text, separator);
  expect(faults).toEqual([]);
  return records.map(({ cells }) => cells);
};

describe('csvRecords', () => {
  it.each(['\n', '\r\n', '\r'])('reads lines that end with %j, with and without an end after the last', (end) => {
    expect(cellsOf(`a,b${end}c,${end}${end},d`)).toEqual([['a', 'b'], ['c', ''], [''], ['', 'd']]);
    expect(cellsOf(`a,b${end}`)).toEqual([['a', 'b']]);
    expect(cellsOf('')).toEqual([]);
  });

  it('reads quoted cells, with separators, quotation marks and line ends inside', () => {
    expect(cellsOf('"a;""b""\r\nc";"";d', ';')).toEqual([['a;"b"\r\nc', '', 'd']]);
    expect(cellsOf('a;b\tc', '\t')).toEqual([['a;b', 'c']]);
  });

  it('names the line where a record begins, also after a cell of several lines', () => {
    const { records } = csvRecords('h\n"a\r\nb\nc"\n\nlast', ',');
    expect(records.map(({ line }) => line)).toEqual([1, 2, 5, 6]);
  });

  it('finds every fault of form at once, each with its line', () => {
    const { faults } = csvRecords('a,b\nx"y",1\n"ok"no,2\n3,"open\n4,5', ',');
    expect(faults.map(({ line, message }) => [line, message.split(':')[0]])).toEqual([
      [2, 'has a quotation mark inside a cell'],
      [3, 'has text after the closing quotation mark of a cell'],
      [4, 'has a cell whose closing quotation mark is missing'],
    ]);
  });

  it('reads back whatever is written by the rules', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r', ' ', 'é') });
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(rows, fc.constantFrom<Separator[]>(',', ';', '\t'), fc.constantFrom('\n', '\r\n', '\r'), (given, separator, end) => {
        expect(cellsOf(given.map((cells) => cells.map(quoted).join(separator)).join(end), separator)).toEqual(given);
      }),
    );
  });

  it('comes to an end on any text, and loses no character of what has no quotation marks', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', '1'), maxLength: 60 });
    fc.assert(
      fc.property(text, (given) => {
        const { records, faults } = csvRecords(given, ',');
        expect(records.length).toBeLessThanOrEqual(given.length);
        if (given.includes('"')) return;
        expect(faults).toEqual([]);
        expect(records.map(({ cells }) => cells.join(',')).join('\n')).toBe(given.replaceAll(/\r\n|\r/g, '\n').replace(/\n$/, ''));
      }),
    );
  });
});
