import { describe, expect, it } from 'vitest';
import { firstLines } from '../../src/base/firstLines.ts';

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

describe(firstLines.name, () => {
  it('leaves a few as they are, and counts what comes after the twentieth', () => {
    expect(firstLines([])).toEqual([]);
    expect(firstLines(lines(20))).toEqual(lines(20));
    expect(firstLines(lines(450))).toEqual([...lines(20), 'and 430 more; -o json shows all']);
    expect(firstLines(lines(3), 2)).toEqual(['line 1', 'line 2', 'and 1 more; -o json shows all']);
  });
});
