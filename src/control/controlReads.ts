import { isoOf } from '../base/instant.ts';
import { Fault } from '../base/fault.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { noSuch } from '../daemon/noSuch.ts';
import { strategyForms } from '../daemon/history/strategyForms.ts';
import { isOwnConfig } from '../settings/ownConfig.ts';
import { sluiceVersion } from '../settings/sluiceVersion.ts';
import type { ControlReplies } from './contract/controlReplies.ts';
import type { ControlReadName } from './contract/controlRows.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';
import { fillLine, orderRow } from './controlLines.ts';
import { limitRows } from './limitRows.ts';
import { marketView } from './marketView.ts';
import { chronicleReads } from './chronicleReads.ts';
import { paymentReads } from './paymentReads.ts';
import { profitReads } from './profitReads.ts';
import { runReads } from './runReads.ts';
import { simulatorReads } from './simulatorReads.ts';
import { statementReads } from './statementReads.ts';
import { treasuryReads } from './treasuryReads.ts';
import { unresolvedViews } from './unresolvedViews.ts';

/** The rows that look at a daemon and change nothing. Each takes a few milliseconds at the most, but for the plan, which loads a configuration, `why`, which reads on a thread beside, payments, which ask the venue, and statements and profits, which go through books and executions in a process beside. */
export function controlReads(daemon: Daemon): ControlHandlers<ControlReadName> {
  const { history, records } = daemon;
  const known = (name: string): string => {
    if (daemon.strategies.some((one) => one.name === name)) return name;
    throw noSuch('strategy', name, [...new Set(daemon.strategies.map((one) => one.name))]);
  };
  return {
    status: () => daemon.status(),
    'settings.facts': () => factsOf(daemon),
    'orders.owners': () => Object.fromEntries(daemon.trader.snapshot().orders.map(({ orderId, strategy }) => [orderId ?? '', strategy])),
    'orders.live': () => {
      const { at, orders } = daemon.trader.snapshot();
      return orders.map((order) => orderRow(order, at));
    },
    'fills.list': async (filter) => {
      const { before } = filter;
      if (before !== undefined && !(await records.fillLog.has([before])).has(before))
        throw new Fault('not-found', `before: there is no fill ${before}`);
      return (await records.fillLog.fills(filter)).map(({ fill }) => fillLine(fill));
    },
    'executions.show': ({ id }) => {
      const execution = history.executions.find(id);
      if (execution === undefined) throw new Fault('not-found', `id: ${id} is no worked order, or was over before the daemon started`);
      return execution;
    },
    ...chronicleReads(daemon),
    ...profitReads(daemon),
    'market.show': (asked) => marketView(daemon, asked),
    'strategies.list': () => {
      const { strategies } = daemon.status();
      return strategyForms(daemon.settings, daemon.strategies).map((form) => ({
        ...form,
        markets: strategies.filter(({ name }) => name === form.name),
      }));
    },
    'strategies.tags': ({ name }) => history.tags.of(known(name)),
    'strategies.state': ({ name }) => daemon.trader.kept(known(name)),
    'strategies.plots': ({ name }) => history.plots.of(known(name)),
    'unresolved.list': () => unresolvedViews(daemon),
    why: async ({ id, signals }, gone) => {
      const { rows, notes } = await daemon.stories.tell(id, signals === 'no', gone);
      return { rows: rows.map((row) => ({ ...row, at: isoOf(row.at) })), notes };
    },
    ...runReads(daemon),
    ...paymentReads(() => daemon.interfaces.payments),
    'limits.list': () => limitRows(daemon),
    'balances.list': () => daemon.trader.snapshot().balances,
    'treasury.show': () => treasuryReads(daemon),
    ...statementReads(daemon),
    'simulator.show': () => simulatorReads(daemon),
    'config.plan': ({ file }) => daemon.configuration.plan(file),
    // Lets a command find out whether the daemon's accounts at the payment interfaces are its own.
    accounts: () => daemon.interfaces.clients.accounts(),
  };
}

function factsOf(daemon: Daemon): ControlReplies['settings.facts'] {
  const { world, venue, pid, startedAt, config, database, markets } = daemon.status();
  const { staleAfter, onStop } = daemon.settings.risk;
  const symbols = markets.map(({ symbol }) => symbol);
  const files = { config, isOwnConfig: config !== undefined && isOwnConfig(config), database };
  return { world, venue, version: sluiceVersion(), pid, startedAt, ...files, symbols, staleAfterMs: staleAfter, onStop };
}
