import { Fault } from '../base/fault.ts';
import { isoOrNone } from '../base/instant.ts';
import type { EventRow } from '../control/contract/controlReplies.ts';
import type { ControlClient } from '../control/controlClient.ts';
import { eventRow } from '../control/controlLines.ts';
import type { LineFilter } from '../model/eventLine.ts';
import { controlOf, reachDaemon } from './daemonWay.ts';
import { readLocalStore } from './localStore.ts';
import type { Shell } from './shell.ts';

/** The most that the daemon tells at once. */
const PAGE = 500;

/** How lines of the event log are read. */
export interface EventWay {
  /** The newest lines, oldest first. */
  newest(filter: LineFilter, limit: number): Promise<readonly EventRow[]>;
  /** What came after a line, oldest first. Rejects with `daemon-not-running` where no daemon runs. */
  after(id: number, filter: LineFilter): Promise<readonly EventRow[]>;
}

/** Through the running daemon, which knows what is not on the disk yet; else from the account's store. */
export async function eventWay(shell: Shell): Promise<EventWay> {
  const { control } = await reachDaemon(shell, controlOf);
  if (control === undefined) {
    return {
      newest: (filter, limit) =>
        readLocalStore(shell, async ({ chronicle }) => (await chronicle.lines(filter, limit)).map(eventRow).reverse()),
      after: () =>
        Promise.reject(
          new Fault('daemon-not-running', 'no daemon runs, so nothing more happens', {
            suggestion: 'start it with `sluice run`, or leave out --follow',
          }),
        ),
    };
  }
  return daemonEvents(control);
}

/** The lines that a running daemon tells of, a page at a time. */
export function daemonEvents(control: Pick<ControlClient, 'call'>): EventWay {
  const page = (filter: LineFilter, limit: number): Promise<readonly EventRow[]> => {
    const { kinds, from, to, ...rest } = filter;
    return control.call('events.list', { ...rest, kinds: kinds?.join(','), from: isoOrNone(from), to: isoOrNone(to), limit });
  };
  const newest = async (filter: LineFilter, limit: number): Promise<readonly EventRow[]> => {
    const rows: EventRow[] = [];
    while (rows.length < limit) {
      const asked = Math.min(PAGE, limit - rows.length);
      const found = await page({ ...filter, before: rows.at(-1)?.id }, asked);
      rows.push(...found);
      if (found.length < asked) break;
    }
    return rows.reverse();
  };
  return { newest, after: (id, filter) => newest({ ...filter, after: id }, Infinity) };
}
