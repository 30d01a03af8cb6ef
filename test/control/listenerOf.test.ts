import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listenerOf } from '../../src/control/listenerOf.ts';
import { temporaryFolder } from '../store/builders.ts';

it('names the process that listens on a socket, and none once nobody does', async () => {
  const folder = temporaryFolder();
  const socket = join(folder.path, 'a b.sock');
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(socket, resolve));
  expect(listenerOf(socket)).toBe(process.pid);
  expect(listenerOf(join(folder.path, 'other.sock'))).toBeUndefined();
  await new Promise((resolve) => void server.close(resolve));
  expect(listenerOf(socket)).toBeUndefined();
  folder.remove();
});
