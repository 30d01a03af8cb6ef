import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { serveControl } from '../../src/control/controlServer.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { willingDaemon } from './willingDaemon.ts';

const folder = mkdtempSync(join(tmpdir(), 'gone-caller-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a reload is told when who asked for it is gone', async () => {
  const socketPath = join(folder, 'daemon.sock');
  let isAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  let isGone = (_event: Event): void => undefined;
  const gone = new Promise<Event>((resolve) => (isGone = resolve));
  const reload = (_file: string | undefined, signal: AbortSignal): Promise<unknown> => {
    signal.addEventListener('abort', isGone);
    isAsked();
    return gone.then(() => ({}));
  };
  const server = await serveControl({ ...willingDaemon(), configuration: { reload } } as unknown as Daemon, socketPath);
  const sent = request({ socketPath, method: 'POST', path: '/config/reload', agent: false });
  sent.on('error', () => undefined);
  sent.end('{}');
  await asked;
  sent.destroy();
  await expect(gone).resolves.toMatchObject({ type: 'abort' });
  await server.close();
});
