import { afterAll, expect, it } from 'vitest';
import { controlClient } from '../../src/control/controlClient.ts';
import { standbyClient } from '../../src/control/standbyClient.ts';
import { serveStandby, standbyText, standsBy } from '../../src/control/standbyServer.ts';
import { temporaryFolder } from '../store/builders.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const REPORT = {
  state: 'standing-by',
  pid: 7,
  account: 'account-1',
  since: '2026-11-24T10:00:00Z',
  why: 'the store is in use by process 4711 of alpha',
} as const;

it('a daemon that stands by says for whom, ends when it is told to, and is no daemon that can be asked', async () => {
  const socket = `${folder.path}/sluice.sock`;
  expect(await standbyClient(socket)).toBeUndefined();
  let isStopped = false;
  const server = await serveStandby(
    () => REPORT,
    () => (isStopped = true),
    socket,
  );
  const client = await standbyClient(socket);
  expect(client?.report).toEqual(REPORT);
  expect(await controlClient(socket)).toBeUndefined();
  await client?.stop();
  expect(isStopped).toBe(true);
  await server.close();
  const text = 'standing by for account-1 since 2026-11-24T10:00:00Z: the store is in use by process 4711 of alpha';
  expect([standbyText(REPORT), standsBy(REPORT).message]).toEqual([text, `the daemon here is ${text}`]);
});
