import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeFinding } from '../../../src/research/check/codeFinding.ts';
import { codeFindings } from '../../../src/research/check/codeFindings.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-code-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The findings in a strategy with these lines at its top and these in its handler. */
function findingsIn(top: string, handler: string): readonly CodeFinding[] {
  const text = `import { strategy, dec, Decimal, EMA } from 'sluice';
${top}
export default strategy({ about: 'A sample.', params: {}, setup: () => ({
  onBook(book, ctx) {
    ${handler}
  },
}) });
`;
  return codeFindings(written('sample.ts', text));
}

const shown = ({ line, problem }: CodeFinding): string => `${line}: ${problem}`;

describe('names of the world', () => {
  it.each([
    ['const at = Date.now();', "Date.now reads the machine's clock"],
    ["const at = Date['now']();", "Date.now reads the machine's clock"],
    ['const { now } = Date;', "Date.now reads the machine's clock"],
    ['const at = new Date();', "new Date() reads the machine's clock"],
    ['const at = new Date(...[]);', "new Date() reads the machine's clock"],
    ['const at = Date();', "Date, called or passed on, reads the machine's clock"],
    ['const Clock = Date;', "Date, called or passed on, reads the machine's clock"],
    ['const at = new Date(2026, 1, 1);', "new Date of several numbers goes by the machine's time zone"],
    ['const hour = new Date(ctx.now).getHours();', 'getHours goes by the time zone or the language of the machine'],
    ['const at = performance.now();', "performance reads the machine's clock"],
    ['const at = Temporal.Now.instant();', "Temporal reads the machine's clock"],
    ['const luck = Math.random();', 'Math.random is chance that no second run has'],
    ["const luck = Math['random']();", 'Math.random is chance that no second run has'],
    ['const { random } = Math;', 'Math.random is chance that no second run has'],
    ['const m = Math;', 'Math is passed on, with its random'],
    ["const f = Math[book ? 'floor' : 'random'];", 'Math is passed on, with its random'],
    ['const id = crypto.randomUUID();', 'crypto is chance that no second run has'],
    ['setTimeout(() => ctx.quote([]), 5);', 'setTimeout sets a timer, and no event is about it'],
    ['queueMicrotask(() => ctx.quote([]));', 'queueMicrotask sets a timer, and no event is about it'],
    ['Promise.resolve().then(() => ctx.quote([]));', 'Promise waits, and a strategy can wait for nothing'],
    ["fetch('https://example.com');", 'fetch reaches the network'],
    ["new WebSocket('wss://example.com');", 'WebSocket reaches the network'],
    ['const key = process.env.KEY;', 'process reaches the process and its environment'],
    ["console.log('here');", "console writes to the program's output"],
    ["eval('1');", 'eval makes code that nobody has checked'],
    ["new Function('return 1')();", 'Function makes code that nobody has checked'],
    ["globalThis['fetch']('https://example.com');", 'globalThis reaches everything'],
    ["const text = new Intl.NumberFormat('de').format(1);", 'Intl goes by the language and the time zone of the machine'],
    ['const amount = Decmal.abs(1);', 'nothing is called Decmal here'],
  ])('finds %s', (handler, problem) => {
    expect(findingsIn('', handler).map(shown)).toEqual([`5: ${problem}`]);
  });

  it('tells which of them may not even be run', () => {
    expect(findingsIn('', 'fetch("a"); Date.now();').map(({ isOutside }) => isOutside)).toEqual([true, false]);
  });

  it.each([
    ['a local of that name', 'const process = { env: 1 }; const fetch = () => process.env; fetch();'],
    ['a parameter of that name', '((crypto, setTimeout) => setTimeout(crypto))(1, (x) => x);'],
    ['a function that stands below', 'fetch(1); function fetch(x) { return x; }'],
    ['a name in an inner block', '{ const console = { log(x) { return x; } }; console.log(1); }'],
    ['the name of a caught error', 'try { ctx.quote([]); } catch (process) { throw process; }'],
    ['a member of that name', 'ctx.log(book.process, { fetch: 1 }.fetch);'],
    ['a label', 'fetch: for (const a of [1]) { if (a) continue fetch; }'],
    ['a name in a type', 'const a: typeof fetch | undefined = undefined; ctx.log(String(a));'],
    [
      'a date of a given time',
      'const hour = new Date(ctx.now).getUTCHours(); const at = Date.UTC(2026, 1, 1); const b = book instanceof Date;',
    ],
    ['other functions of Math', 'const { floor, PI } = Math; const a = Math.max(floor(PI), 2);'],
    [
      'what only computes',
      'const a = new Map([[1, JSON.stringify([NaN, undefined])]]); const b = structuredClone(a); const c = new Float64Array(3);',
    ],
    ['arguments of a function', '(function () { return arguments.length; })();'],
  ])('lets %s be', (_, handler) => {
    expect(findingsIn('', handler)).toEqual([]);
  });

  it('sees that a name is local in one place and of the world in another', () => {
    const found = findingsIn(
      '',
      'const one = () => { const fetch = (x) => x; return fetch(1); };\n    const two = () => fetch(2); one(); two();',
    );
    expect(found.map(shown)).toEqual(['6: fetch reaches the network']);
  });
});

describe('imports', () => {
  it.each([
    ["import fs from 'node:fs';", 'it imports node:fs, which reaches files'],
    ["import { readFileSync } from 'fs';", 'it imports fs, which reaches files'],
    ["import { readFile } from 'node:fs/promises';", 'it imports node:fs/promises, which reaches files'],
    ["import http from 'node:http';", 'it imports node:http, which reaches the network'],
    ["import { exec } from 'node:child_process';", 'it imports node:child_process, which reaches processes and the environment'],
    ["import { setTimeout } from 'node:timers/promises';", 'it imports node:timers/promises, which reaches timers'],
    ["import { randomInt } from 'node:crypto';", 'it imports node:crypto, which reaches chance'],
    ["import zlib from 'node:zlib';", 'it imports node:zlib, which reaches the machine'],
    ["export { join } from 'node:path';", 'it imports node:path, which reaches files'],
    ["import _ from 'lodash';", 'it imports lodash, which is not checked'],
    ["import x from 'file:///tmp/x.js';", 'it imports file:///tmp/x.js, which is not checked'],
    ["import { interval, map } from 'rxjs';", "interval of rxjs goes by the machine's clock"],
  ])('finds %s', (top, problem) => {
    expect(findingsIn(top, '').map(shown)).toEqual([`2: ${problem}`]);
  });

  it('finds a dynamic one', () => {
    expect(findingsIn('', "import('node:fs');").map(shown)).toEqual(['5: import() loads code while the strategy runs']);
  });

  it('lets the kit, streams, types and allowed packages be', () => {
    const text = "import { p } from '#kit';\nimport { map } from 'rxjs';\nimport type { Stats } from 'node:fs';\nimport a from '@a/b/c';\n";
    expect(codeFindings(written('allowed.ts', text), ['@a/b'])).toEqual([]);
    expect(codeFindings(written('allowed.ts', text))[0]!.instead).toContain('--allow @a/b takes a package as it is');
  });

  it('reads the files that are imported by a relative path too, each once', () => {
    written('parts/a.ts', "import '../whole.ts';\nimport './b.js';\nexport let count = 0;\n");
    written('parts/b.js', 'export const at = Date.now();\n');
    const found = codeFindings(written('whole.ts', "import './parts/a.ts';\nimport './parts/gone.ts';\n"));
    expect(found.map(({ file, line, column }) => `${file.slice(folder.length)} ${line}:${column}`)).toEqual([
      '/parts/a.ts 3:12',
      '/parts/b.js 1:19',
    ]);
  });

  it('leaves a file that is no code to the loader, which explains it', () => {
    expect(codeFindings(written('broken.ts', 'const a = ;'))).toEqual([]);
  });
});

describe('waiting', () => {
  it('finds async functions and await, each once', () => {
    const found = findingsIn('const late = async () => { await 1; };', 'late();');
    expect(found.map(shown)).toEqual(['2: an async function goes on when its event is over']);
    expect(findingsIn('await 1;', '').map(shown)).toEqual(['2: await: a strategy can wait for nothing']);
  });
});

describe('state outside of setup', () => {
  it.each([
    ['let last = 0;', 'last = 1;', '2: `let last` outside of setup is shared by all instances'],
    ['export var { a } = { a: 1 };', '', '2: `var a` outside of setup is shared by all instances'],
    ['{ let hidden = 0; (() => hidden)(); }', '', '2: `let hidden` outside of setup is shared by all instances'],
    ['const seen = new Set();', 'seen.add(1);', '5: seen.add(…) changes `seen`, which is outside of setup and shared by all instances'],
    [
      'const seen: number[] = [];',
      'seen.push(1);',
      '5: seen.push(…) changes `seen`, which is outside of setup and shared by all instances',
    ],
    ['const seen = [];', 'seen[0] = 1;', '5: seen[…] = … changes `seen`, which is outside of setup and shared by all instances'],
    ['const at = { last: 0 };', 'at.last++;', '5: at.last = … changes `at`, which is outside of setup and shared by all instances'],
    [
      'const at = { last: 0 };',
      '({ a: at.last } = { a: 1 });',
      '5: at.last = … changes `at`, which is outside of setup and shared by all instances',
    ],
    ['const at = { last: 0 };', '[at.last] = [1];', '5: at.last = … changes `at`, which is outside of setup and shared by all instances'],
    ['const at = { last: 0 };', 'delete at.last;', '5: at.last = … changes `at`, which is outside of setup and shared by all instances'],
    [
      'const at = { last: 0 };',
      'for (at.last of [1]) ctx.log("a");',
      '5: at.last = … changes `at`, which is outside of setup and shared by all instances',
    ],
    [
      'const at = { a: { list: [] } };',
      'at.a?.list.push(1);',
      '5: at.a.list.push(…) changes `at`, which is outside of setup and shared by all instances',
    ],
    [
      'const by = new Map();',
      'by.get(1).count++;',
      '5: by.get(…).count = … changes `by`, which is outside of setup and shared by all instances',
    ],
    [
      'const at = {};',
      'Object.assign(at, { a: 1 });',
      '5: at, as the first argument of a function that changes it, changes `at`, which is outside of setup and shared by all instances',
    ],
    ['const mean = new EMA(5);', 'mean.add(1);', '5: mean.add(…) changes `mean`, which is outside of setup and shared by all instances'],
    [
      'const all = { mean: new EMA(5) };',
      'all.mean.add(1);',
      '5: all.mean.add(…) changes `all`, which is outside of setup and shared by all instances',
    ],
    [
      'function count() {}',
      'count.calls = 1;',
      '5: count.calls = … changes `count`, which is outside of setup and shared by all instances',
    ],
    ['class C { static n = 0; }', 'C.n += 1;', '5: C.n = … changes `C`, which is outside of setup and shared by all instances'],
    [
      'const seen = new Map(); function note(m) { m.set(1, 1); }',
      'note(seen);',
      '5: m.set(…) changes `seen`, which is outside of setup and shared by all instances',
    ],
    [
      'const seen = []; const note = (list, n = 1) => { const same = list; same.push(n); };',
      'note(seen);',
      '5: same.push(…) changes `seen`, which is outside of setup and shared by all instances',
    ],
    [
      'const at = { last: 0 };',
      'const same = at; same.last = 1;',
      '5: same.last = … changes `at`, which is outside of setup and shared by all instances',
    ],
    ['', 'Array.prototype.last = 1;', '5: Array.prototype.last = … changes what all code shares'],
  ])('finds %s with %s', (top, handler, problem) => {
    expect(findingsIn(top, handler).map(shown)).toEqual([problem]);
  });

  it.each([
    ['a constant that is read', 'const RUNGS = [1, 2, 3];', 'ctx.log(String(RUNGS.map((k) => k + 1).at(0)));'],
    ['a decimal that is computed with', "const ONE = dec('1'), TWO = new Decimal(2);", 'ctx.log(String(ONE.add(TWO).plus(TWO.add(1))));'],
    ['a text that is replaced', "const NAME = 'a';", "ctx.log(NAME.replace('a', 'b'));"],
    [
      'a table that is built at the top',
      'const TABLE = new Map(); for (const k of [1, 2]) TABLE.set(k, k);',
      'ctx.log(String(TABLE.get(1)));',
    ],
    ['a local that hides one outside', 'const seen = [];', 'const seen = []; seen.push(1);'],
    ['a copy', 'const RUNGS = [1, 2];', 'const own = [...RUNGS]; own.push(1); Object.assign({}, RUNGS);'],
    [
      'what a function is given and only reads, and one that is given its own',
      'const RUNGS = [1, 2]; const sum = (list) => list.reduce((a, b) => a + b, 0); const push = (list) => list.push(1);',
      'ctx.log(String(sum(RUNGS))); const own = []; push(own); const same = RUNGS; ctx.log(String(same.length));',
    ],
    [
      'functions that give it to each other',
      'const RUNGS = [1]; const one = (list) => two(list); const two = (list) => one(list);',
      'ctx.log(String(one(RUNGS)));',
    ],
    ['state inside a class', 'class Counter { n = 0; count() { this.n++; return this.n; } }', 'new Counter().count();'],
  ])('lets %s be', (_, top, handler) => {
    expect(findingsIn(top, handler)).toEqual([]);
  });
});
