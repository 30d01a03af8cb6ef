import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as settle } from 'node:timers/promises';
import { DAY_MS } from '../../src/base/instant.ts';
import type * as Clocks from '../../src/base/virtualClock.ts';
import type * as Doors from '../../src/control/page/doorkeeper.ts';
import type * as Files from '../../src/control/page/sessionFile.ts';
import type * as Keepers from '../../src/control/page/sessionKeeper.ts';
import type { Attack, Target } from './attack.ts';
import type { Copy, Guard } from './copies.ts';
import { inFolder } from './inFolder.ts';

const FILE = 'src/control/page/sessionFile.ts';
const KEEPER = 'src/control/page/sessionKeeper.ts';
const REPLACE = 'src/store/replaceFile.ts';
const MODE: Guard = [FILE, 'if ((mode & OTHERS) !== 0) throw', 'if (mode < 0) throw'];
const OWNER: Guard = [FILE, 'if (self !== undefined && uid !== self) throw', 'if (self === -1) throw'];
const LINK: Guard = [FILE, 'constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK', 'constants.O_RDONLY | constants.O_NONBLOCK'];
const SIZE: Guard = [FILE, 'if (size > MOST_BYTES) throw', 'if (size < 0) throw'];
const NEWER: Guard = [FILE, "if (typeof version === 'number' && version > VERSION)", 'if (version === null)'];
const FORM: Guard = [FILE, 'version: z.literal(VERSION)', 'version: z.int()'];
const MANY: Guard = [FILE, '.max(MOST_SESSIONS)', '.max(1e6)'];
const AHEAD: Guard = [FILE, 'if (writtenAt > now + MOST_AHEAD_MS)', 'if (writtenAt < 0)'];
const LONG: Guard = [FILE, '|| expiresAt > writtenAt + READ_ONLY_MS', ''];
const DOOR = 'src/control/page/doorkeeper.ts';
const CUT: Guard = [DOOR, 'Math.min(leftMs, READ_ONLY_MS)', 'leftMs'];
const ACTING: Guard = [DOOR, 'what.isReadOnly && this.isOpen(what)', 'this.isOpen(what)'];
const YOUNGER: Guard = [FILE, 'const at = Math.max(now, writtenAt);', 'const at = now;'];
const PORT: Guard = [KEEPER, 'file.port === port ? door', 'file.port !== 0 ? door'];
const CLOSED: Guard = [KEEPER, 'if (closings === this.#shownClosings) return;', 'return;'];
const DRAFT: Guard = [REPLACE, 'await rm(draft, { force: true });', ''];
const ANEW: Guard = [REPLACE, "await open(draft, 'wx', 0o600)", "await open(draft, 'w', 0o600)"];
const OWN_MODE: Guard = [REPLACE, "await open(draft, 'wx', 0o600)", "await open(draft, 'wx', 0o644)"];

const OTHERS = 0o077;
const NOW = Date.UTC(2026, 10, 30, 12);
/** What the attacker's browser would send. */
const THEIRS = { secret: 'A'.repeat(43), key: 'B'.repeat(43) };
const DIGEST = createHash('sha256').update(`${THEIRS.secret} ${THEIRS.key}`).digest('hex');

interface Life {
  readonly clock: Clocks.VirtualClock;
  readonly door: Doors.Doorkeeper;
  readonly path: string;
}

/** The text of a file with a session of the attacker's, or a change of it. */
function planted(change: object = {}, file: object = {}): string {
  const session = { digest: DIGEST, expiresAt: new Date(NOW + 7 * DAY_MS).toISOString(), ...change };
  return JSON.stringify({ version: 1, port: 4780, writtenAt: new Date(NOW).toISOString(), sessions: [session], ...file });
}

/** A daemon begins over what was done to its folder. */
const started =
  (plant: (path: string, folder: string) => void, isGood: (life: Life) => Promise<boolean> | boolean, at = NOW) =>
  (copy: Copy): Promise<boolean> =>
    inFolder(async (folder) => {
      const path = join(folder, 'a.dashboard.json');
      plant(path, folder);
      const { Doorkeeper } = await copy.load<typeof Doors>('src/control/page/doorkeeper.ts');
      const { SessionKeeper } = await copy.load<typeof Keepers>(KEEPER);
      const { VirtualClock } = await copy.load<typeof Clocks>('src/base/virtualClock.ts');
      const clock = new VirtualClock(at);
      const door = new Doorkeeper(clock);
      const nobody = (): void => undefined;
      new SessionKeeper({ path, port: 4780, door, clock, tell: nobody, onTrouble: nobody }).begin();
      const isTheirs = await isGood({ clock, door, path });
      await clock.advance(0, settle);
      return isTheirs;
    });

const isIn = ({ door }: Life): boolean => door.session(THEIRS) !== undefined;
const put =
  (text: string, mode = 0o600) =>
  (path: string): void => {
    writeFileSync(path, text);
    chmodSync(path, mode);
  };
const at = (ms: number): string => new Date(ms).toISOString();

/** As another user of this machine would have made it, whoever runs the tests. */
const asAnother =
  (attack: (copy: Copy) => Promise<boolean>) =>
  async (copy: Copy): Promise<boolean> => {
    const { getuid } = process;
    process.getuid = () => 54_321;
    try {
      return await attack(copy);
    } finally {
      process.getuid = getuid!;
    }
  };

const enter = async ({ door, clock }: Life): Promise<ReturnType<Doors.Doorkeeper['open']>> => {
  const opened = door.open(door.token(true).token);
  await clock.advance(0, settle);
  return opened;
};

const ATTACKS: readonly Attack[] = [
  ['a file with their digest that others may write', started(put(planted(), 0o666), isIn), MODE],
  ['a file with their digest that belongs to another user', asAnother(started(put(planted()), isIn)), OWNER],
  [
    'a link to a file of their own',
    started((path, folder) => {
      put(planted())(join(folder, 'theirs'));
      symlinkSync(join(folder, 'theirs'), path);
    }, isIn),
    LINK,
  ],
  ['a file of 20 MB', started(put(planted() + ' '.repeat(20 * 1024 * 1024)), isIn), SIZE],
  ['a file of another form', started(put(planted({}, { version: 2 })), isIn), NEWER, FORM],
  [
    'a hundred sessions',
    async (copy) =>
      inFolder(async (folder) => {
        const path = join(folder, 'a.dashboard.json');
        const session: unknown = (JSON.parse(planted()) as { readonly sessions: readonly unknown[] }).sessions[0];
        put(planted({}, { sessions: Array.from({ length: 100 }, () => session) }))(path);
        const { readSessionFile } = await copy.load<typeof Files>(FILE);
        try {
          return readSessionFile(path, NOW)!.sessions.length > 32;
        } catch {
          return false;
        }
      }),
    MANY,
  ],
  [
    'a session that lasts ten years',
    started(put(planted({ expiresAt: at(NOW + 3650 * DAY_MS) })), async (life) => {
      await life.clock.advance(40 * DAY_MS, settle);
      return isIn(life);
    }),
    LONG,
    CUT,
  ],
  [
    'the cookie and the key with which an open page asked whoever had the port while the daemon was away, to act by',
    started(
      () => undefined,
      async (life) => {
        life.door.open(life.door.token(false).token);
        await life.clock.advance(0, settle);
        return existsSync(life.path);
      },
    ),
    ACTING,
  ],
  ['a clock that is set back by a day over a restart', started(put(planted()), isIn, NOW - DAY_MS), AHEAD],
  [
    'a clock that is set back by a few minutes at each restart, so that a session never ends',
    started(
      put(planted({ expiresAt: at(NOW + 1000) })),
      async (life) => {
        await life.clock.advance(60_000, settle);
        return isIn(life);
      },
      NOW - 4 * 60_000,
    ),
    YOUNGER,
  ],
  ['a session of a dashboard on another port', started(put(planted({}, { port: 4781 })), isIn), PORT],
  [
    'a session that was closed while the disk took nothing, after a restart',
    started(
      () => undefined,
      async (life) => {
        const { session } = await enter(life);
        mkdirSync(`${life.path}.new`);
        life.door.close(session);
        life.door.open(life.door.token(true).token);
        await life.clock.advance(0, settle);
        return existsSync(life.path);
      },
    ),
    CLOSED,
  ],
  [
    'a link in the place of the draft, which leads to a file of the owner',
    started(
      (path, folder) => {
        writeFileSync(join(folder, 'precious'), 'precious');
        symlinkSync(join(folder, 'precious'), `${path}.new`);
      },
      async (life) => {
        await enter(life);
        return readFileSync(join(life.path, '..', 'precious'), 'utf8') !== 'precious';
      },
    ),
    DRAFT,
    ANEW,
  ],
  [
    'another user reads who is in',
    started(
      () => undefined,
      async (life) => {
        await enter(life);
        return (statSync(life.path).mode & OTHERS) !== 0;
      },
    ),
    OWN_MODE,
  ],
];

export const DASHBOARD_SESSIONS: Target = { name: 'kept sessions of the dashboard', attacks: ATTACKS };
