import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Secrets from '../../src/base/secret.ts';
import type * as Servers from '../../src/control/controlServer.ts';
import type * as Sockets from '../../src/control/serveOn.ts';
import type * as Clients from '../../src/control/socketClient.ts';
import type * as Treasuries from '../../src/control/treasuryServer.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import type * as Folders from '../../src/daemon/stateDirectory.ts';
import type * as Daemons from '../control/willingDaemon.ts';
import type { Attack, Target } from './attack.ts';
import { DIGITS, REDACTED } from './commonGuards.ts';
import type { Copy, Guard } from './copies.ts';
import { inFolder } from './inFolder.ts';
import { chunked, converse, type Raw, rawRequest, statusOf } from './wire.ts';

const SERVE = 'src/control/serveOn.ts';
const UMASK: Guard = [SERVE, 'process.umask(0o177)', 'process.umask(0)'];
const SOCKET_MODE: Guard = [SERVE, 'chmodSync(socket, 0o600);', ''];
const FOLDER_MODE: Guard = [SERVE, 'makeFolder(dirname(socket), 0o700)', 'makeFolder(dirname(socket))'];
const LISTENING: Guard = [SERVE, 'if (listening)', 'if (listening && socket === undefined)'];
const IS_SOCKET: Guard = [SERVE, 'if (!stats.isSocket() && stats.size > 0) {', 'if (stats.size < 0) {'];
const OWNED: Guard = ['src/control/assertOwned.ts', 'uid === self || uid === 0) return;', 'uid === self || uid !== -1) return;'];
const LONG: Guard = ['src/control/controlReply.ts', 'if (length > mostBytes) throw', 'if (length > Infinity) throw'];
const METHOD: Guard = ['src/control/controlServer.ts', 'app.on(method, path,', "app.on(['GET', 'POST', 'PUT', 'DELETE'], path,"];
const ONE_PLACE: Guard = ['src/control/controlServer.ts', 'if (twice !== undefined) throw', "if (twice === '') throw"];
const READS: Guard = ['src/control/controlHandlers.ts', "exchange[operation as ExchangeOperation].repeat === 'read'", 'true'];
const POSITIVE: Guard = ['src/control/contract/controlKinds.ts', '(value) => value.gt(0),', '() => true,'];
const SHORT: Guard = ['src/control/contract/controlKinds.ts', 'z.string().min(1).max(100);', 'z.string();'];
const LIMIT: Guard = ['src/control/treasuryServer.ts', 'if (/^[1-9]\\d{0,5}$/.test(text)) return Number(text);', 'return Number(text);'];
const APPROVALS: Guard = ['src/control/treasuryServer.ts', 'z.array(approval).max(100)', 'z.array(approval)'];
const OTHERS_WRITE: Guard = ['src/daemon/stateDirectory.ts', 'if ((mode & 0o022) !== 0) throw', 'if ((mode & 0o022) < 0) throw'];
const OTHERS_READ: Guard = ['src/daemon/stateDirectory.ts', 'if ((mode & 0o077) !== 0 && uid', 'if (mode < 0 && uid'];
const OTHERS = 0o077;

interface Served {
  readonly socket: string;
  readonly told: readonly string[];
  ask(raw: Raw): Promise<string>;
}

/** The socket of a daemon that does whatever it is told. */
const onSocket =
  (
    attack: (served: Served) => Promise<boolean> | boolean,
    change: (daemon: Daemon, copy: Copy) => Promise<Daemon> | Daemon = (same) => same,
  ) =>
  (copy: Copy): Promise<boolean> =>
    inFolder(async (folder) => {
      const { serveControl } = await copy.load<typeof Servers>('src/control/controlServer.ts');
      const { willingDaemon } = await copy.load<typeof Daemons>('test/control/willingDaemon.ts');
      const told: string[] = [];
      const socket = join(folder, 'made', 'control.sock');
      const server = await serveControl(await change(willingDaemon(told), copy), socket);
      const ask = (raw: Raw): Promise<string> => converse(socket, rawRequest({ ...raw, lines: ['host: localhost', ...(raw.lines ?? [])] }));
      try {
        return await attack({ socket, told, ask });
      } finally {
        await server.close();
      }
    });

/** The daemon does something. */
const changes = (what: string, raw: Raw, ...guards: Guard[]): Attack => [
  what,
  onSocket(async ({ ask, told }) => {
    await ask({ method: 'POST', ...raw });
    return told.length > 0;
  }),
  ...guards,
];

const PLACE = { type: 'place', symbol: 'BTC/EUR', side: 'Buy', orderType: 'Market', amount: '1' };
const placing = (change: object): Raw => ({ target: '/ask', body: JSON.stringify({ ...PLACE, ...change }) });
const PADDED = `${JSON.stringify(PLACE)}${' '.repeat(200_000)}`;

/** As another user of this machine would see it, whoever runs the tests. */
async function asAnother<T>(act: () => Promise<T>): Promise<T> {
  const { getuid } = process;
  process.getuid = () => 54_321;
  try {
    return await act();
  } finally {
    process.getuid = getuid!;
  }
}

/** Makes it somebody's who is neither we nor the system. */
function give(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, 12_345, 12_345);
}

const onTreasury =
  (raw: Raw, isGood: (calls: readonly unknown[]) => boolean) =>
  async (copy: Copy): Promise<boolean> => {
    const { treasuryApp } = await copy.load<typeof Treasuries>('src/control/treasuryServer.ts');
    const calls: unknown[] = [];
    const note = (...args: unknown[]): Promise<object> => Promise.resolve(calls.push(...args)).then(() => ({}));
    const app = treasuryApp(new Proxy({}, { get: () => note }) as never);
    const { method = 'GET', target = '/', body } = raw;
    await app.request(target, method === 'GET' ? { method } : { method, body: body ?? '' });
    return isGood(calls);
  };

const limited = (limit: string): Attack => [
  `so many moves of the treasury as ${limit}`,
  onTreasury({ target: `/moves?limit=${limit}` }, (calls) => calls.length > 0),
  LIMIT,
];
const APPROVAL = { person: 'a', key: 'a', signature: 'a', at: 1 };

const folderOf =
  (mode: number, isLeft: (mode: number) => boolean) =>
  (copy: Copy): Promise<boolean> =>
    inFolder(async (folder) => {
      const state = join(folder, 'state');
      mkdirSync(state);
      chmodSync(state, mode);
      const { stateDirectory } = await copy.load<typeof Folders>('src/daemon/stateDirectory.ts');
      try {
        stateDirectory(state);
      } catch {
        return false;
      }
      return isLeft(statSync(state).mode);
    });

const ATTACKS: readonly Attack[] = [
  ['another user opens the socket', onSocket(({ socket }) => (statSync(socket).mode & OTHERS) !== 0), UMASK, SOCKET_MODE],
  [
    'another user looks into the folder of the socket',
    onSocket(({ socket }) => (statSync(join(socket, '..')).mode & OTHERS) !== 0),
    FOLDER_MODE,
  ],
  [
    'a socket is put into a folder of another user',
    (copy) =>
      inFolder(async (folder) => {
        give(folder);
        const { serveOn } = await copy.load<typeof Sockets>(SERVE);
        const { treasuryApp } = await copy.load<typeof Treasuries>('src/control/treasuryServer.ts');
        const server = await asAnother(() => serveOn(treasuryApp({} as never), join(folder, 'control.sock'))).catch(() => undefined);
        await server?.close();
        return server !== undefined;
      }),
    OWNED,
  ],
  [
    'another user answers in the place of the daemon',
    (copy) =>
      onSocket(async ({ socket }) => {
        give(socket);
        const { socketClient } = await copy.load<typeof Clients>('src/control/socketClient.ts');
        return (await asAnother(() => socketClient(socket, '/status')).catch(() => undefined)) !== undefined;
      })(copy),
    OWNED,
  ],
  [
    'a second daemon takes the socket of the first',
    (copy) =>
      onSocket(async ({ socket }) => {
        const { serveOn } = await copy.load<typeof Sockets>(SERVE);
        const { treasuryApp } = await copy.load<typeof Treasuries>('src/control/treasuryServer.ts');
        const second = await serveOn(treasuryApp({} as never), socket).catch(() => undefined);
        await second?.close();
        return second !== undefined;
      })(copy),
    LISTENING,
  ],
  [
    'a file of the owner that is named as the socket is removed',
    (copy) =>
      inFolder(async (folder) => {
        const file = join(folder, 'notes.txt');
        writeFileSync(file, 'precious');
        const { serveOn } = await copy.load<typeof Sockets>(SERVE);
        const { treasuryApp } = await copy.load<typeof Treasuries>('src/control/treasuryServer.ts');
        const server = await serveOn(treasuryApp({} as never), file).catch(() => undefined);
        await server?.close();
        return !existsSync(file) || statSync(file).size !== 8;
      }),
    IS_SOCKET,
  ],
  changes('a GET that pauses', { method: 'GET', target: '/strategies/pause' }, METHOD),
  changes('a PUT that stops the daemon', { method: 'PUT', target: '/stop' }, METHOD),
  changes('a DELETE that cancels', { method: 'DELETE', target: '/orders/cancel' }, METHOD),
  changes('a body of 200 KB', { target: '/ask', body: PADDED }, LONG),
  changes('a body of 200 KB in pieces', { target: '/ask', lines: ['transfer-encoding: chunked'], body: chunked(PADDED) }, LONG),
  changes(
    'two names of the strategy, one in the path and one in the body',
    { target: '/strategies/a/pause', body: '{"name":"b"}' },
    ONE_PLACE,
  ),
  changes('an order of less than nothing', placing({ amount: '-1' }), POSITIVE),
  changes('an order of nothing', placing({ amount: '0' }), POSITIVE),
  changes('an order in another base', placing({ amount: '0x7fffffff' }), DIGITS),
  changes('an order of infinitely much', placing({ amount: 'Infinity' }), DIGITS),
  changes('an order whose amount has 500 digits', placing({ amount: '1'.repeat(500) }), DIGITS),
  changes('a symbol of 10,000 characters', placing({ symbol: 'x'.repeat(10_000) }), SHORT),
  ...['orders.place', 'withdrawals.create'].map((operation): Attack => [
    `${operation} as a read, past the journal`,
    onSocket(
      async ({ ask }) => statusOf(await ask({ method: 'POST', target: `/read/${operation}`, body: '{}' })) === 200,
      (daemon) => ({ ...daemon, read: () => Promise.resolve(new Uint8Array(0)) }),
    ),
    READS,
  ]),
  [
    'an answer that repeats the key of the account',
    onSocket(
      async ({ ask }) => (await ask({ target: '/status' })).includes('QUtFWS1PRi1BTi1BQ0NPVU5U'),
      async (daemon, copy) => {
        const { Secret } = await copy.load<typeof Secrets>('src/base/secret.ts');
        const key = new Secret('QUtFWS1PRi1BTi1BQ0NPVU5U').reveal();
        return { ...daemon, status: () => ({ state: `refused for ${key}` }) as never };
      },
    ),
    REDACTED,
  ],
  limited('-1'),
  limited('1e9'),
  limited('0x7fffffff'),
  [
    'a policy with more approvals than are checked at once',
    onTreasury(
      {
        method: 'POST',
        target: '/policy',
        body: JSON.stringify({ text: 'x', who: 'a', approvals: Array.from({ length: 5000 }, () => APPROVAL) }),
      },
      (calls) => calls.length > 0,
    ),
    APPROVALS,
  ],
  ['a state folder into which others may put a database', folderOf(0o777, () => true), OTHERS_WRITE],
  ['B12: a state folder that others may read', folderOf(0o755, (mode) => (mode & OTHERS) !== 0), OTHERS_READ],
];

export const SOCKET: Target = { name: 'control socket and state folder', attacks: ATTACKS };
