import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Machine } from '../../src/doctor/machine.ts';
import { DoctorFolder } from './doctorFolder.ts';

let folder: DoctorFolder;
beforeEach(() => {
  folder = new DoctorFolder();
});
afterEach(() => folder.remove());

it('finds nothing on a sound machine', async () => {
  for (const check of [
    'versions',
    'modes',
    'disk',
    'clock',
    'keys',
    'recordings',
    'feed',
    'account',
    'databases',
    'unresolved',
    'recovery',
    'daemon',
    'ports',
  ]) {
    expect([check, await folder.troubles(check)]).toEqual([check, []]);
    expect((await folder.look(check)).length).toBeGreaterThan(0);
  }
});

describe('versions', () => {
  const sqlite = (version: string, ...options: string[]): Pick<Machine, 'sqlite'> => ({
    sqlite: () => Promise.resolve({ version, options }),
  });

  it.each<[string, Partial<Machine>, string]>([
    ['an old Node', { node: '22.19.0' }, 'bad: Node 22.19.0, and 24 or newer is needed -> install Node 24 or newer, then `npm ci`'],
    ['a sqlite that can damage a database', sqlite('3.45.0', 'THREADSAFE=1'), 'bad: sqlite 3.45.0 can damage a database in WAL mode'],
    ['one for a single thread', sqlite('3.52.0', 'THREADSAFE=0'), "compiled so that it can't keep a journal: no THREADSAFE=1 -> npm ci"],
    ['one without WAL', sqlite('3.52.0', 'THREADSAFE=1', 'OMIT_WAL'), "can't keep a journal: OMIT_WAL -> npm ci"],
  ])('tells %s', async (_what, machine, words) => {
    expect(await folder.troubles('versions', { machine })).toEqual([expect.stringContaining(words)]);
  });
});

describe('time sources', () => {
  const ask = (answers: Readonly<Record<string, string>>): Pick<Machine, 'ask'> => ({
    ask: (program) => Promise.resolve(answers[program]),
  });

  it.each([
    [{ timedatectl: 'no\n' }, 'look: nothing keeps the clock of this machine: NTP is not synchronised -> timedatectl set-ntp true'],
    [{ chronyc: '7F7F0101,,0,0.0,0,0,0,0,0,0,0,1,1,Not synchronised\n' }, 'NTP is not synchronised'],
    [{}, 'look: neither chronyc nor timedatectl says what keeps the clock'],
  ])('%j is told', async (answers, words) => {
    expect(await folder.troubles('clock', { machine: ask(answers) })).toEqual([expect.stringContaining(words)]);
  });

  it.each([[{ timedatectl: 'yes\n' }], [{ chronyc: 'A29FC87B,time.example,3,1,0,0,0,0,0,0,0,64.2,0,Normal\n', timedatectl: 'no\n' }]])(
    '%j is in order',
    async (answers) => {
      expect(await folder.troubles('clock', { machine: ask(answers) })).toEqual([]);
    },
  );
});

describe('modes', () => {
  it('tells a folder that others may write to, or read', async () => {
    chmodSync(folder.in('state'), 0o777);
    chmodSync(folder.in('accounts'), 0o755);
    expect(await folder.troubles('modes')).toEqual([
      `bad: others may write to the state folder ${folder.in('state')} (mode 777): no daemon starts on it -> chmod 700 ${folder.in('state')}`,
      `look: others may read the register of accounts ${folder.in('accounts')} (mode 755) -> chmod 700 ${folder.in('accounts')}`,
    ]);
  });

  it('tells what is no folder, and files that others could use', async () => {
    rmSync(folder.in('accounts'), { recursive: true });
    writeFileSync(folder.in('accounts'), '');
    writeFileSync(folder.in('state', 'treasury.sqlite'), '');
    chmodSync(folder.in('state', 'treasury.sqlite'), 0o644);
    expect(await folder.troubles('modes')).toEqual([
      expect.stringContaining('look: others could use treasury.sqlite in the state folder') as string,
      `bad: the register of accounts ${folder.in('accounts')} is no folder -> ls -l ${folder.in('accounts')}`,
    ]);
  });

  it('tells a socket and a configuration that others may use', async () => {
    const context = await folder.context();
    const socket = await folder.serve((_request, response) => response.end(), folder.in('state', 'sluice.sock'));
    chmodSync(socket, 0o666);
    chmodSync(folder.in('sluice.yaml'), 0o664);
    expect(await folder.troubles('modes', context)).toEqual([
      expect.stringContaining('look: others could use sluice.sock') as string,
      expect.stringContaining(`-> chmod 600 ${socket}`) as string,
      expect.stringMatching(/^look: others may change the configuration .* \(mode 664\).* -> chmod go-w /) as string,
    ]);
    chmodSync(folder.in('sluice.yaml'), 0o666);
    expect(await folder.troubles('modes', context)).toContainEqual(expect.stringMatching(/^bad: others may change the configuration/));
  });

  it('tells folders that are not there and can not be made', async () => {
    writeFileSync(folder.in('file'), '');
    const context = { ...(await folder.context({ state: 'file/state' })), accounts: folder.in('file', 'accounts') };
    expect(await folder.troubles('modes', context)).toEqual([
      expect.stringMatching(
        /^bad: the state folder \S+file\/state is not there and can't be made: .*: no daemon starts on it -> name another folder with --state/,
      ) as string,
      expect.stringMatching(
        /^look: the register of accounts \S+ is not there and can't be made: .* an account of a venue does not -> .*SLUICE_ACCOUNTS/,
      ) as string,
    ]);
  });

  it('takes folders that are not there yet', async () => {
    expect(await folder.troubles('modes', { state: 'not-yet' })).toEqual([]);
  });
});

describe('disk', () => {
  const space = (freeBytes: number, freeFiles?: number): Pick<Machine, 'space'> => ({
    space: () => Promise.resolve({ freeBytes, freeFiles }),
  });

  it.each<[string, Partial<Machine>, RegExp]>([
    ['a disk that is full', space(12_000_000, 50_000), /^bad: only 12\.0 MB and 50000 files free .* -> df -h /],
    ['one without free inodes', space(50e9, 3), /^bad: only 50\.0 GB and 3 files free/],
    ['one that is nearly full', space(1e9), /^look: only 1\.0 GB free for the state folder/],
    ['few free inodes', space(50e9, 9000), /^look: only 50\.0 GB and 9000 files free/],
  ])('tells %s', async (_what, machine, words) => {
    expect(await folder.troubles('disk', { machine })).toEqual([expect.stringMatching(words)]);
  });

  it('looks at the disk of the recordings, too', async () => {
    const config = 'mode: demo\nrecord: { symbols: [BTC/EUR], data: ./data }\n';
    const found = await folder.troubles('disk', { config, machine: space(1000) });
    expect(found).toEqual([expect.stringContaining('the state folder'), expect.stringContaining(`the recordings ${folder.in('data')}`)]);
  });
});

describe('recordings', () => {
  const config = 'mode: demo\nrecord: { symbols: [BTC/EUR], data: ./data }\n';

  it('tells a folder that can not be written', async () => {
    writeFileSync(folder.in('data'), 'a file in its place');
    expect(await folder.troubles('recordings', { config })).toEqual([
      expect.stringContaining(`bad: recordings can't be written to ${folder.in('data')}`),
    ]);
  });

  it('takes one that is there or can be made', async () => {
    expect(await folder.troubles('recordings', { config })).toEqual([]);
    mkdirSync(folder.in('data'));
    expect(await folder.troubles('recordings', { config })).toEqual([]);
  });
});

describe('ports', () => {
  const config = 'mode: demo\nmetrics: { port: 9464 }\nsimulator: { port: 9465 }\ndashboard: { port: 9466 }\n';
  const isPortFree = (port: number): Promise<boolean> => Promise.resolve(port !== 9464);

  it('tells one that another program has', async () => {
    expect(await folder.troubles('ports', { config, machine: { isPortFree } })).toEqual([
      "bad: port 9464 (metrics.port) is taken, and no daemon of this state has it -> ss -ltnp 'sport = :9464'; end that program, or change metrics.port",
    ]);
  });

  it('looks at each port that is configured', async () => {
    expect((await folder.look('ports', { config })).map(({ found }) => found)).toEqual([
      'port 9464 (metrics.port) is free',
      'port 9466 (dashboard.port) is free',
      'port 9465 (simulator.port) is free',
    ]);
  });

  it('takes one that the daemon has', async () => {
    await folder.serve((_request, response) => response.end('{}'), folder.in('state', 'sluice.sock'));
    expect(await folder.troubles('ports', { config, machine: { isPortFree } })).toEqual([]);
  });

  it.each<[how: string, answer: RequestListener]>([
    ['is held and answers nothing', () => undefined],
    [
      'stands by',
      (_request, response) => {
        response.statusCode = 409;
        response.end('{"error":"daemon-running","message":"it stands by"}');
      },
    ],
  ])('takes one of a daemon that %s', async (_how, answer) => {
    await folder.serve(answer, folder.in('state', 'sluice.sock'));
    expect(await folder.troubles('ports', { config, machine: { isPortFree } })).toEqual([]);
  });
});
