import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntaxProblems } from '../../src/settings/syntaxProblems.ts';
import { isReference, readYaml } from '../../src/settings/yamlTree.ts';
import { parseDocument } from 'yaml';

describe('the tree of a file', () => {
  it('holds every number as it is written', () => {
    const numbers = fc.stringMatching(/^-?[0-9]{1,30}(\.[0-9]{1,30})?(e[0-9]{1,3})?$/);
    fc.assert(
      fc.property(numbers, (text) => {
        expect(readYaml(`a: ${text}\nb: { c: [${text}] }`).value).toEqual({ a: text, b: { c: [text] } });
      }),
    );
  });

  it('takes references unquoted, also between braces', () => {
    const { value, problems } = readYaml('a: { b: ${env:A_B}, c: ${file:/run/x.y} }\nd: "${env:D}"\ne: ${env:E} # why');
    expect(problems).toEqual([]);
    expect(value).toEqual({ a: { b: '${env:A_B}', c: '${file:/run/x.y}' }, d: '${env:D}', e: '${env:E}' });
  });

  it('tells references from everything else', () => {
    expect(['${env:A}', '${file:./a}'].every(isReference)).toBe(true);
    expect(['$A', '${A}', '${env:}', '${env:A}x', 'x${env:A}', '${env:A B}', '${keyring:a}'].some(isReference)).toBe(false);
  });

  it('finds the way back to a value, its key, or the nearest that exists', () => {
    const tree = readYaml('a:\n  b: 1\n  c:\n    - d\n    - e: 2\n');
    const at = (path: readonly (string | number)[]): string => {
      const { line, column } = tree.positionOf(tree.offsetOf(path));
      return `${line}:${column}`;
    };
    expect([at(['a', 'b']), at(['a', 'c', 0]), at(['a', 'c', 1, 'e']), at(['a', 'x', 'y']), at(['z'])]).toEqual([
      '2:6',
      '4:7',
      '5:10',
      '1:1',
      '1:1',
    ]);
    expect(tree.positionOf(tree.keyOffsetOf(['a', 'b']))).toEqual({ line: 2, column: 3 });
  });

  it('never throws, and never quotes what it stumbles over', { tags: 'long' }, () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('{}[]:,-&*!|>\'"%@`#? \n\tabc$')), maxLength: 40 }), (text) => {
        const { problems } = readYaml(`key: ${text}S3cr3t\n`);
        expect(JSON.stringify(problems.map(({ message }) => message))).not.toContain('S3cr3t');
      }),
      { numRuns: 2000 },
    );
  });

  it('has words of its own for every fault of the parser', () => {
    const document = parseDocument('a: [1\nb: 2', { prettyErrors: false });
    expect(syntaxProblems(document).readable).toBe(false);
    expect(syntaxProblems(parseDocument('a: 1')).problems).toEqual([]);
  });
});

describe('a file that would take long', () => {
  it.each([
    ['aliases', `a: &a 1\nb: [${Array.from({ length: 5000 }, () => '*a').join(', ')}]\n`, /^holds more than 100 aliases$/],
    ['characters of a key', `${'k'.repeat(501)}: 1\n`, /^this key is longer than 500 characters$/],
    ['keys', Array.from({ length: 5000 }, (_, i) => `k${i}: 1`).join('\n'), /^holds more than 500 keys$/],
  ])('B12: is refused once for its many %s', { tags: 'long' }, (_what, source, message) => {
    const { problems } = readYaml(source);
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringMatching(message)]);
  });
});
