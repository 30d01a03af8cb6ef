import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { systemMachine } from '../../src/doctor/systemMachine.ts';

test('the machine says how much room there is, and what sqlite it has', async () => {
  const { freeBytes, freeFiles } = await systemMachine.space(tmpdir());
  expect(freeBytes).toBeGreaterThan(0);
  expect(freeFiles ?? 1).toBeGreaterThan(0);
  expect((await systemMachine.sqlite()).version).toMatch(/^3\./);
});

test('a program of the system is asked without our environment; one that fails or is not there says nothing', async () => {
  process.env['SLUICE_TEST_SECRET'] = 'a secret of ours';
  expect(await systemMachine.ask('env', [])).not.toContain('SLUICE_TEST_SECRET');
  delete process.env['SLUICE_TEST_SECRET'];
  expect(await systemMachine.ask('echo', ['yes'])).toBe('yes\n');
  expect(await systemMachine.ask('false', [])).toBeUndefined();
  expect(await systemMachine.ask('sluice-no-such-program', [])).toBeUndefined();
  expect(await systemMachine.ask('sleep', ['3600'])).toBeUndefined();
});

test('a port is free until somebody listens', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await systemMachine.isPortFree(port)).toBe(false);
  server.close();
  await once(server, 'close');
  expect(await systemMachine.isPortFree(port)).toBe(true);
});
