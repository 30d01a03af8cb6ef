import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { startProcess } from '../cli/processes.ts';
import { allBlocks } from '../documents/blocks.ts';
import { pageScript } from '../documents/pageScript.ts';
import { oldestNode } from '../oldestNode/oldestNode.ts';
import { pack } from './packed.ts';

/**
 * The first hour of a new user, with a clock beside it: the package is installed into an empty folder as npm does it, with all that runs at install, and then
 * every block of the tutorial runs there, under the oldest Node that is supported and under the newest. `npm run first-hour`; docs/first-hour.md has what came of it.
 */
const PAGE = 'docs/tutorial.md';
const MARK = /^--- .+:(\d+)$/gm;

interface Step {
  readonly what: string;
  readonly seconds: number;
}

const USAGE =
  'npm run first-hour: installs the package and works through the tutorial, on Node 24 (npm ci --prefix test/oldestNode) and 26; some six minutes. It takes no options.\n';
const [option] = process.argv.slice(2);
if (option !== undefined) {
  process.stdout.write(option === '--help' ? USAGE : `${option} is not known. ${USAGE}`);
  process.exit(option === '--help' ? 0 : 2);
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-first-hour-'));
try {
  const { tarball } = pack(folder);
  for (const node of [oldestNode(), process.execPath]) {
    if (node !== undefined) print(node, await hourWith(node, tarball));
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function hourWith(node: string, tarball: string): Promise<readonly Step[]> {
  const app = mkdtempSync(join(folder, 'app-'));
  const home = join(app, 'home');
  mkdirSync(home);
  writeFileSync(join(app, 'package.json'), '{ "private": true }\n');
  const path = [dirname(node), process.env['PATH'] ?? ''].join(delimiter);
  const beganMs = performance.now();
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', tarball], {
    cwd: app,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  if (status !== 0) throw new Error(`npm install ended with ${status}: ${stderr}`);
  const install: Step = { what: 'npm install, with all that runs at install', seconds: secondsSince(beganMs) };
  const bin = join(app, 'node_modules/sluice/bin/sluice.js');
  return [install, ...(await tutorial(app, { NODE: node, BIN: bin, PATH: path, HOME: home, SLUICE_ACCOUNTS: join(home, 'accounts') }))];
}

/** Each block, from its first command to the one of the next block. */
async function tutorial(app: string, env: Readonly<Record<string, string>>): Promise<readonly Step[]> {
  const blocks = allBlocks().filter(({ page }) => page === PAGE);
  writeFileSync(join(app, 'page.sh'), pageScript(blocks, { needsVenue: false }));
  const running = startProcess('bash', ['-m', join(app, 'page.sh')], env, app);
  const begun: { readonly line: number; readonly atMs: number }[] = [];
  running.child.stdout?.on('data', () => {
    const lines = [...running.stdout().matchAll(MARK)].map(([, line]) => Number(line));
    for (const line of lines.slice(begun.length)) begun.push({ line, atMs: performance.now() });
  });
  const { code, stdout, stderr } = await running.ended;
  const endMs = performance.now();
  if (code !== 0) throw new Error(`${PAGE} ended with ${code}:\n${stdout}\n${stderr}`);
  return begun.map(({ line, atMs }, i) => {
    const { place, text } = blocks.find((block) => block.line === line)!;
    const first = text.split('\n')[0]!;
    return { what: `${place.slice(PAGE.length + 1)}: ${first}`, seconds: ((begun[i + 1]?.atMs ?? endMs) - atMs) / 1000 };
  });
}

function print(node: string, steps: readonly Step[]): void {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  const rows = steps.map(({ what, seconds }) => `| ${what.replaceAll('|', '\\|')} | ${seconds.toFixed(1)} |`);
  const sum = steps.reduce((total, { seconds }) => total + seconds, 0);
  const lines = [`Node ${version}`, '', '| step | seconds |', '| --- | ---: |', ...rows, `| all of it | ${sum.toFixed(1)} |`];
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

function secondsSince(beganMs: number): number {
  return (performance.now() - beganMs) / 1000;
}
