import { Subject } from 'rxjs';
import { ZERO } from '../../src/base/decimal.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { readParameters } from '../../src/daemon/readParameters.ts';

/** A daemon that does whatever it is told. What it is told has been read by then. */
export function willingDaemon(told: string[] = []): Daemon {
  const done = (): Promise<unknown> => {
    told.push('done');
    return Promise.resolve({});
  };
  const operations = {
    tellStrategy: done,
    pauseAll: () => {
      told.push('paused');
      return [];
    },
    stopTrading: done,
    resumeTrading: done,
    stoppedIn: () => [],
    cancelAll: done,
    resolve: done,
    giveTo: done,
    adjustPosition: done,
    settleExecutions: done,
    ask: done,
    reconciling: { rows: done, adjust: done },
  };
  return {
    status: () => ({ state: 'running', stops: [], strategies: [], markets: [], transfers: [] }),
    trader: {
      snapshot: () => ({ at: 0, orders: [], refusals: {}, risk: [] }),
      resolution: () => undefined,
      events$: new Subject(),
      commands$: new Subject(),
    },
    tally: { lastFills: [] },
    settings: { backtest: {}, directory: '/', risk: { priceCollar: ZERO, staleAfter: 1, onStop: 'keep' }, strategies: {} },
    strategies: [],
    state: '/nowhere',
    history: {
      lines: { last: () => [], find: () => [], added$: new Subject(), write: () => undefined },
      refusals: { last: () => [] },
      executions: { find: () => ({}) },
      equity: { span: { everyMs: 5000, steps: [] }, newest: undefined },
      market: () => undefined,
    },
    records: {
      chronicle: { lines: () => Promise.resolve([]), equity: () => Promise.resolve({ everyMs: 60_000, steps: [] }) },
      fillLog: { fills: () => Promise.resolve([]), has: () => Promise.resolve(new Set()) },
      journal: { unresolved: () => Promise.resolve([]) },
    },
    requestStop: () => void told.push('stopped'),
    operations,
    newId: () => '01JD0000000000000000000000',
    interfaces: { clients: { accounts: () => ({}) }, transfers: { holding: () => Promise.resolve(undefined), questions: () => [] } },
    simulator: {
      chooseFaults: () => {
        told.push('done');
        return 'done';
      },
    },
    stories: { tell: () => Promise.resolve({ rows: [], notes: [] }) },
    refusals: { decide: () => ({}) },
    read: (...[operation, params]: Parameters<Daemon['read']>) => {
      readParameters(operation, params);
      return Promise.resolve(new Uint8Array(0));
    },
    call: () => Promise.resolve({ status: 200, bytes: new Uint8Array(0) }),
  } as unknown as Daemon;
}
