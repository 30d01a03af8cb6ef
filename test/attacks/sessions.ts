import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Clocks from '../../src/base/virtualClock.ts';
import type * as Engines from '../../src/cli/agreedEngine.ts';
import type { Shell } from '../../src/cli/shell.ts';
import type * as Headers from '../../src/recording/recordingHeader.ts';
import type * as Lines from '../../src/recording/linesOf.ts';
import type * as Chunks from '../../src/session/sessionChunk.ts';
import type * as Manifests from '../../src/session/sessionManifest.ts';
import type * as Writers from '../../src/session/sessionWriter.ts';
import type { Attack, Target } from './attack.ts';
import type { Copy, Guard } from './copies.ts';
import { PROGRAM } from './copies.ts';
import { inFolder } from './inFolder.ts';
import { isRefused } from './isRefused.ts';

const AGREED: Guard = ['src/cli/agreedEngine.ts', 'await confirm(shell, ', 'void (shell, '];
const FOREIGN: Guard = ['src/session/sessionEngine.ts', 'named.filter((file) => !ownFiles.has(file))', 'named.filter(() => false)'];
const UNPACKED: Guard = ['src/session/sessionChunk.ts', '{ maxOutputLength: MOST_RAW }', '{}'];
const CHECKSUM: Guard = ['src/session/sessionChunk.ts', 'if (crc32(body) !== crc) return undefined;', ''];
const BOUNDED: Guard = ['src/session/readBounded.ts', 'if (size > MOST_BYTES) throw', 'if (size > Infinity) throw'];
const FORMAT: Guard = ['src/session/sessionManifest.ts', 'if (format !== 1) throw', 'if (format === 0) throw'];
const HEADER = 'src/recording/recordingHeader.ts';
const SYMBOL: Guard = [HEADER, 'if (currenciesOf(symbol) === undefined) throw', 'if (symbol === undefined) throw'];
const GRID: Guard = [HEADER, 'if (problem !== undefined) throw', 'if (problem === null) throw'];
const VERSION: Guard = [HEADER, "if (raw['version'] !== VERSION) {", "if (raw['version'] === null) {"];
const LINE: Guard = ['src/recording/linesOf.ts', 'if (rest.length > MOST_LINE) throw', 'if (rest.length > Infinity) throw'];
const AT = Date.UTC(2026, 10, 20, 12);

/** A session of somebody else with one event. `use` is the code that it names. */
async function session(folder: string, use?: string): Promise<string> {
  const { SessionWriter } = await PROGRAM.load<typeof Writers>('src/session/sessionWriter.ts');
  const { VirtualClock } = await PROGRAM.load<typeof Clocks>('src/base/virtualClock.ts');
  const strategies = use === undefined ? [] : [{ name: 's', use, directory: '/', symbol: 'BTC/EUR', params: {}, code: 'x' }];
  const engine = { seed: '1', replaces: true, limits: {}, strategies } as unknown as Manifests.SessionManifest['engine'];
  const manifest = { format: 1, startedAt: AT, world: 'DEMO', venue: 'v', pid: process.pid, versions: {}, engine, settings: {} } as const;
  const at = join(folder, 'session');
  const writer = new SessionWriter({ folder: at, manifest, clock: new VirtualClock(AT), onTrouble: () => undefined });
  writer.record({ type: 'timer', sequence: 0, at: AT }, []);
  await writer.end('over');
  return at;
}

/** B1: whether the code that a session names runs, although nobody has agreed. */
const runsCode = (copy: Copy): Promise<boolean> =>
  inFolder(async (folder) => {
    const mark = join(folder, 'it-ran');
    const code = join(folder, 'theirs.mjs');
    writeFileSync(code, `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\nexport default 1;\n`);
    const at = await session(folder, code);
    const { agreedEngine } = await copy.load<typeof Engines>('src/cli/agreedEngine.ts');
    const shell = { options: { yes: false }, in: { isTTY: false } } as unknown as Shell;
    await isRefused(() => agreedEngine(shell, at, { own: undefined, named: undefined } as never));
    return existsSync(mark);
  });

const manifestWith =
  (change: (file: string) => void) =>
  (copy: Copy): Promise<boolean> =>
    inFolder(async (folder) => {
      const at = await session(folder);
      change(join(at, 'manifest.json'));
      const { readManifest } = await copy.load<typeof Manifests>('src/session/sessionManifest.ts');
      return !(await isRefused(() => readManifest(at)));
    });

const HEAD = {
  format: 'sluice-market',
  version: 1,
  symbol: 'BTC/EUR',
  base: 'BTC',
  quote: 'EUR',
  description: '',
  precision: 2,
  volumeStep: '0.0001',
  minVolume: '0.0001',
  maxVolume: '100',
  depth: 25,
  everyMs: 1000,
  wide: false,
  previousAt: null,
};

/** The header of a foreign recording is taken, or brings about an error that is none of the file's. */
const recording = (what: string, change: object, guard: Guard): Attack => [
  `a recording with ${what}`,
  async (copy) => {
    const { headerOf } = await copy.load<typeof Headers>(HEADER);
    try {
      headerOf(JSON.stringify({ ...HEAD, ...change }), 'a.market');
      return true;
    } catch (error) {
      return (error as { readonly code?: string }).code === undefined;
    }
  },
  guard,
];

const ATTACKS: readonly Attack[] = [
  ['B1: a session that names code, which runs although nobody has agreed', runsCode, AGREED],
  ['B1: the same, by a name that is looked for in the configuration', runsCode, FOREIGN],
  [
    'B7: a session of 64 KB that unpacks to 70 MB',
    async (copy) => {
      const { packedChunk, unpackedChunk, chunkHeadOf, CHUNK_HEAD_BYTES } = await copy.load<typeof Chunks>('src/session/sessionChunk.ts');
      const chunk = await packedChunk(new Uint8Array(70 * 1024 * 1024));
      return (unpackedChunk(chunk.subarray(CHUNK_HEAD_BYTES), chunkHeadOf(chunk)!.crc)?.length ?? 0) > 64 * 1024 * 1024;
    },
    UNPACKED,
  ],
  [
    'a session in which bytes were changed',
    async (copy) => {
      const { packedChunk, unpackedChunk, CHUNK_HEAD_BYTES } = await copy.load<typeof Chunks>('src/session/sessionChunk.ts');
      return unpackedChunk((await packedChunk(Buffer.from('evil'))).subarray(CHUNK_HEAD_BYTES), 0) !== undefined;
    },
    CHECKSUM,
  ],
  [
    'B7: a manifest of 20 MB',
    manifestWith((file) => {
      const { length } = readFileSync(file);
      writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.alloc(20 * 1024 * 1024 - length, ' ')]));
    }),
    BOUNDED,
  ],
  [
    'a manifest of another form',
    manifestWith((file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"format":1', '"format":99'))),
    FORMAT,
  ],
  recording('B8: a formula in the place of its symbol', { symbol: '=cmd|x/EUR' }, SYMBOL),
  recording('B8: a sequence for the terminal in its symbol', { symbol: 'BTC\u001b]0;owned\u0007/EUR' }, SYMBOL),
  recording('a path in the place of its symbol', { symbol: '../../EUR' }, SYMBOL),
  recording('B8: a billion decimals', { precision: 1e9 }, GRID),
  recording('a step of nothing', { volumeStep: '0' }, GRID),
  recording('a form of its own', { version: 2 }, VERSION),
  [
    'a line of 3 MB in a file that is imported',
    (copy) =>
      inFolder(async (folder) => {
        const path = join(folder, 'a.csv');
        writeFileSync(path, '');
        truncateSync(path, 3 * 1024 * 1024);
        const { linesOfFile } = await copy.load<typeof Lines>('src/recording/linesOf.ts');
        return !(await isRefused(async () => {
          for await (const _ of linesOfFile(path));
        }));
      }),
    LINE,
  ],
];

export const SESSIONS: Target = { name: 'sessions and recordings', attacks: ATTACKS };
