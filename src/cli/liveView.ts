import type { Clock } from '../base/clock.ts';
import { isoOf } from '../base/instant.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { eventLine, noticeLine } from '../daemon/eventLines.ts';
import { liveScreen } from './liveScreen.ts';
import { plainLine } from '../base/plainText.ts';
import { draw, type GuardedOutput } from './outputGuard.ts';

type Screen = GuardedOutput & { readonly rows?: number };

const REDRAW_MS = 500;
const LAST_LINES = 20;

/**
 * A compact view that redraws in place: profit, markets with their strategies, last fills, news. Returns a function that ends it.
 */
export function liveView(daemon: Daemon, clock: Clock, screen: Screen): () => void {
  let drawn = 0;
  let ended = false;
  let cancel: (() => void) | undefined;
  const lines: string[] = [];
  const remember = (line: { readonly level: string; readonly text: string } | undefined): void => {
    if (line === undefined || line.level === 'debug' || line.text.includes(': filled ')) return;
    lines.push(`${isoOf(clock.now()).slice(11, 19)} ${plainLine(line.text)}`);
    if (lines.length > LAST_LINES) lines.shift();
  };
  const subscriptions = [
    daemon.trader.events$.subscribe((event) => remember(eventLine(event))),
    daemon.trader.notices$.subscribe((notice) => remember(noticeLine(notice))),
    daemon.trouble$.subscribe((text) => remember({ level: 'warn', text })),
  ];
  const redraw = (): void => {
    const width = Math.max(40, screen.columns ?? 80);
    // Rows beyond the screen could not be redrawn, so there are none.
    const height = Math.max(5, (screen.rows ?? 40) - 1);
    const state = { status: daemon.status(), fills: daemon.tally.lastFills, lines };
    const rows = liveScreen(state, width - 1, height).map((row) => cutTo(row, width - 1));
    draw(screen, `${drawn === 0 ? '' : `\u001b[${drawn}A`}${rows.map((row) => `\u001b[2K${row}\n`).join('')}\u001b[0J`);
    drawn = rows.length;
    if (!ended) cancel = clock.setTimer(REDRAW_MS, redraw);
  };
  redraw();
  return () => {
    ended = true;
    cancel?.();
    for (const subscription of subscriptions) subscription.unsubscribe();
    redraw();
  };
}

/** Cuts a line to the width. Colour sequences do not count. */
function cutTo(line: string, width: number): string {
  let shown = 0;
  let out = '';
  // oxlint-disable-next-line no-control-regex -- these sequences set colours and take no room
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    if (part.startsWith('\u001b[')) out += part;
    else {
      out += part.slice(0, Math.max(0, width - shown));
      shown += part.length;
    }
  }
  return out;
}
