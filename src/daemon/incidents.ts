import type { Event, Report } from '../model/event.ts';
import type { Notice } from '../model/notice.ts';
import { ALL_TRADING, type StopCause, type TradingScope } from '../model/tradingStop.ts';

/** What begins or ends with a line of the log, by names that both have in common. Who has heard that something began has to hear that it is over. */
export interface Incidents {
  readonly begins?: readonly string[];
  readonly ends?: readonly string[];
}

/** What an event begins or ends. */
export function incidentsOf(event: Event): Incidents {
  if (event.type === 'report') return incidentsOfReport(event.report);
  if (event.type !== 'market-warning') return {};
  const market = [`market ${event.symbol}`];
  if (event.kind !== 'recovered') return { begins: market };
  return event.others === undefined ? { ends: market } : {};
}

export function incidentsOfNotice(notice: Notice): Incidents {
  switch (notice.type) {
    case 'strategy-stopped':
      return { begins: [`strategy ${notice.strategy}`] };
    case 'strategy-state':
      return notice.state === 'running' ? { ends: [`strategy ${notice.strategy}`] } : {};
    case 'halted':
      return incidentOfStop({ scope: ALL_TRADING, cause: 'daily-loss' }, false);
    case 'trading':
      return incidentOfStop(notice, notice.state === 'active');
    case 'reloaded':
      return notice.problem === undefined ? {} : { begins: [CONFIGURATION] };
    default:
      return {};
  }
}

/** There is one stop of each cause in each scope. */
export function incidentOfStop(
  { scope, cause }: { readonly scope: TradingScope; readonly cause: StopCause },
  isLifted: boolean,
): Incidents {
  const stop = [`stop ${scope.of} ${scope.name} ${cause}`];
  return isLifted ? { ends: stop } : { begins: stop };
}

/** That a configuration was to be taken, and is not in force. */
export const CONFIGURATION = 'the configuration';

/** The same of what the venue reports. */
export function incidentsOfReport(report: Report): Incidents {
  switch (report.type) {
    case 'lane-frozen':
      return { begins: [laneOf(report.lane)] };
    case 'lane-opened':
      return { ends: [laneOf(report.lane)] };
    case 'intent-unknown':
      return { begins: [intentOf(report.intentId), ...(report.goesOn ? [] : [laneOf(report.lane)])] };
    case 'order-opened':
    case 'order-replaced':
    case 'intent-refused':
    case 'intent-not-sent':
    case 'intent-not-placed':
      return { ends: [intentOf(report.intentId)] };
    case 'converted':
      return report.conversion.intentId === undefined ? {} : { ends: [intentOf(report.conversion.intentId)] };
    case 'order-late':
      return { begins: [orderOf(report.orderId)] };
    case 'order-closed':
      return { ends: [orderOf(report.orderId)] };
    default:
      return {};
  }
}

function laneOf(lane: string): string {
  return `lane ${lane}`;
}

function intentOf(id: string): string {
  return `intent ${id}`;
}

function orderOf(id: string): string {
  return `order ${id}`;
}
