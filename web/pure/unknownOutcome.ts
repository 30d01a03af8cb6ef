import type { UnresolvedView } from '../../src/control/contract/controlReplies.ts';
import type { WireForm } from '../../src/control/contract/wireForm.ts';
import { ageText } from './ageText.ts';
import { countText } from './countText.ts';

/** A request of which nobody knows what came of it. */
export type Unknown = WireForm<UnresolvedView>;
type Look = NonNullable<Unknown['look']>;

/** What one list says of it, and what that speaks for. */
export interface EvidenceRow {
  readonly asked: string;
  readonly says: string;
  readonly speaksFor: 'not placed' | 'placed' | 'neither';
}

/** What the last complete reading says, list by list. */
export function evidenceRows({ kind, look }: Pick<Unknown, 'kind'> & { readonly look: Look }): readonly EvidenceRow[] {
  const { finding, openOrders, isCurrent, isBehind, isAlive, rounds, roundsNeeded, leavesNoRoom } = look;
  const isFound = finding !== 'nothing';
  const found = 'one thing that it can be, and no more';
  const lists: readonly EvidenceRow[] =
    kind === 'convert'
      ? [{ asked: 'History of conversions', says: isFound ? found : 'no conversion of this shape', ...speaks(!isFound, isFound) }]
      : [
          {
            asked: 'Open orders and trades',
            says: isFound
              ? found
              : `no order of this shape and no execution of it; ${countText(openOrders, 'order')} ${openOrders === 1 ? 'is' : 'are'} open`,
            ...speaks(!isFound, isFound),
          },
          { asked: 'Do the trades reach back?', says: isCurrent ? 'yes, to what is booked' : 'not yet', ...speaks(isCurrent, false) },
        ];
  return [
    ...lists,
    {
      asked: 'Balances',
      says: leavesNoRoom === undefined ? 'are asked last' : leavesNoRoom ? 'leave no room for it' : 'something moved that nothing explains',
      ...speaks(leavesNoRoom === true, leavesNoRoom === false),
    },
    {
      asked: 'Are the lists up to date?',
      says: isBehind ? 'no: an order that was acknowledged is not shown yet' : 'yes, they show all that is known',
      ...speaks(!isBehind, false),
    },
    {
      asked: 'Are the lists alive?',
      says: isAlive ? 'yes: an order or a trade that is newer came into them' : 'nothing newer has come into them',
      ...speaks(isAlive, false),
    },
    {
      asked: 'Complete readings in a row',
      says: `${rounds} show nothing and began late enough; ${roundsNeeded} are needed`,
      ...speaks(rounds >= roundsNeeded, false),
    },
  ];
}

function speaks(against: boolean, isFor: boolean): Pick<EvidenceRow, 'speaksFor'> {
  return { speaksFor: isFor ? 'placed' : against ? 'not placed' : 'neither' };
}

/** A span in which it could still happen. */
export interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly state: 'over' | 'now' | 'ahead';
}

/** When it could still come to something, as far as it is known: on its way, at the venue, in the lists. Without spans that are none. */
export function phasesOf({ since, sentAt, gaveUpAt, expiresAt, look }: Unknown, now: number): readonly Phase[] {
  const began = Date.parse(sentAt ?? since);
  const gaveUp = gaveUpAt === undefined ? began : Date.parse(gaveUpAt);
  const taken = look?.takenUntil ?? expiresAt;
  const steps: readonly (readonly [name: string, to: string | undefined])[] = [
    ['the venue could take it', taken],
    ['it could show late', look?.visibleUntil],
    ['a quiet account proves nothing yet', look?.quietUntil],
  ];
  let from = gaveUp;
  const phases: Phase[] = [phase('on its way', began, gaveUp, now)];
  for (const [name, end] of steps) {
    if (end === undefined) continue;
    const to = Date.parse(end);
    phases.push(phase(name, from, to, now));
    from = Math.max(from, to);
  }
  return phases.filter((one) => one.to > one.from);
}

function phase(name: string, from: number, to: number, now: number): Phase {
  return { name, from, to, state: now >= to ? 'over' : now >= from ? 'now' : 'ahead' };
}

/** Why nobody can say yet that nothing came of it. Undefined when it can be said. */
export function notYetText({ notPlacedFrom = '' }: Pick<Unknown, 'notPlacedFrom'>, now: number): string | undefined {
  const ms = Date.parse(notPlacedFrom) - now;
  return ms > 0 ? `The venue may still take it: this can be said in ${ageText(ms)}.` : undefined;
}

/** Something that was done about it. Undefined time: nobody knows when. */
export interface Step {
  readonly at: string | undefined;
  readonly what: string;
  readonly detail: string;
}

/** What was done, oldest first. */
export function stepsOf({ state, lane, since, sentAt, gaveUpAt, evidence, look, waitsFor }: Unknown): readonly Step[] {
  return [
    { at: since, what: 'In the journal', detail: 'on disk before its first byte left' },
    ...(sentAt === undefined ? [] : [{ at: sentAt, what: 'Sent', detail: 'once, and never again' }]),
    ...(gaveUpAt === undefined
      ? []
      : [
          {
            at: gaveUpAt,
            what: 'No answer',
            detail: `after ${ageText(Date.parse(gaveUpAt) - Date.parse(sentAt ?? since))}; ${lane} was shut`,
          },
        ]),
    ...(look === undefined
      ? [{ at: undefined, what: 'Looked for', detail: 'no list was read completely yet' }]
      : [
          {
            at: look.at,
            what: 'Looked for',
            detail: waitsFor === undefined ? 'settled with the next reading' : `still waits for ${waitsFor}`,
          },
        ]),
    ...(state === 'quarantined' ? [{ at: undefined, what: 'Quarantined', detail: evidence ?? 'a person decides' }] : []),
  ];
}
