import { isoOf } from '../base/instant.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { eventLine, type Line, noticeLine } from '../daemon/eventLines.ts';
import { say, type Shell } from './shell.ts';

/** What happens, a line each, for a log file or a pipe. With `-o json` the log has it, as JSON lines. Answers how to end it. */
export function plainLines(daemon: Daemon, shell: Shell): () => void {
  if (shell.options.output !== 'table') return () => undefined;
  const write = (at: number, line: Line | undefined): void => {
    if (line !== undefined && line.level !== 'debug') say(shell, `${isoOf(at).slice(11, 19)} ${line.text}`);
  };
  let at = 0;
  const subscriptions = [
    daemon.trader.events$.subscribe((event) => {
      at = event.at;
      write(at, eventLine(event));
    }),
    daemon.trader.notices$.subscribe((notice) => write(at, noticeLine(notice))),
  ];
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}
