import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { LearnedRefusal } from '../../src/model/learnedRefusal.ts';
import { refusalFile, refusalPath } from '../../src/store/refusalFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-refusals-'));
const path = join(folder, 'account-1.refusals.jsonl');
const file = refusalFile(path);
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(path, { force: true }));

const AT = Date.UTC(2026, 10, 20, 10);
const LEARNED: LearnedRefusal = {
  kind: 'place',
  refusal: '400 standard INSUFFICIENT_FUNDS',
  state: 'learned',
  since: AT,
  proofs: [
    { intent: 'a', at: AT - 2 },
    { intent: 'b', at: AT - 1 },
  ],
  counterexample: undefined,
};
const DISPROVED: LearnedRefusal = {
  ...LEARNED,
  kind: 'replace',
  refusal: '404 message the price # is\nout of band',
  state: 'disproved',
  counterexample: { intent: 'c', order: '17', at: AT },
};
const LINE =
  '{"state":"learned","since":"2026-11-20T10:00:00.000Z","request":"place","status":400,"shape":"standard","text":"INSUFFICIENT_FUNDS","proofs":' +
  '[{"at":"2026-11-20T09:59:59.998Z","intent":"a"},{"at":"2026-11-20T09:59:59.999Z","intent":"b"}]}';

test('V3: the file is there for people: a line for each refusal, with dates, status, body and proofs', () => {
  file.write([LEARNED, DISPROVED]);
  const [head, first, second, end] = readFileSync(path, 'utf8').split('\n');
  expect(head).toMatch(/^# What sluice has learned/);
  expect(first).toBe(LINE);
  expect(JSON.parse(second!)).toMatchObject({ text: 'the price # is\nout of band', counterexample: { order: '17' } });
  expect(end).toBe('');
  expect(file.read()).toEqual([LEARNED, DISPROVED]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['account-1.refusals.jsonl']);
  expect(refusalPath(join(folder, 'account-1.sqlite'))).toBe(path);
});

test('no file is an empty one, and a person may leave lines out and write others beside them', () => {
  expect(file.read()).toEqual([]);
  writeFileSync(path, `\n# mine\n  \n${LINE}\n`);
  expect(file.read()).toEqual([LEARNED]);
});

test('what a write that was cut off has left is no hindrance, and no link is followed', () => {
  writeFileSync(join(folder, 'other'), 'precious');
  symlinkSync(join(folder, 'other'), `${path}.new`);
  file.write([LEARNED]);
  expect(file.read()).toEqual([LEARNED]);
  expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('precious');
  rmSync(join(folder, 'other'));
});

const edited = (from: string | RegExp, to: string): string => LINE.replace(from, to);
test.each([
  ['half a line', LINE.slice(0, 50), /line 2: expected a JSON object/],
  ['a list', '[]', /line 2: the line: /],
  ['another state', edited('"learned"', '"trusted"'), /line 2: state: .*"learned"/],
  ['no time', edited('T10:00:00.000Z', ''), /line 2: since: expected an ISO 8601 UTC time, found "2026-11-20"/],
  ['a request that is not learned', edited('"place"', '"convert"'), /line 2: request: /],
  ['a status as text', edited('400', '"400"'), /line 2: status: /],
  ['a member that is not known', edited('{', '{"sure":true,'), /line 2: the line: .*sure/],
  ['a proof without an intent', edited(',"intent":"a"', ''), /line 2: proofs.0.intent: /],
  [
    'a refusal that is never learned',
    edited('400', '503'),
    /line 2: the refusal 503 standard INSUFFICIENT_FUNDS is never learned: status 503/,
  ],
  ['the same twice', `${LINE}\n${LINE}`, /line 3: the refusal place 400 standard INSUFFICIENT_FUNDS stands there a second time/],
  ['a file without an end', 'x'.repeat(1_000_001), /refusals.jsonl: expected at most 1000000 bytes/],
])('V3: %s is told with its place', (_what, written, message) => {
  writeFileSync(path, `# head\n${written}\n`);
  expect(() => file.read()).toThrow(expect.objectContaining({ code: 'configuration', message: expect.stringMatching(message) as string }));
});

test('a disk that refuses is told as such', () => {
  expect(() => refusalFile(folder).read()).toThrow(expect.objectContaining({ code: 'store' }));
  expect(() => refusalFile(join(folder, 'none', 'x')).write([LEARNED])).toThrow(expect.objectContaining({ code: 'store' }));
});
