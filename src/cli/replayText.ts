import { counted } from '../base/counted.ts';
import { isoOf } from '../base/instant.ts';
import { decisionText } from '../session/decisionText.ts';
import type { Decision } from '../session/decisions.ts';
import type { Difference } from '../session/difference.ts';
import type { Replay } from '../session/replay.ts';
import type { StoredSession } from '../session/sessions.ts';
import { plainLine } from '../base/plainText.ts';

/** The result of a replay, for people. */
export function replayLines({ id }: Pick<StoredSession, 'id'>, { identical, events, books, commands, difference, tear }: Replay): string[] {
  const lines = identical
    ? [`identical: ${counted(events, 'event')} (${counted(books, 'book')}) of session ${id} gave the same ${counted(commands, 'command')}`]
    : [`DIFFERENT at event ${difference!.event}, after ${counted(events - 1, 'event')} that agreed`, '', ...differenceLines(difference!)];
  if (tear !== undefined) {
    lines.push(
      `the session ends early: ${tear.part} can't be read from byte ${tear.offset} on (${tear.reason}); ${counted(tear.lostBytes, 'byte is', 'bytes are')} lost`,
    );
  }
  return lines.map(plainLine);
}

/** One event on which the decisions differ. */
export function differenceLines({ event, at, what, recorded, replayed, fields }: Difference): string[] {
  return [
    `event     ${event} at ${isoOf(at)}: ${what}`,
    ...decisionLines('recorded', recorded),
    ...decisionLines('replayed', replayed),
    ...fields.map(
      ({ decision, field, recorded: before, replayed: after }) =>
        `differs   #${decision + 1} ${field}: ${before ?? '(none)'} -> ${after ?? '(none)'}`,
    ),
  ];
}

function decisionLines(label: string, decisions: readonly Decision[]): string[] {
  if (decisions.length === 0) return [`${label}  nothing`];
  return decisions.map((decision, i) => `${label}  #${i + 1} ${decisionText(decision)}`);
}

/** The result for programs. */
export function replayRecord({ id, folder, ending }: StoredSession, replay: Replay): Record<string, unknown> {
  const { identical, events, books, commands, from, to, difference, tear } = replay;
  return {
    session: id,
    folder,
    ending: ending?.how ?? null,
    identical,
    events,
    books,
    commands,
    from: from === undefined ? null : isoOf(from),
    to: to === undefined ? null : isoOf(to),
    difference: difference === undefined ? null : { ...difference, at: isoOf(difference.at) },
    tear: tear ?? null,
  };
}
