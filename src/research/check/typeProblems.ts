import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFile } from '../../base/packageFiles.ts';
import { readStrategyCode } from '../../loading/strategyCode.ts';
import type { CheckProblem } from './checkReport.ts';

/** What the TypeScript compiler says of a strategy. Without a compiler, or where it did not come to an end, nothing is known. */
export type CheckedTypes = { readonly problems: readonly CheckProblem[] } | { readonly unknown: string };

const MOST_MS = 60_000;
const MOST_WORDS = 200;
/** Modules that are not found, or have no types: the loader tells of the first, and the second are packages that somebody has read. */
const OF_PACKAGES: ReadonlySet<string> = new Set(['TS2307', 'TS7016']);
/** What the types of the kit say themselves, in the middle of what the compiler makes of it. */
const OWN_WORDS = /there is no handler \w+|a handler is synchronous/;
const PLACED = /^(.+)\((\d+),(\d+)\): error (TS\d+): (.*)$/;

/**
 * Checks a strategy's types as `tsc --strict` does, its file and all that it imports by relative paths. The compiler is the one that is installed
 * beside this program, never one that lies beside the strategy: that would run code which nobody has read.
 */
export async function typeProblems(file: string): Promise<CheckedTypes> {
  if (!/\.m?ts$/.test(file)) return { problems: [] };
  const compiler = compilerFile();
  if (compiler === undefined) return { unknown: 'no TypeScript compiler is installed: npm install --save-dev typescript, beside sluice' };
  const folder = mkdtempSync(join(tmpdir(), 'sluice-types-'));
  try {
    const project = join(folder, 'tsconfig.json');
    writeFileSync(project, JSON.stringify(projectOf(file)));
    const text = await output(compiler, ['-p', project, '--pretty', 'false'], folder);
    return text === undefined
      ? { unknown: `the TypeScript compiler did not end within ${MOST_MS / 1000} s` }
      : { problems: problemsIn(text, file, folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compilerFile(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The settings of an ordinary `tsc --strict`. The kit's types are those of this program, wherever the strategy is. */
function projectOf(file: string): object {
  const code = fileURLToPath(codeFile('src/engine/kit.ts'));
  const kit = [code.replace(/\.js$/, '.d.ts')];
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    lib: ['esnext'],
    module: 'nodenext',
    moduleDetection: 'force',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
    paths: { sluice: kit, '#kit': kit },
  };
  return { compilerOptions, files: [file] };
}

/** What the compiler prints. It gets no environment, and so no secret of it. */
function output(compiler: string, args: readonly string[], cwd: string): Promise<string | undefined> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [compiler, ...args], { cwd, env: {}, stdio: ['ignore', 'pipe', 'ignore'], timeout: MOST_MS });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    child.once('error', fail).once('close', (code) => done(code === null ? undefined : text));
  });
}

/** One problem for each error in the strategy's own files. The lines that follow an error explain it. */
function problemsIn(text: string, file: string, cwd: string): CheckProblem[] {
  const own = new Set(Object.keys(readStrategyCode(file).files));
  const errors: { readonly where: string; readonly code: string; readonly lines: string[] }[] = [];
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    const [, path, row, column, code, message] = PLACED.exec(line.trimEnd()) ?? [];
    if (path === undefined) {
      lines.push(line.trim());
      continue;
    }
    lines = [message!];
    const at = resolve(cwd, path);
    if (own.has(at) && !OF_PACKAGES.has(code!)) errors.push({ where: `${basename(at)}:${row}:${column}`, code: code!, lines });
  }
  return errors.map((error) => ({ where: error.where, problem: wordsOf(error.lines), instead: insteadOf(error.code) }));
}

function insteadOf(code: string): string {
  return `give it what the types say; an editor explains ${code} where it stands`;
}

/** The first line says what does not fit, and the last why. */
function wordsOf(all: readonly string[]): string {
  const lines = all.filter((line) => line !== '');
  const [own] = OWN_WORDS.exec(lines.join('\n')) ?? [];
  if (own !== undefined) return own;
  const told = lines.length === 1 ? lines : [lines[0]!, lines.at(-1)!];
  return told.map((line) => (line.length <= MOST_WORDS ? line : `${line.slice(0, MOST_WORDS)}…`)).join(' ');
}
