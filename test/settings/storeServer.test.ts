import { describe, expect, it } from 'vitest';
import { storeAddress } from '../../src/settings/storeServer.ts';

describe('the address of a store', () => {
  it('names server, database and user, and says where the password is kept', () => {
    const { server, reference } = storeAddress('postgres://sluice:${env:STORE_PASSWORD}@10.0.0.5:5433/state')!;
    expect(server).toMatchObject({ host: '10.0.0.5', port: 5433, database: 'state', user: 'sluice', isLocal: false });
    expect([server.shown, reference]).toEqual(['postgres://sluice@10.0.0.5:5433/state', '${env:STORE_PASSWORD}']);
  });

  it.each([
    ['postgres://sluice@127.0.0.1/state', '127.0.0.1', 5432, true],
    ['postgresql://sluice@[::1]/state', '::1', 5432, true],
    ['postgres://sluice@db.example.com/state?sslrootcert=/etc/ca.pem', 'db.example.com', 5432, false],
    ['postgres://sluice@localhost:5433/state?host=/run/postgresql', '/run/postgresql', 5433, true],
  ])('%s', (text, host, port, isLocal) => {
    expect(storeAddress(text)).toMatchObject({ server: { host, port, isLocal }, reference: undefined });
  });

  it.each([
    'postgres://sluice:hunter2@10.0.0.5/state',
    'postgres://10.0.0.5/state',
    'postgres://sluice@10.0.0.5',
    'postgres://sluice@10.0.0.5/state?sslmode=disable',
    'postgres://sluice@10.0.0.5/state?host=elsewhere',
    'mysql://sluice@10.0.0.5/state',
    './state.sqlite',
    'postgres://sluice@10.0.0.5/st%20ate',
  ])('%s is none', (text) => {
    expect(storeAddress(text)).toBeUndefined();
  });
});
