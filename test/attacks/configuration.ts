import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Accounts from '../../src/daemon/interfaceAccount.ts';
import type * as Loading from '../../src/settings/loadSettings.ts';
import type * as Reports from '../../src/settings/report.ts';
import type * as Secrets from '../../src/settings/secrets.ts';
import type * as Sources from '../../src/settings/readSource.ts';
import type * as Trees from '../../src/settings/yamlTree.ts';
import type { Attack, Target } from './attack.ts';
import type { Copy, Guard } from './copies.ts';
import { inFolder } from './inFolder.ts';

const TREE = 'src/settings/yamlTree.ts';
const NODES: Guard = [TREE, 'if (this.#nodes > MAX_NODES) return', 'if (this.#nodes > Infinity) return'];
const DEPTH: Guard = [TREE, 'if (path.length > MAX_DEPTH) return', 'if (path.length > Infinity) return'];
const ALIASES: Guard = [TREE, 'if (++this.#aliases > MAX_ALIASES) return', 'if (++this.#aliases > Infinity) return'];
const KEYS: Guard = [TREE, 'if (items.length > MAX_KEYS) return', 'if (items.length > Infinity) return'];
const LONG_KEY: Guard = [TREE, 'if (name.length > MAX_KEY) {', 'if (name.length > Infinity) {'];
const OWN_NAMES: Guard = [TREE, 'if (name === undefined || REFUSED_KEYS.has(name)) {', 'if (name === undefined) {'];
const TWICE: Guard = [TREE, 'if (Object.hasOwn(map, name) && earlier !== undefined) {', 'if (earlier === -1) {'];
const BRACKETS: Guard = [TREE, 'if (open > MAX_OPEN) return at;', ''];
const SIZE: Guard = ['src/settings/readSource.ts', 'if (stat.size > MAX_BYTES) throw', 'if (stat.size > Infinity) throw'];
const TEXT: Guard = ['src/settings/readSource.ts', "new TextDecoder('utf-8', { fatal: true })", "new TextDecoder('utf-8')"];
const LINES: Guard = ['src/settings/report.ts', 'continuesSecret(file.source, start) ? [[0, whole.length]] : []', '[]'];
const PLAIN: Guard = ['src/settings/report.ts', "text.split('\\t').map(plainLine).join('\\t')", 'text'];
const MASKED: Guard = ['src/settings/mask.ts', 'if (!REFERENCE.test(line)) spans.push([from, line.length]);', ''];
const USER_INFO: Guard = ['src/settings/mask.ts', ', ...text.matchAll(USER_INFO)]', ']'];
const RANDOM: Guard = ['src/settings/mask.ts', '.filter(([token]) => looksRandom(token))', '.filter(() => false)'];
const MODE: Guard = ['src/settings/secrets.ts', 'if ((stat.mode & forbiddenBits(path, env)) !== 0)', 'if (stat.mode < 0)'];
const LINK: Guard = ['src/settings/secrets.ts', ' | constants.O_NOFOLLOW', ''];
const SECRET_SIZE: Guard = ['src/settings/secrets.ts', 'if (stat.size > MAX_SECRET_BYTES) return', 'if (stat.size > Infinity) return'];
const OWN_VARIABLE: Guard = ['src/settings/secrets.ts', 'Object.hasOwn(env, name) ? env[name] : undefined', 'env[name]'];
const IS_URL: Guard = [
  'src/settings/kinds.ts',
  "if (parsed.username !== '' || parsed.password !== '' || /[?#]/.test(text)) return undefined;",
  '',
];
const CLEAR: Guard = ['src/daemon/interfaceAccount.ts', 'if (!keepsSecrets(new URL(url))) {', "if (url === '') {"];
const ADDRESS: Guard = [
  'src/daemon/interfaceAccount.ts',
  "if (!isAddress(url)) throw new Fault('configuration', `${names[0]} is no address",
  "if (!isAddress(url)) throw new Fault('configuration', `${url} is no address",
];

/** A text is read as a configuration, and nothing is said against it. */
const reads = (what: string, source: string, ...guards: Guard[]): Attack => [
  what,
  async (copy) => {
    const { readYaml } = await copy.load<typeof Trees>(TREE);
    return readYaml(source).problems.length === 0;
  },
  ...guards,
];
const numbered = (count: number, line: (n: number) => string): string => Array.from({ length: count }, (_, n) => line(n)).join('\n');
/** Each anchor stands for eight of the one before. */
const BOMB = [
  'a0: &a0 x',
  ...[1, 2, 3, 4, 5].map((n) => `a${n}: &a${n} [${Array.from({ length: 8 }, () => `*a${n - 1}`).join(', ')}]`),
].join('\n');

/** What a person is shown of a wrong file. */
const shows = (what: string, source: string, line: number, wanted: string, ...guards: Guard[]): Attack => [
  what,
  async (copy) => {
    const { problemReport } = await copy.load<typeof Reports>('src/settings/report.ts');
    const offset =
      source
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line === 1 ? 0 : 1);
    const tree = { positionOf: () => ({ line, column: 1 }), secretSpans: [] };
    return problemReport({ name: 'f', source, tree }, [{ path: [], offset, message: 'wrong' }]).includes(wanted);
  },
  ...guards,
];

const secretFile = (what: string, make: (file: string, folder: string) => void, ...guards: Guard[]): Attack => [
  `a secret from ${what}`,
  (copy) =>
    inFolder(async (folder) => {
      const file = join(folder, 'key');
      make(file, folder);
      const { resolveSecret } = await copy.load<typeof Secrets>('src/settings/secrets.ts');
      return typeof resolveSecret('${file:key}', {}, folder) !== 'string';
    }),
  ...guards,
];
function write(file: string, mode: number, text = 'c2VjcmV0c2VjcmV0'): void {
  writeFileSync(file, text);
  chmodSync(file, mode);
}

const sourceOf =
  (make: (file: string) => void) =>
  (copy: Copy): Promise<boolean> =>
    inFolder(async (folder) => {
      const file = join(folder, 'sluice.yaml');
      make(file);
      const { readSource } = await copy.load<typeof Sources>('src/settings/readSource.ts');
      try {
        return readSource('sluice.yaml', file) !== '';
      } catch {
        return false;
      }
    });

const venueAt =
  (url: string) =>
  async (copy: Copy): Promise<boolean> => {
    const { loadSettings } = await copy.load<typeof Loading>('src/settings/loadSettings.ts');
    const env = { SLUICE_EXCHANGE_URL: url, SLUICE_EXCHANGE_KEY: 'key-of-the-test', SLUICE_EXCHANGE_SECRET: 'c2VjcmV0c2VjcmV0c2VjcmV0' };
    try {
      await loadSettings({ env });
      return true;
    } catch {
      return false;
    }
  };

const account =
  (url: string, isGot: (result: { readonly account: boolean; readonly said: string }) => boolean) =>
  async (copy: Copy): Promise<boolean> => {
    const { interfaceAccount } = await copy.load<typeof Accounts>('src/daemon/interfaceAccount.ts');
    const env = { SLUICE_PROCESSING_URL: url, SLUICE_PROCESSING_KEY: 'key', SLUICE_PROCESSING_SECRET: 'c2VjcmV0' };
    try {
      interfaceAccount('processing', env);
      return isGot({ account: true, said: '' });
    } catch (error) {
      return isGot({ account: false, said: (error as Error).message });
    }
  };

const ATTACKS: readonly Attack[] = [
  reads('B12: 37,000 values from five anchors', BOMB, NODES, ALIASES),
  reads(
    'B12: a thousand aliases',
    `a: &a x\n${numbered(1000, (n) => `b${n % 400}_${n}: *a`)
      .split('\n')
      .slice(0, 450)
      .join('\n')}`,
    ALIASES,
  ),
  reads('B12: 20,000 values', `a: [${'x,'.repeat(20_000)}]`, NODES),
  reads(
    'B12: 1,000 keys',
    numbered(1000, (n) => `k${n}: x`),
    KEYS,
  ),
  reads('a key of 1,000 characters', `${'k'.repeat(1000)}: x`, LONG_KEY),
  reads(
    '50 levels',
    numbered(50, (n) => `${' '.repeat(n)}a:`),
    DEPTH,
  ),
  reads('150 brackets in one another', `a: ${'['.repeat(150)}${']'.repeat(150)}`, BRACKETS, DEPTH),
  reads('a key that every object has', 'constructor: x', OWN_NAMES),
  [
    'settings that the file only inherits',
    async (copy) => {
      const { readYaml } = await copy.load<typeof Trees>(TREE);
      return (readYaml('__proto__: { mode: live }').value as { readonly mode?: unknown }).mode === 'live';
    },
    OWN_NAMES,
  ],
  reads('a limit that stands twice', 'risk: { orders: 1 }\nrisk: { orders: 1000 }', TWICE),
  ['a file of a megabyte', sourceOf((file) => writeFileSync(file, `# ${'x'.repeat(1_000_000)}`)), SIZE],
  ['bytes that are no text', sourceOf((file) => writeFileSync(file, Buffer.from([0x61, 0xff]))), TEXT],
  shows('B9: a secret on a line of its own', 'secret: >\njbswy3dpehpk3pxpjbswy3dpehpk3pxp', 2, 'jbswy3dp', LINES),
  shows('B9: a secret whose key is misspelt', 'secrett: hunter2hunter2', 1, 'hunter2', MASKED),
  shows('B9: a user and a password in an address', 'url: https://ann:hunter2@api.example.com', 1, 'hunter2', USER_INFO),
  shows('a key in the wrong place', 'symbol: AKfj39fjw0sJf92jf0sKf92', 1, 'AKfj39fj', RANDOM),
  shows('a sequence that clears the screen', 'symbol: a\u001b[2J', 1, '\u001b', PLAIN),
  secretFile('a file that others may read', (file) => write(file, 0o644), MODE),
  secretFile('a file that the group may write', (file) => write(file, 0o620), MODE),
  secretFile(
    'a link that somebody has put there',
    (file, folder) => {
      mkdirSync(join(folder, 'other'));
      write(join(folder, 'other', 'key'), 0o600);
      symlinkSync(join(folder, 'other', 'key'), file);
    },
    LINK,
  ),
  secretFile('a file of 100 KB', (file) => write(file, 0o600, 'A'.repeat(100_000)), SECRET_SIZE),
  [
    'a reference to a name that every object knows, which ends the program',
    async (copy) => {
      const { resolveSecret } = await copy.load<typeof Secrets>('src/settings/secrets.ts');
      try {
        return typeof resolveSecret('${env:constructor}', {}, '/') !== 'string';
      } catch {
        return true;
      }
    },
    OWN_VARIABLE,
  ],
  ['an address with a password in it', venueAt('https://ann:hunter2@api.example.com'), IS_URL],
  ['an address with a query', venueAt('https://api.example.com/?to=evil'), IS_URL],
  ['B2: payments in the clear to another machine', account('http://10.0.0.1:7718', ({ account: made }) => made), CLEAR],
  [
    'B9: a password in an address that is repeated',
    account('https://ann:hunter2@api.example.com', ({ said }) => said.includes('hunter2')),
    ADDRESS,
  ],
];

export const CONFIGURATION: Target = { name: 'configuration and secrets', attacks: ATTACKS };
