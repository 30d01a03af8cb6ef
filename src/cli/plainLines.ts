import type { Clock } from '../base/clock.ts';
import { isoOf } from '../base/instant.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { eventLine, type Line, noticeLine } from '../daemon/eventLines.ts';
import type { LogLevel } from '../daemon/log.ts';
import { plainLine } from '../base/plainText.ts';
import { say, type Shell } from './shell.ts';

const RANK: Readonly<Record<LogLevel, number>> = { trace: 0, debug: 1, info: 2, warn: 3, error: 4, fatal: 5 };

/**
 * Prints what happens from the level of the log on, one line each, for a log file or a pipe. With `-o json` the log has it already
 * as JSON lines. Returns a function that ends it.
 */
export function plainLines(daemon: Daemon, clock: Clock, shell: Shell): () => void {
  if (shell.options.output !== 'table') return () => undefined;
  const write = (line: Line | undefined): void => {
    const least = daemon.settings.log.level;
    if (line !== undefined && RANK[line.level] >= RANK[least]) say(shell, `${isoOf(clock.now()).slice(11, 19)} ${plainLine(line.text)}`);
  };
  const subscriptions = [
    daemon.trader.events$.subscribe((event) => write(eventLine(event))),
    daemon.trader.notices$.subscribe((notice) => write(noticeLine(notice))),
    daemon.trouble$.subscribe((text) => write({ level: 'warn', text })),
  ];
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}
