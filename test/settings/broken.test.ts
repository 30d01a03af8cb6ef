import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { type CheckParams, loadSettings } from '../../src/settings/loadSettings.ts';
import { makerParams } from './makerParams.ts';

const folder = fileURLToPath(new URL('broken/', import.meta.url));
const env = { KEY: 'key-of-the-environment', SECRET: 'secret-of-the-environment' };

/** Each file says in comments at its end what is expected: `# expect LINE:COLUMN part of the message`. */
const cases = readdirSync(folder).map((name) => {
  const text = readFileSync(`${folder}${name}`, 'utf8');
  return { name, text, expected: tagged(text, 'expect'), secrets: [...tagged(text, 'secret'), ...Object.values(env)] };
});

describe('a broken configuration', () => {
  it('is covered by a corpus', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
  });

  it.each(cases)('$name is told with line, column and remedy', async ({ name, expected, secrets }) => {
    const report = await reportOf(name);
    expect(expected.length, 'the file says what is expected').toBeGreaterThan(0);
    for (const line of expected) {
      const [, place, fragment] = /^(\d+:\d+) (.+)$/.exec(line)!;
      expect(problemsAt(report, name, place!), report).toContain(fragment);
    }
    for (const secret of secrets) expect(report, `${secret} is shown`).not.toContain(secret);
  });

  it.each(cases)('$name is shown with a caret below each place', async ({ name }) => {
    const lines = (await reportOf(name)).split('\n');
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith(`${name}:`)) continue;
      expect(lines[index + 1]).toMatch(/^ *\d+ \| /);
      expect(lines[index + 2]).toMatch(/^ {5}\| \s*\^ /);
    }
  });
});

function tagged(text: string, tag: string): string[] {
  return [...text.matchAll(new RegExp(`^# ${tag} (.+?)\\r?$`, 'gm'))].map((match) => match[1]!);
}

async function reportOf(name: string): Promise<string> {
  const checkParams: CheckParams = (_use, params) => makerParams(params);
  try {
    await loadSettings({ file: name, cwd: folder, env, checkParams });
  } catch (error) {
    if (isFault(error, 'configuration')) return error.message;
    throw error;
  }
  return 'no problem was found';
}

/** The messages that are shown for one place. */
function problemsAt(report: string, name: string, place: string): string {
  const lines = report.split('\n');
  return lines.flatMap((line, index) => (line.startsWith(`${name}:${place} `) ? (lines[index + 2] ?? '') : [])).join('\n');
}
