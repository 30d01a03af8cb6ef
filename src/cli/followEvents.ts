import { jsonForPeople } from '../base/json.ts';
import { plainLine } from '../base/plainText.ts';
import { sleep } from '../base/clock.ts';
import { isFault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { EventRow } from '../control/contract/controlReplies.ts';
import type { LineFilter } from '../model/eventLine.ts';
import type { Column } from './column.ts';
import type { EventWay } from './eventWay.ts';
import { objectOf } from './print.ts';
import type { Shell } from './shell.ts';

const EVERY_MS = 500;

/** Prints the lines that are there, then each one as it comes, until the person stops it or the daemon ends. */
export async function followEvents(
  shell: Shell,
  way: EventWay,
  { kinds, level, strategy, symbol }: LineFilter,
  stored: readonly EventRow[],
  columns: readonly Column<EventRow>[],
): Promise<void> {
  const stop = shell.stopSignal();
  const asText = shell.options.output === 'table';
  const print = (rows: readonly EventRow[]): void => {
    for (const row of rows) shell.out.write(`${asText ? textOf(row) : jsonForPeople(objectOf(columns, row))}\n`);
  };
  print(stored);
  let last = stored.at(-1)?.id ?? (await way.newest({}, 1)).at(-1)?.id ?? 0;
  while (!stop.aborted) {
    const rows = await way.after(last, { kinds, level, strategy, symbol }).catch((error: unknown) => {
      // The daemon that was followed has ended, and so has what there is to follow.
      if (isFault(error, 'network')) return undefined;
      throw error;
    });
    if (rows === undefined) return;
    print(rows);
    last = rows.at(-1)?.id ?? last;
    await sleep(systemClock, EVERY_MS, stop).catch(() => undefined);
  }
}

function textOf({ at, level, event, text }: EventRow): string {
  return `${at.slice(0, 19).replace('T', ' ')} ${level === 'info' ? '' : `${level} `}${event}: ${plainLine(text)}`;
}
