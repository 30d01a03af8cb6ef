import type { Event, Report } from '../model/event.ts';
import type { Notice } from '../model/notice.ts';
import { incidentsOf, incidentsOfNotice } from './incidents.ts';
import { eventLine, noticeLine } from './eventLines.ts';
import type { Log, LogFields } from './log.ts';
import type { Trader } from './trader.ts';

/** Writes to the log what happens: reports of the venue, warnings of the feed, notices of the engine, commands. */
export function logTrader(trader: Trader, log: Log): void {
  trader.events$.subscribe((event) => logEvent(event, log));
  trader.notices$.subscribe((notice) => logNotice(notice, log));
  trader.commands$.subscribe((command) =>
    log.write('debug', `command-${command.type}`, `${command.type} sent`, { ...command, kind: command.type }),
  );
}

function logEvent(event: Event, log: Log): void {
  const line = eventLine(event);
  if (line === undefined) return;
  const [name, fields] = namedFields(event);
  log.write(line.level, name, line.text, fields, incidentsOf(event));
}

function namedFields(event: Event): [string, LogFields] {
  switch (event.type) {
    case 'report':
      return [event.report.type, fieldsOf(event.report)];
    case 'market-warning':
      return [`market-${event.kind}`, { symbol: event.symbol }];
    case 'operator':
      return [`operator-${event.order.type}`, event.order as LogFields];
    default:
      return [event.type, {}];
  }
}

/** What was executed or converted says itself whose it is. */
function fieldsOf(report: Report): LogFields {
  if (report.type === 'fill') return report.fill;
  return (report.type === 'converted' ? { ...report.conversion, adopted: report.adopted } : report) as LogFields;
}

function logNotice(notice: Notice, log: Log): void {
  // What is in force from now on is written by who knows all that is new.
  if (notice.type === 'reloaded' && notice.problem === undefined) return;
  const line = noticeLine(notice);
  if (line === undefined) return;
  log.write(line.level, notice.type === 'log' ? 'strategy-log' : notice.type, line.text, notice as LogFields, incidentsOfNotice(notice));
}
