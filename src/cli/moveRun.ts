import { sleep } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { firstLines } from '../base/firstLines.ts';
import { systemClock } from '../base/systemClock.ts';
import type { TreasuryCalls } from '../daemon/treasury/treasury.ts';
import { MOVE_LETTERS } from '../model/move.ts';
import { isOpenMove } from '../model/moveState.ts';
import { interfaceOf } from '../treasury/moves/interfaceOf.ts';
import type { MoveOrderText } from '../treasury/moves/moveOrder.ts';
import type { DryRunReport, MoveReport } from '../treasury/moves/moveReport.ts';
import { notPossible } from '../treasury/moves/notPossible.ts';
import { confirm } from './confirm.ts';
import { printDryRun, printMove } from './moveText.ts';
import { say, type Shell } from './shell.ts';
import { transferId } from './transferId.ts';
import { assertLive, withTreasury } from './treasuryWay.ts';

/** A move as a command asks for it. */
export interface MoveToAsk extends Pick<MoveOrderText, 'kind' | 'initiator'> {
  readonly payments: readonly MoveOrderText['payments'][number][];
}

export interface MoveRunOptions {
  /** How long to follow it, in milliseconds. */
  readonly waitMs: number;
  /** Whether payments that look as if they were made before are meant. */
  readonly repeats: boolean;
  /** The private key of the initiator, where a file is named. */
  readonly key: string | undefined;
  readonly passphraseFile: string | undefined;
}

const LOOK_EVERY_MS = 1000;
const EXITS: Readonly<Record<string, number>> = {
  refused: 7,
  declined: 7,
  expired: 7,
  canceled: 7,
  'partly-completed': 10,
  unknown: 8,
  'awaiting-approval': 9,
};

/** Shows what would come of a move, asks, and follows it. Answers the exit code. */
export async function runMove(shell: Shell, move: MoveToAsk, options: MoveRunOptions): Promise<number> {
  return withTreasury(shell, async (calls) => {
    const ended = await askForMove(shell, calls, move, options);
    if (typeof ended === 'number') return ended;
    printMove(shell, ended);
    return exitOf(ended);
  });
}

/** The same, and answers where the move stands then. In a dry run it prints what would come of it, and answers the exit code. */
export async function askForMove(
  shell: Shell,
  calls: TreasuryCalls,
  move: MoveToAsk,
  options: MoveRunOptions,
): Promise<MoveReport | number> {
  const { waitMs, repeats } = options;
  const dryRun = await calls.dryRun(orderOf(move, repeats));
  if (shell.options.dryRun) {
    printDryRun(shell, shell.out, dryRun);
    return dryRun.problems.length > 0 ? 10 : dryRun.verdict === 'deny' ? 7 : 0;
  }
  await assertLive(shell, interfaceOf(move.kind));
  assertPossible(shell, dryRun, repeats);
  if (shell.options.output === 'table') printDryRun(shell, shell.err, dryRun);
  await confirm(shell, `${move.kind} of ${totalOf(dryRun, move)}?`);
  const asked = await calls.ask(await signed(shell, move, options));
  return asked.state === 'approved' ? follow(shell, calls, asked, waitMs) : asked;
}

/** An order for a move. Its id names the time at which it was made. */
function orderOf(move: MoveToAsk, repeats: boolean): MoveOrderText {
  return { id: `${MOVE_LETTERS[move.kind]}-${transferId()}`, ...move, payments: [...move.payments], repeats };
}

/** The order with the signature of its initiator, where there is a key. It is made once everything is answered, since a signed one counts for a while only. */
async function signed(shell: Shell, move: MoveToAsk, { repeats, key, passphraseFile }: MoveRunOptions): Promise<MoveOrderText> {
  const file = key ?? (shell.env['SLUICE_SIGNING_KEY'] || undefined);
  if (file === undefined) return orderOf(move, repeats);
  const { signerOf } = await import('./signing.ts');
  const { signedOrder } = await import('../treasury/moves/moveOrder.ts');
  const sign = await signerOf(shell, { person: move.initiator, key: file, passphraseFile });
  const order = orderOf(move, repeats);
  const { key: publicKey, signature } = sign(signedOrder(order));
  return { ...order, signed: { key: publicKey, signature } };
}

/** Follows a move until it stands still, or the time is over. */
export async function follow(shell: Shell, calls: TreasuryCalls, asked: MoveReport, waitMs: number): Promise<MoveReport> {
  const until = systemClock.monotonicMs() + waitMs;
  let move = asked;
  let told = '';
  for (;;) {
    move = await calls.advance(move.id);
    const line = `${move.id} ${move.state}${move.evidence === null ? '' : `: ${move.evidence}`}`;
    const hasChanged = line !== told;
    if (hasChanged) say(shell, line);
    told = line;
    if (move.state === 'awaiting-approval' || !isOpenMove(move.state) || shell.stopSignal().aborted) return move;
    if (systemClock.monotonicMs() >= until) return move;
    // What goes on is followed at once. What the venue has to do takes its time.
    if (!hasChanged || move.evidence?.startsWith('waits') === true) await sleep(systemClock, LOOK_EVERY_MS);
  }
}

/** 0 for a move that is done or on its way. */
export function exitOf({ state }: MoveReport): number {
  return EXITS[state] ?? 0;
}

function assertPossible(shell: Shell, { problems, duplicates }: DryRunReport, repeats: boolean): void {
  const { output } = shell.options;
  // The message is all that a program gets of these.
  const shown = (texts: readonly string[], most?: number): string =>
    (output === 'json' || output === 'ndjson' ? texts : firstLines(texts, most)).join('; ');
  if (problems.length > 0) throw notPossible(shown(problems));
  if (duplicates.length === 0 || repeats) return;
  throw new Fault('confirmation-needed', `this seems to be paid already: ${shown(duplicates, MOST_DUPLICATES)}`, {
    outcome: 'not-sent',
    suggestion: 'add --repeat when it is meant to be paid once more',
  });
}

/** One of a long list is told apart from the next by its reference alone. */
const MOST_DUPLICATES = 5;

function totalOf({ rows }: DryRunReport, { payments: [payment] }: MoveToAsk): string {
  if (payment?.terms?.refundFlow !== undefined) return `${rows[0]!.amount} ${rows[0]!.currency} to an address that the payer picks`;
  if (rows.length === 1) return `${rows[0]!.amount} ${rows[0]!.currency} to ${rows[0]!.to ?? rows[0]!.address ?? 'where it came from'}`;
  return `${rows.length} payments`;
}
