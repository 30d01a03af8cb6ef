import { describe, expect, it } from 'vitest';
import { isSecretName, maskLine, maskText } from '../../src/settings/mask.ts';
import { problemReport } from '../../src/settings/report.ts';
import { pathText } from '../../src/settings/problem.ts';

describe('masking', () => {
  it('knows the names of secrets and their misspellings', () => {
    expect(
      ['secret', 'key', 'apiKey', 'API_KEY', 'secert', 'scret', 'kye', 'password', 'access-token'].filter((name) => !isSecretName(name)),
    ).toEqual([]);
    expect(['url', 'symbol', 'record', 'size', 'budget', 'keep', 'every', 'use', 'socket'].filter(isSecretName)).toEqual([]);
  });

  it.each([
    ['  key: hunter2', '  key: ***'],
    ['  "secret": "hunter2', '  "secret": ***'],
    ['{ url: x, key: hunter2, other: 3 }', '{ url: x, key: ***'],
    ['  secret=hunter2', '  secret=***'],
    ['  secret: ${env:NAME}', '  secret: ${env:NAME}'],
    ['{ key: ${env:KEY}, secret: "${file:/run/x}" }', '{ key: ${env:KEY}, secret: "${file:/run/x}" }'],
    ['  url: https://me:hunter2@api.example.com', '  url: https://***@api.example.com'],
    ['an address like nats://${env:TOKEN}@10.0.0.5', 'an address like nats://${env:TOKEN}@10.0.0.5'],
    ['postgres://sluice:${env:WORD}@10.0.0.5/sluice', 'postgres://sluice:${env:WORD}@10.0.0.5/sluice'],
    ['nats://me:hunter2${env:WORD}@10.0.0.5', 'nats://***@10.0.0.5'],
    ['nats://${env:WORD}hunter2@10.0.0.5', 'nats://***@10.0.0.5'],
    ['nats://me:${env:WORD}:hunter2@10.0.0.5', 'nats://***@10.0.0.5'],
    ['nats://hunter2@10.0.0.5', 'nats://***@10.0.0.5'],
    ['nats://${env:A}@b:hunter2@10.0.0.5', 'nats://***@10.0.0.5'],
    ['https://me:hunter2@ter@api.example.com/x@y', 'https://***@api.example.com/x@y'],
    ['  budget: c2VjcmV0LXZhbHVlLTEyMzQ1Njc4OTAxMjM0NTY3ODkw', '  budget: ***'],
    ['  use: ./strategies/btc-maker-conservative-2026.ts', '  use: ./strategies/btc-maker-conservative-2026.ts'],
  ])('of %s leaves %s', (line, expected) => {
    expect(maskLine(line, [], 0).text).toBe(expected);
  });

  it('moves the caret along', () => {
    const line = 'a: hunter2, b: 1';
    expect(maskLine(line, [[3, 10]], line.indexOf('b'))).toEqual({ text: 'a: ***, b: 1', column: 8 });
    expect(maskLine(line, [[3, 10]], 5)).toEqual({ text: 'a: ***, b: 1', column: 3 });
    expect(
      maskLine(
        line,
        [
          [3, 6],
          [5, 10],
        ],
        0,
      ).text,
    ).toBe('a: ***, b: 1');
  });

  it('hides what looks random in messages', () => {
    expect(maskText('0f8fad5b-d9cb-469f-a165-70867728950e is known')).toBe('*** is known');
    expect(maskText('risk.maxOrdersPerMinute is known')).toBe('risk.maxOrdersPerMinute is known');
  });
});

describe('the report', () => {
  const place = (line: number, column: number) => ({ positionOf: () => ({ line, column }), secretSpans: [] });

  it('shows a window of a long line around the place', () => {
    const source = `${'x'.repeat(300)}!${'y'.repeat(300)}`;
    const lines = problemReport({ name: 'f', source, tree: place(1, 301) }, [{ path: ['a'], message: 'wrong', offset: 300 }]).split('\n');
    expect(lines[3]!.length).toBeLessThan(140);
    expect(lines[3]![lines[4]!.indexOf('^')]).toBe('!');
  });

  it.each([
    ['secret: >\njbswy3dpehpk3pxpjbswy3dpehpk3pxp', 2],
    ['venue:\n  exchange:\n    secret: |\n  abcdefghijklmnop\n  qrstuvwxyz234567', 5],
    ['    key:\nhunter2hunter2', 2],
  ])('B9: shows nothing of the lines that a secret goes on with, however they are indented: %j', (source, line) => {
    const offset =
      source
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + 1;
    const tree = { positionOf: () => ({ line, column: 1 }), secretSpans: [] };
    const report = problemReport({ name: 'f', source, tree }, [{ path: [], offset, message: 'wrong' }]);
    expect(report).toContain(`${String(line).padStart(4)} | ***`);
    expect(report).not.toContain(source.split('\n').at(-1)!.trim());
  });

  it('keeps tabs, so that the caret stands below its place, and shows no control characters', () => {
    const report = problemReport({ name: 'f', source: '\tab\u001b[2J', tree: place(1, 3) }, [{ path: [], message: 'wrong', offset: 2 }]);
    expect(report).toContain('   1 | \tab [2J\n     | \t ^ wrong');
  });

  it('stops after a hundred problems', () => {
    const many = Array.from({ length: 130 }, (_, i) => ({ path: ['a', i], message: 'wrong' }));
    expect(problemReport(undefined, many)).toMatch(/^130 problems[^]*and 30 more$/);
    expect(pathText([])).toBe('(whole file)');
  });
});
