import { describe, expect, it } from 'vitest';
import { metricsApp, type Monitored, serveMetrics } from '../../src/metrics/metricsServer.ts';

const monitored: Monitored = {
  contentType: 'text/plain; version=0.0.4',
  metrics: async () => 'sluice_up_seconds 1\n',
  readiness: () => ({ ready: true, reasons: [] }),
};

function ask(path: string, { method = 'GET', host = '127.0.0.1:9464', of = monitored } = {}): Promise<Response> {
  return Promise.resolve(metricsApp(of).request(`http://127.0.0.1${path}`, { method, headers: { host } }));
}

describe('what monitoring reads', () => {
  it('is metrics, life and readiness', async () => {
    const metrics = await ask('/metrics');
    expect([metrics.status, metrics.headers.get('content-type'), await metrics.text()]).toEqual([
      200,
      monitored.contentType,
      'sluice_up_seconds 1\n',
    ]);
    expect(await (await ask('/livez')).json()).toEqual({ alive: true });
    expect(await (await ask('/readyz')).json()).toEqual({ ready: true, reasons: [] });
    expect((await ask('/')).status).toBe(404);
  });

  it('says with 503 and reasons that it is not ready', async () => {
    const answer = await ask('/readyz', { of: { ...monitored, readiness: () => ({ ready: false, reasons: ['starting'] }) } });
    expect([answer.status, await answer.json()]).toEqual([503, { ready: false, reasons: ['starting'] }]);
  });

  it.each(['localhost:9464', '127.0.0.1:9464', '[::1]:9464', '127.0.0.1'])('is given to %s', async (host) => {
    expect((await ask('/livez', { host })).status).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:9464',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '',
    'a b',
    '127.0.0.1@evil.example',
    '0.0.0.0',
  ])('is not given to a stranger named %j, whatever is asked', async (host) => {
    for (const path of ['/metrics', '/livez', '/readyz', '/']) expect((await ask(path, { host })).status).toBe(403);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('takes no %s', async (method) => {
    const answer = await ask('/metrics', { method });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  });
});

describe(serveMetrics.name, () => {
  it('listens on this machine only, and says that a port is taken', async () => {
    const server = await serveMetrics(monitored, 0);
    try {
      expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(await (await fetch(`${server.url}/metrics`)).text()).toBe('sluice_up_seconds 1\n');
      const port = Number(new URL(server.url).port);
      await expect(serveMetrics(monitored, port)).rejects.toMatchObject({ code: 'configuration', message: `port ${port} is taken` });
    } finally {
      await server.close();
    }
    await expect(fetch(`${server.url}/metrics`)).rejects.toThrow('fetch failed');
  });
});
