/**
 * The pages of the bundled strategies. `SLUICE_PAGES=write npx vitest run test/strategies/pages.test.ts` writes the parts of them
 * that follow from a strategy and its configuration.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ParamShape } from '../../src/engine/params.ts';
import { BUNDLED_DIRECTORY, bundledStrategies, loadStrategy } from '../../src/loading/strategyLoader.ts';
import { checkParams } from '../../src/loading/strategyParams.ts';
import { dimensionOf } from '../../src/research/sweep/dimension.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';

const FOLDER = fileURLToPath(new URL('../../docs/strategies/', import.meta.url));
const INDEX = readFileSync(new URL('../../docs/strategies.md', import.meta.url), 'utf8');
const HEADINGS = ['Parameters', 'When it loses', 'How it was tried', 'Configuration'];
const MOST_LINES = 120;
const isWriting = process.env['SLUICE_PAGES'] === 'write';

/** It does nothing and has no parameters. */
const UNPAGED: ReadonlySet<string> = new Set(['hold']);

describe.each(bundledStrategies().filter((name) => !UNPAGED.has(name)))('the strategy %s', (name) => {
  const page = `${FOLDER}${name}.md`;

  it('is short, and reads in one sitting', () => {
    expect(readFileSync(`${BUNDLED_DIRECTORY}${name}.ts`, 'utf8').split('\n').length).toBeLessThan(MOST_LINES);
  });

  it('explains each parameter', async () => {
    const { params } = (await loadStrategy(name, FOLDER)).definition;
    expect(Object.entries(params).flatMap(([param, { options }]) => (options.about === undefined ? [param] : []))).toEqual([]);
  });

  it('has a page, which the index names, with a picture and the command that makes it', () => {
    const text = readFileSync(page, 'utf8');
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(HEADINGS);
    expect(INDEX).toContain(`(strategies/${name}.md)`);
    expect(text).toContain(`](${name}.svg)`);
    expect(text).toContain(`sluice backtest docs/strategies/${name}.yaml --data data/calm --picture docs/strategies/${name}.svg`);
    expect(existsSync(`${FOLDER}${name}.svg`)).toBe(true);
  });

  it('has the parameters and the configuration of its page', async () => {
    const { params } = (await loadStrategy(name, FOLDER)).definition;
    const text = readFileSync(page, 'utf8');
    const derived = withParts(text, { Parameters: parameterTable(params), Configuration: configurationText(name) });
    if (isWriting) writeFileSync(page, derived);
    expect(isWriting ? derived : text).toBe(derived);
  });

  it('has a configuration that works as it stands, with a space that a sweep takes', async () => {
    const { strategies, sweep } = await settingsOf(name);
    expect(Object.values(strategies).map(({ use }) => use)).toContain(name);
    const space = Object.entries(sweep?.space ?? {});
    expect(space).not.toEqual([]);
    const { params } = (await loadStrategy(name, FOLDER)).definition;
    for (const [path, spec] of space) {
      const [, strategy = '', , param = ''] = path.split('.');
      expect(Object.keys(strategies)).toContain(strategy);
      expect(dimensionOf(path, params[param]!, spec)).not.toHaveProperty('problem');
    }
  });
});

function settingsOf(name: string): Promise<Settings> {
  return loadSettings({ file: `${FOLDER}${name}.yaml`, env: {}, cwd: FOLDER, checkParams });
}

/** The page with its generated parts as they are now. Each stands right under its heading, up to the next one or the mark. */
function withParts(page: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [heading, part]) => {
    const [before, after] = text.split(`\n## ${heading}\n`) as [string, string];
    const rest = /\n## [\s\S]*$/.exec(after)?.[0] ?? '';
    return `${before}\n## ${heading}\n\n${part}${rest}`;
  }, page);
}

function parameterTable(params: ParamShape): string {
  const rows = Object.entries(params).map(([param, { kind, initial, options }]) => {
    const { min, max, unit, choices, about } = options;
    const range =
      choices?.join(', ') ??
      [min, max]
        .map((bound) => bound ?? '')
        .join(' to ')
        .trim()
        .replace(/ to$/, ' or more');
    const shown = [initial === undefined ? 'none' : `\`${initial}\``, unit ?? ''].join(' ').trim();
    return `| \`${param}\` | ${shown} | ${range === 'to' ? kind : range} | ${about} |`;
  });
  return ['| parameter | default | may be | what it is |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function configurationText(name: string): string {
  const file = readFileSync(`${FOLDER}${name}.yaml`, 'utf8');
  const own = file.slice(file.indexOf('\nstrategies:\n') + 1);
  return `[${name}.yaml](${name}.yaml) works as it stands: \`sluice run\` in the demo, \`sluice backtest\` and \`sluice sweep\` over a recording. It says:\n\n\`\`\`yaml\n${own}\`\`\`\n`;
}
