import { expect, it } from 'vitest';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { DaemonMetrics } from '../../src/metrics/daemonMetrics.ts';
import { monitorDaemon } from '../../src/metrics/monitorDaemon.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { sluiceVersion } from '../../src/settings/sluiceVersion.ts';
import { metricSource } from './metricSource.ts';

it('shows what the daemon is at the moment of each request', async () => {
  const settings = await loadSettings({ file: undefined, env: {} });
  let source = metricSource();
  const daemon: Pick<Daemon, 'status' | 'tally'> & { readonly trader: unknown; readonly settings: unknown } = {
    settings,
    status: () => source.status,
    tally: source.tally as Daemon['tally'],
    trader: { snapshot: () => ({ balances: source.balances }) },
  };
  const server = await monitorDaemon(daemon as Daemon, new DaemonMetrics(), 0);
  try {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toContain(`sluice_info{world="DEMO",version="${sluiceVersion()}"} 1`);
    expect(text).toContain('sluice_balance{currency="EUR",part="total"} 1000');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    source = metricSource({ state: 'stopping' });
    const answer = await fetch(`${server.url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([503, { ready: false, reasons: ['stopping'] }]);
  } finally {
    await server.close();
  }
});
