import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Restores from '../../src/backup/restoreState.ts';
import { TarWriter } from '../../src/backup/tarFile.ts';
import type * as Clocks from '../../src/base/virtualClock.ts';
import type * as Replacing from '../../src/store/replaceFile.ts';
import type * as Keys from '../../src/treasury/approvals/keyFile.ts';
import type { Attack, Target } from './attack.ts';
import type { Copy, Guard } from './copies.ts';
import { inFolder } from './inFolder.ts';
import { isRefused } from './isRefused.ts';

const NAMES: Guard = ['src/backup/manifest.ts', 'name: z.string().regex(NAME)', 'name: z.string()'];
const SUM: Guard = [
  'src/backup/readBackup.ts',
  'if (textOf(file, second, path) !== manifestSum(content)) throw',
  "if (content === '') throw",
];
const HASH: Guard = ['src/backup/readBackup.ts', "if (hash.digest('hex') !== member.sha256) throw", "if (member.sha256 === '') throw"];
const LENGTH: Guard = ['src/backup/readBackup.ts', 'place === undefined || place.bytes !== member.bytes', 'place === undefined'];
const MEMBERS: Guard = [
  'src/backup/readBackup.ts',
  'if (places.size !== manifest.members.length || rest.length !== places.size)',
  'if (places.size < 0)',
];
const PLAIN: Guard = ['src/backup/tarFile.ts', 'if (header[156] !== 0x30) throw', 'if (header[156] === 0x00) throw'];
const TAR_SUM: Guard = ['src/backup/tarFile.ts', 'if (said !== sumOf(header)) throw', 'if (said < 0) throw'];
const NEWER: Guard = [
  'src/backup/manifest.ts',
  "if (typeof version === 'number' && version > BACKUP_VERSION) {",
  'if (version === null) {',
];
const EMPTY: Guard = ['src/backup/restoreState.ts', 'if (!existsSync(state) || readdirSync(state).length === 0) return;', 'return;'];
const DRAFT: Guard = ['src/store/replaceFile.ts', 'rmSync(draft, { force: true });', ''];
const ANEW: Guard = ['src/store/replaceFile.ts', "openSync(draft, 'wx', 0o600)", "openSync(draft, 'w', 0o600)"];
const OWN_MODE: Guard = ['src/store/replaceFile.ts', "openSync(draft, 'wx', 0o600)", "openSync(draft, 'wx', 0o644)"];
const NEW_KEY: Guard = ['src/treasury/approvals/keyFile.ts', "openSync(path, 'wx', 0o600)", "openSync(path, 'w', 0o600)"];
const KEY_MODE: Guard = ['src/treasury/approvals/keyFile.ts', "openSync(path, 'wx', 0o600)", "openSync(path, 'wx', 0o644)"];
const OTHERS = 0o077;
const AT = Date.UTC(2026, 10, 20, 12);

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Forged {
  /** In place of the name in the manifest, and of that in the archive. */
  readonly name?: string;
  readonly sha256?: string;
  readonly bytes?: number;
  readonly manifest?: object;
  readonly sum?: string;
  /** Members that the manifest does not name. */
  readonly more?: readonly string[];
  readonly bend?: (archive: Buffer) => void;
}

/** An archive that somebody else has made, of one file. */
function forge(path: string, { name = 'kill', sha256 = hashOf('evil'), bytes = 4, manifest = {}, sum, more = [], bend }: Forged): void {
  const content = JSON.stringify({
    format: 'sluice-backup',
    version: 1,
    createdAt: '2026-11-20T12:00:00.000Z',
    sluice: '0.1.0',
    node: '26.0.0',
    sqlite: '3.52.0',
    state: '/s',
    members: [{ name, bytes, sha256 }],
    ...manifest,
  });
  const tar = new TarWriter(path, AT);
  tar.addText('manifest.json', content);
  tar.addText('manifest.sha256', sum ?? `${hashOf(content)}  manifest.json\n`);
  tar.addText(name, 'evil');
  for (const other of more) tar.addText(other, 'evil');
  tar.end();
  if (bend === undefined) return;
  const archive = readFileSync(path);
  bend(archive);
  writeFileSync(path, archive);
}

/** Restores a forged backup. `isGot` says whether the attacker has what it wanted. */
const restored = (what: string, forged: Forged, isGot: (folder: string) => boolean, ...guards: Guard[]): Attack => [
  `a backup ${what}`,
  (copy) =>
    inFolder(async (folder) => {
      const path = join(folder, 'b.tar');
      forge(path, forged);
      const { restoreState } = await copy.load<typeof Restores>('src/backup/restoreState.ts');
      const { VirtualClock } = await copy.load<typeof Clocks>('src/base/virtualClock.ts');
      const clock = new VirtualClock(AT);
      await isRefused(() => restoreState({ path, state: join(folder, 'in', 'state'), accounts: join(folder, 'accounts'), clock }));
      return isGot(folder);
    }),
  ...guards,
];
const isRestored = (folder: string): boolean => existsSync(join(folder, 'in', 'state', 'kill'));
/** The header of the member `kill`: behind the manifest and its sum, each with a header and one block. */
const KILL = (archive: Buffer): number => archive.indexOf('kill\0');

const draft =
  (isThere: boolean, isGot: (other: string, path: string) => boolean) =>
  (copy: Copy): Promise<boolean> =>
    inFolder(async (folder) => {
      const [other, path] = [join(folder, 'other'), join(folder, 'quotes.json')];
      writeFileSync(other, 'precious');
      if (isThere) symlinkSync(other, `${path}.new`);
      const { replaceFile } = await copy.load<typeof Replacing>('src/store/replaceFile.ts');
      await isRefused(() => replaceFile(path, 'x'));
      return isGot(other, path);
    });

const keyFile =
  (prepare: (path: string, folder: string) => void, isGot: (path: string, folder: string) => boolean) =>
  (copy: Copy): Promise<boolean> =>
    inFolder(async (folder) => {
      const path = join(folder, 'anna.key');
      prepare(path, folder);
      const { makeKeyFile } = await copy.load<typeof Keys>('src/treasury/approvals/keyFile.ts');
      await isRefused(() => makeKeyFile(path, undefined));
      return isGot(path, folder);
    });

const ATTACKS: readonly Attack[] = [
  restored('that writes beside the state folder', { name: '../../evil' }, (folder) => existsSync(join(folder, 'evil')), NAMES),
  restored(
    'that writes beside the state folder, from deep inside',
    { name: 'shadow/../../x' },
    (folder) => existsSync(join(folder, 'in', 'x')),
    NAMES,
  ),
  restored(
    'with a file that no state folder has',
    { name: '.bashrc' },
    (folder) => existsSync(join(folder, 'in', 'state', '.bashrc')),
    NAMES,
  ),
  restored('whose manifest was changed', { sum: `${'0'.repeat(64)}  manifest.json\n` }, isRestored, SUM),
  restored('in which a file was changed', { sha256: hashOf('good') }, isRestored, HASH),
  restored('in which a file has another length', { bytes: 2, sha256: hashOf('evil') }, isRestored, LENGTH),
  restored('with a file that its manifest does not name', { more: ['treasury.sqlite'] }, isRestored, MEMBERS),
  restored('with two files of one name', { more: ['kill'] }, isRestored, MEMBERS),
  restored('of a form that is not known yet', { manifest: { version: 2 } }, isRestored, NEWER),
  restored(
    'with a link in the place of a file',
    {
      bend: (archive) => {
        const at = KILL(archive);
        archive[at + 156] = 0x32;
        archive.write('000000\0', at + 148, 'latin1');
      },
    },
    isRestored,
    PLAIN,
    TAR_SUM,
  ),
  restored('with a header that was changed', { bend: (archive) => void archive.write('7', KILL(archive) + 137) }, isRestored, TAR_SUM),
  [
    'a backup over a state that is there',
    (copy) =>
      inFolder(async (folder) => {
        const [path, state] = [join(folder, 'b.tar'), join(folder, 'state')];
        forge(path, {});
        mkdirSync(state);
        writeFileSync(join(state, 'journal'), 'newer');
        const { restoreState } = await copy.load<typeof Restores>('src/backup/restoreState.ts');
        const { VirtualClock } = await copy.load<typeof Clocks>('src/base/virtualClock.ts');
        const fault = await restoreState({ path, state, accounts: join(folder, 'accounts'), clock: new VirtualClock(AT) }).catch(
          (error: unknown) => error as { readonly code: string },
        );
        return (fault as { readonly code?: string }).code !== 'refused';
      }),
    EMPTY,
  ],
  [
    'B12: a link in the place of a draft, through which another file is overwritten',
    draft(true, (other) => readFileSync(other, 'utf8') !== 'precious'),
    DRAFT,
    ANEW,
  ],
  ['a file of ours that others may read', draft(false, (_, path) => (lstatSync(path).mode & OTHERS) !== 0), OWN_MODE],
  [
    'a key of the treasury that overwrites another',
    keyFile(
      (path) => writeFileSync(path, 'precious'),
      (path) => readFileSync(path, 'utf8') !== 'precious',
    ),
    NEW_KEY,
  ],
  [
    'a link through which a key is written elsewhere',
    keyFile(
      (path, folder) => symlinkSync(join(folder, 'elsewhere'), path),
      (_, folder) => existsSync(join(folder, 'elsewhere')),
    ),
    NEW_KEY,
  ],
  [
    'a key that others may read',
    keyFile(
      () => undefined,
      (path) => (lstatSync(path).mode & OTHERS) !== 0,
    ),
    KEY_MODE,
  ],
];

export const BACKUPS: Target = { name: 'backups, files of ours and keys', attacks: ATTACKS };
