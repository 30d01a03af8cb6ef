import { counted } from '../../src/base/counted.ts';
import type { MoveRecord } from '../../src/model/move.ts';
import { CannotGoOn } from '../cannotGoOn.ts';
import { until } from '../until.ts';

/** A request whose answer is lost is looked for and proven within a minute, also on a machine that has something else to do. */
const STILL_MS = 5 * 60_000;

/**
 * Goes on until nothing may change any more. A move that waits for a person would never come to an end: where nothing has changed for minutes,
 * it rejects with `CannotGoOn`, which says what every open move waits for.
 */
export async function untilSettled(
  round: () => Promise<unknown>,
  openMoves: () => Promise<readonly MoveRecord[]>,
  nowMs: () => number = () => performance.now(),
): Promise<void> {
  let seen = '';
  let sinceMs = nowMs();
  await until(
    async () => {
      await round();
      const open = await openMoves();
      const states = open.map(({ id, progress }) => `${id} ${progress.map(({ state }) => state).join(' ')}`).join();
      if (states !== seen) [seen, sinceMs] = [states, nowMs()];
      else if (open.length > 0 && nowMs() - sinceMs >= STILL_MS)
        throw new CannotGoOn(
          `${counted(open.length, 'move')} did not change for ${STILL_MS / 60_000} min, and may still: ${open.map(storyOf).join('; ')}`,
        );
      return open;
    },
    (open) => open.length === 0,
  );
}

function storyOf({ id, state, rows, progress }: MoveRecord): string {
  const parts = progress.map(
    (row, place) => `${rows[place]!.reference} ${row.state}${row.evidence === undefined ? '' : `, ${row.evidence}`}`,
  );
  return `${id} is ${state} (${parts.join('; ')})`;
}
