import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { checkParams } from '../../src/loading/strategyParams.ts';
import { strategyTemplate } from '../../src/loading/strategyTemplate.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { settingsSchema } from '../../src/settings/schema.ts';
import { parsePolicy } from '../../src/settings/policyFile.ts';
import { readBooksFile } from '../../src/treasury/bookkeeping/readBooksFile.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { allBlocks, type Block, isWholeStrategy, ROOT } from './blocks.ts';
import { parseProblem } from './parseCommand.ts';

type Tree = Record<string, unknown>;

const folder = temporaryFolder();
const blocks = allBlocks();
const treeOf = (path: string): Tree => parse(readFileSync(join(ROOT, path), 'utf8')) as Tree;
const demo = treeOf('config/demo.yaml');
const SECTIONS: ReadonlySet<string> = new Set(Object.keys(settingsSchema.shape));

/** The first policy of its page, which completes the parts of others. */
const policyBlock = blocks.find(({ page, language }) => page === 'docs/policy.md' && language === 'yaml')!;

beforeAll(() => {
  for (const name of ['strategies', 'secrets']) mkdirSync(folder.path(name), { recursive: true });
  const examples = join(ROOT, 'docs/examples');
  for (const name of readdirSync(examples)) copyFileSync(join(examples, name), folder.path(name));
  for (const name of ['strategies/mine.ts', 'maker.ts', 'maker2.ts']) writeFileSync(folder.path(name), strategyTemplate('A strategy.'));
  for (const { file, text } of blocks.filter(isWholeStrategy)) if (file !== undefined) writeFileSync(folder.path(file), text);
});
afterAll(() => folder.remove());

/** What the page's own machine would have: each file and variable that a secret comes from. */
function withSecrets(text: string): { readonly text: string; readonly env: Record<string, string> } {
  const env = Object.fromEntries([...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name]) => [name!, secretFor(name!)]));
  const here = text.replaceAll(/\$\{file:([^}]+)\}/g, (_, path: string) => {
    const file = folder.path(`secrets/${path.replaceAll('/', '-')}`);
    writeFileSync(file, path.includes('slack') ? 'https://hooks.slack.com/services/T/B/x' : 'c2VjcmV0');
    chmodSync(file, 0o600);
    return `\${file:${file}}`;
  });
  return { text: here, env };
}

function secretFor(name: string): string {
  if (name === 'SLUICE_HEARTBEAT') return 'https://alive.example.com/ping';
  return name === 'SLUICE_TELEGRAM_TOKEN' ? '123456:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc' : 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3I=';
}

/**
 * A part of a configuration, made whole: what has none of the sections of one is a strategy, and what it does not say is as in
 * config/demo.yaml.
 */
function wholeConfiguration(text: string): string {
  const names = Object.keys(parse(text) as Tree);
  if (names.includes('mode')) return text;
  const isSections = names.every((name) => SECTIONS.has(name));
  const part = isSections ? text : `strategies:\n${text.replaceAll(/^(?=.)/gm, '  ')}`;
  const said = Object.keys(parse(part) as Tree);
  const rest = Object.fromEntries(Object.entries(demo).filter(([name]) => !said.includes(name)));
  return `${part}\n${stringify(rest)}`;
}

async function loadConfiguration(text: string): Promise<void> {
  const { text: whole, env } = withSecrets(wholeConfiguration(text));
  writeFileSync(folder.path('page.yaml'), whole, { mode: 0o600 });
  await loadSettings({ file: folder.path('page.yaml'), env, cwd: folder.path('.'), checkParams });
}

/** A part of a policy, with what it does not say from the first one of docs/policy.md. */
function wholePolicy(text: string): string {
  const part = parse(text) as Tree;
  if ('change' in part) return text;
  const base = parse(policyBlock.text) as Tree;
  return stringify({ ...base, ...part, people: { ...(base['people'] as Tree), ...(part['people'] as Tree) } });
}

/** A part of deploy/compose.yaml: its services are there, their commands are commands, and the secrets that they name are declared. */
async function checkCompose(text: string): Promise<void> {
  type Compose = {
    readonly services: Record<string, { readonly command?: string[]; readonly secrets?: string[] }>;
    readonly secrets?: Tree;
  };
  const { services, secrets = {} } = parse(text) as Compose;
  const known = (treeOf('deploy/compose.yaml') as unknown as Compose).services;
  for (const [name, { command, secrets: named = [] }] of Object.entries(services)) {
    expect(Object.keys(known)).toContain(name);
    expect(named.filter((secret) => !(secret in secrets))).toEqual([]);
    if (command !== undefined) expect(await parseProblem(command)).toBeUndefined();
  }
}

async function prove(text: string): Promise<'configuration' | 'policy' | 'books' | 'containers' | 'knowledge'> {
  const names = Object.keys(parse(text) as Tree);
  if (names.includes('rules')) {
    expect(parsePolicy(wholePolicy(text), 'page.yaml').warnings).toEqual([]);
    return 'policy';
  }
  if (names.includes('accounts')) {
    expect(readBooksFile('page.yaml', text).prices.size).toBeGreaterThan(0);
    return 'books';
  }
  if (names.includes('services')) {
    await checkCompose(text);
    return 'containers';
  }
  if (names.includes('probed')) {
    writeFileSync(folder.path('knows.yaml'), text);
    await loadConfiguration('venue: { knows: { file: ./knows.yaml } }\n');
    return 'knowledge';
  }
  await loadConfiguration(text);
  return 'configuration';
}

/** Whole documents between lines of `---` are alternatives. */
function alternativesOf({ text }: Block): string[] {
  return text.split(/^---$/m);
}

it(
  'every block of YAML is what its reader takes: configurations, policies, accounts of the books, services',
  { tags: 'long' },
  async () => {
    const counts: Record<string, number> = {};
    for (const block of blocks.filter(({ language }) => language === 'yaml')) {
      expect(parseAllDocuments(block.text, { uniqueKeys: true }).flatMap(({ errors }) => errors)).toEqual([]);
      for (const text of alternativesOf(block)) {
        const kind = await prove(text).catch((error: unknown) => {
          throw new Error(`${block.page}:${block.line}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
        });
        counts[kind] = (counts[kind] ?? 0) + 1;
      }
    }
    expect(Object.keys(counts).toSorted()).toEqual(['books', 'configuration', 'containers', 'knowledge', 'policy']);
    expect(counts['configuration']).toBeGreaterThan(30);
  },
);
