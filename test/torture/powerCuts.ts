import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../../src/base/fault.ts';
import { type Random, seededRandom } from '../../src/base/random.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { type AccountStoreOptions, openAccountStore } from '../../src/store/openAccountStore.ts';
import { openConnection } from '../../src/store/connection.ts';
import { readSeal } from '../../src/store/sealFile.ts';
import { ownFolder } from '../ownFolder.ts';
import { ACCOUNT, newIntent, START } from '../store/builders.ts';
import { FILES, heldIn, type Image, pathOf, type RecordedLife, recordLife } from './recordedLife.ts';

/** What starts on images of a power cut came to. */
export interface PowerCutReport {
  readonly images: number;
  /** By the kind of damage. */
  readonly wentOn: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
  /** Each with the seed of the image that shows it. */
  readonly bad: readonly string[];
}

type Files = Map<string, Buffer>;

interface Damage {
  readonly name: string;
  /** Whether nothing that was flushed is gone, so that a start has no reason to refuse. */
  readonly isHonest: boolean;
  harm(files: Files, context: { readonly life: RecordedLife; readonly image: Image; readonly random: Random }): void | Promise<void>;
}

const SECTOR = 512;
const PAGE = 4096;

/** Ways in which a disk may be found after the power was cut, or after a person has copied or removed a file. */
const DAMAGES: readonly Damage[] = [
  { name: 'killed', isHonest: true, harm: () => undefined },
  {
    name: 'index of the log is rubbish',
    isHonest: true,
    harm: (files, { random }) => void files.set('-shm', rubbish(random, 32_768)),
  },
  {
    name: 'rubbish after the end of the log',
    isHonest: true,
    harm(files, { random }) {
      const log = files.get('-wal');
      if (log !== undefined) files.set('-wal', Buffer.concat([log, rubbish(random, whole(random, 3 * PAGE))]));
    },
  },
  { name: 'folded in half', isHonest: true, harm: foldInHalf },
  {
    name: 'seal is older',
    isHonest: true,
    harm: (files, context) => olderFile(files, 'seal', context),
  },
  {
    name: 'half of a seal',
    isHonest: true,
    harm(files, { random }) {
      const seal = Buffer.from(files.get('seal')!);
      const slot = whole(random, 2) * (seal.length / 2);
      seal.fill(0, slot + whole(random, 200), slot + 300 + whole(random, 500));
      files.set('seal', seal);
    },
  },
  {
    name: 'log is cut',
    isHonest: false,
    harm(files, { random }) {
      const log = files.get('-wal');
      if (log !== undefined) files.set('-wal', log.subarray(0, whole(random, log.length)));
    },
  },
  { name: 'log is torn', isHonest: false, harm: (files, { random }) => tear(files, random) },
  { name: 'log is gone', isHonest: false, harm: (files) => void files.delete('-wal') },
  { name: 'database is an old copy, without a log', isHonest: false, harm: oldCopy },
  { name: 'database is an old copy, under the log of today', isHonest: false, harm: (files, context) => olderFile(files, '', context) },
  {
    name: 'database is cut',
    isHonest: false,
    harm: (files, { random }) => void files.set('', files.get('')!.subarray(0, whole(random, files.get('')!.length))),
  },
  { name: 'both are old', isHonest: false, harm: (files, context) => both(files, context) },
];

/** Starts on so many images, each of which follows from the seed and its number. */
export async function powerCuts(seed: string, count: number, first = 0): Promise<PowerCutReport> {
  const folder = ownFolder('sluice-power-');
  const options: AccountStoreOptions = {
    account: ACCOUNT,
    accounts: join(folder, 'accounts'),
    database: join(folder, `${ACCOUNT.id}.sqlite`),
    clock: new VirtualClock(START),
  };
  const report = { images: count, wentOn: {} as Record<string, number>, refused: {} as Record<string, number>, bad: [] as string[] };
  try {
    mkdirSync(options.accounts);
    const life = await recordLife(options, seededRandom(`${seed}:life`));
    for (let number = first; number < first + count; number++) {
      const random = seededRandom(`${seed}:${number}`);
      const damage = DAMAGES[number % DAMAGES.length]!;
      const found = await startOn(life, damage, random, options);
      const counts = found === 'refused' ? report.refused : report.wentOn;
      if (found === 'refused' || found === 'went on') counts[damage.name] = (counts[damage.name] ?? 0) + 1;
      else report.bad.push(`${seed}:${number}, ${damage.name}: ${found}`);
    }
    return report;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `went on`, `refused`, or what is bad about it. */
async function startOn(life: RecordedLife, damage: Damage, random: Random, options: AccountStoreOptions): Promise<string> {
  const image = life.images[whole(random, life.images.length)]!;
  const files: Files = new Map(image.files);
  await damage.harm(files, { life, image, random });
  for (const file of FILES) {
    rmSync(pathOf(options, file), { force: true });
    const bytes = files.get(file);
    if (bytes !== undefined) writeFileSync(pathOf(options, file), bytes);
  }
  const sealed = readSealed(options);
  try {
    const store = await openAccountStore(options);
    try {
      const problem = await problemOf(life, damage, image, sealed, options);
      if (problem !== undefined) return problem;
      const { problems } = await store.check();
      if (problems.length > 0) return `went on with a damaged file: ${problems[0]}`;
      await store.journal.begin(newIntent('after', { lane: 'after' }));
    } finally {
      await store.close();
    }
    await (await openAccountStore(options)).close();
    return 'went on';
  } catch (error) {
    if (!(error instanceof Fault)) return `failed without words: ${String(error)}`;
    if (damage.isHonest) return `refused what is whole: ${error.message}`;
    if (error.code !== 'journal-incomplete' && error.code !== 'store') return `refused with ${error.code}: ${error.message}`;
    return error.suggestion === undefined ? `refused without saying what to do: ${error.message}` : 'refused';
  }
}

/** A start that goes on has what some number of commits had left, and at least those that the seal knows of. */
async function problemOf(
  { held }: RecordedLife,
  damage: Damage,
  image: Image,
  sealed: number,
  options: AccountStoreOptions,
): Promise<string | undefined> {
  const { text } = await heldIn(options.database);
  const commits = held.findLastIndex((one) => one.text === text);
  if (commits < 0) return 'went on with what the journal never held';
  if (held[commits]!.changes < sealed) return `went on with ${held[commits]!.changes} changes, where ${sealed} were sealed`;
  if (damage.isHonest && commits < image.commits) return `lost ${image.commits - commits} commits that were flushed`;
  return undefined;
}

function readSealed({ accounts, account }: AccountStoreOptions): number {
  try {
    return readSeal(join(accounts, `${account.id}.seal`))?.changes ?? 0;
  } catch {
    return Infinity;
  }
}

/** The power goes while the log is folded in: some of its pages are in the database already. */
async function foldInHalf(files: Files, { random }: { readonly random: Random }): Promise<void> {
  const log = files.get('-wal');
  if (log === undefined || log.length === 0) return;
  const before = files.get('')!;
  const after = await folded(before, log);
  const mixed = Buffer.alloc(Math.max(before.length, after.length));
  before.copy(mixed);
  for (let at = 0; at < after.length; at += PAGE) if (random.next() < 0.5) after.copy(mixed, at, at, at + PAGE);
  files.set('', mixed);
}

async function folded(database: Buffer, log: Buffer): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-fold-'));
  const path = join(folder, 'copy.sqlite');
  writeFileSync(path, database);
  writeFileSync(`${path}-wal`, log);
  const connection = await openConnection(path, 'write');
  await connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  await connection.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

function olderFile(
  files: Files,
  name: string,
  { life, image, random }: { readonly life: RecordedLife; readonly image: Image; readonly random: Random },
): void {
  const earlier = life.images.filter(({ commits }) => commits <= image.commits);
  const old = earlier[whole(random, earlier.length)]!.files.get(name);
  if (old !== undefined) files.set(name, old);
}

function oldCopy(files: Files, context: { readonly life: RecordedLife; readonly image: Image; readonly random: Random }): void {
  olderFile(files, '', context);
  files.delete('-wal');
}

/** The database with the log that it had then. */
function both(
  files: Files,
  { life, image, random }: { readonly life: RecordedLife; readonly image: Image; readonly random: Random },
): void {
  const earlier = life.images.filter(({ commits }) => commits <= image.commits);
  const old = earlier[whole(random, earlier.length)]!.files;
  for (const name of ['', '-wal', '.sent']) {
    const bytes = old.get(name);
    if (bytes === undefined) files.delete(name);
    else files.set(name, bytes);
  }
}

/** Some sectors of the log hold nothing, or something else. */
function tear(files: Files, random: Random): void {
  const bytes = files.get('-wal');
  if (bytes === undefined || bytes.length === 0) return;
  const torn = Buffer.from(bytes);
  const sectors = Math.ceil(torn.length / SECTOR);
  for (let count = 1 + whole(random, 8); count > 0; count--) {
    const at = whole(random, sectors) * SECTOR;
    if (random.next() < 0.5) torn.fill(0, at, at + SECTOR);
    else rubbish(random, SECTOR).copy(torn, at);
  }
  files.set('-wal', torn);
}

function rubbish(random: Random, bytes: number): Buffer {
  return Buffer.from(Array.from({ length: bytes }, () => whole(random, 256)));
}

function whole(random: Random, below: number): number {
  return Math.floor(random.next() * below);
}
