import { sleep } from '../../base/clock.ts';
import { Fault, isFault } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import type { LookView } from '../../control/contract/controlReplies.ts';
import type { InterfaceName } from '../../contract/operation.ts';
import { type Intent, type IntentState, UNRESOLVED } from '../../model/intent.ts';
import type { Verdict } from '../../model/verdict.ts';
import { argument, command, flag, option } from '../command.ts';
import { confirm } from '../confirm.ts';
import { atRiskText, intentText } from '../../daemon/intentText.ts';
import { plainLine } from '../../base/plainText.ts';
import { systemClock } from '../../base/systemClock.ts';
import { printOutcome } from '../printOutcome.ts';
import { note, say, type Shell } from '../shell.ts';
import { intentIdValue, textValue } from '../values.ts';

/** A request is taken for a minute after the time it is signed with, and the venue's clock is known to a minute where it has told no time. */
const MOST_WAITED_MS = 150_000;
const AGAIN_MS = 1000;

export const ordersResolve = command({
  name: 'orders resolve',
  about: 'Decide by hand what came of an order, a conversion, a withdrawal, a payout or the like whose outcome is unknown; its lane opens',
  args: { id: argument('id', 'the intent, as `orders unresolved` shows it', intentIdValue) },
  options: {
    adopt: option('--adopt <id>', 'what has this id at the venue is what came of it', textValue),
    notPlaced: flag(
      '--not-placed',
      'nothing came of it and nothing will: make sure by the means of the venue; waits until it takes the request no more',
    ),
  },
  dryRun: true,
  examples: [
    'orders resolve 01KAFWQ9Z3V5W2M8RTX1J6B0CD --adopt 9007199254740993 --yes',
    'orders resolve 01KAFWQ9Z3V5W2M8RTX1J6B0CD --not-placed --yes',
  ],
  async run({ args: { id }, options: { adopt, notPlaced } }, shell) {
    const verdict = verdictOf(adopt, notPlaced);
    const { intent, name } = await showKnown(shell, id, verdict);
    if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', intentId: id, verdict: verdict.type });
    await confirm(shell, verdict.type === 'adopt' ? `bind ${verdict.venueId} to intent ${id}?` : `take intent ${id} for not placed?`);
    const decide = (): Promise<IntentState> =>
      intent.kind === 'transfer' ? decideTransfer(shell, name, id, verdict) : decideIntent(shell, id, verdict);
    const state = verdict.type === 'not-placed' ? await whenTakenNoMore(shell, decide) : await decide();
    return printOutcome(shell, { outcome: state === 'adopted' ? 'adopted' : 'not-placed', intentId: id });
  },
});

/** Decides as soon as the venue can't take the request any more, which is within seconds where requests are signed with a time that lies back. */
async function whenTakenNoMore(shell: Shell, decide: () => Promise<IntentState>): Promise<IntentState> {
  const giveUpMs = systemClock.monotonicMs() + MOST_WAITED_MS;
  for (let isTold = false; ; isTold = true) {
    try {
      return await decide();
    } catch (error) {
      if (!isFault(error, 'refused') || !error.retryable) throw error;
      const { message, retryAfterMs = AGAIN_MS } = error;
      if (systemClock.monotonicMs() + retryAfterMs > giveUpMs) throw error;
      if (!isTold) note(shell, `waiting: ${message}`);
      await waited(shell, retryAfterMs);
    }
  }
}

async function waited(shell: Shell, delayMs: number): Promise<void> {
  try {
    await sleep(systemClock, delayMs, shell.stopSignal());
  } catch {
    throw new Fault('canceled', 'nothing was decided: the command was stopped before it could be');
  }
}

function verdictOf(adopt: string | undefined, notPlaced: boolean): Verdict {
  if ((adopt !== undefined) === notPlaced) throw new Fault('usage', 'say either --adopt ID or --not-placed');
  return adopt === undefined ? { type: 'not-placed' } : { type: 'adopt', venueId: adopt };
}

async function decideTransfer(shell: Shell, name: InterfaceName, id: string, verdict: Verdict): Promise<IntentState> {
  const { resolveTransfer } = await import('../resolveTransfer.ts');
  return resolveTransfer(shell, name, id, verdict);
}

async function decideIntent(shell: Shell, id: string, verdict: Verdict): Promise<IntentState> {
  const { runningTreasury } = await import('../treasuryWay.ts');
  const resolved = await (await runningTreasury(shell))?.resolve(id, verdict);
  if (resolved !== undefined && resolved !== null) return resolved.state;
  const { resolveIntent } = await import('../tradingWay.ts');
  return resolveIntent(shell, id, verdict);
}

/** What is known of the intent, and what the verdict would release. */
async function showKnown(shell: Shell, id: string, verdict: Verdict): Promise<{ readonly intent: Intent; readonly name: InterfaceName }> {
  const { findIntent } = await import('../inEachStore.ts');
  const found = await findIntent(shell, id);
  if (found === undefined) throw new Fault('not-found', `there is no intent ${id}`, { suggestion: 'see `sluice orders unresolved`' });
  const { intent } = found;
  const { strategy, createdAt, state, evidence = 'no answer' } = intent;
  say(shell, plainLine(`${intentText(intent)} of ${strategy}, ${isoOf(createdAt)}: ${state}, ${evidence}`));
  if (!UNRESOLVED.includes(state)) return found;
  say(shell, whenText(intent));
  if (intent.kind !== 'transfer' && verdict.type === 'not-placed') say(shell, lookText(await lastLook(shell, id)));
  say(shell, intent.kind === 'transfer' ? ofTransfer(intent, verdict) : ofOrder(intent, verdict));
  return found;
}

/** When it was sent, and until when it may be taken. */
function whenText({ sentAt, createdAt, expiresAt }: Intent): string {
  const sent = sentAt === undefined ? `written down at ${isoOf(createdAt)}` : `sent at ${isoOf(sentAt)}`;
  return `it was ${sent}; ${expiresAt === undefined ? 'the journal does not say until when the venue may take it' : `the venue may take it until ${isoOf(expiresAt)}, by its clock`}`;
}

/** What the last reading of a running daemon says of it. */
async function lastLook(shell: Shell, id: string): Promise<LookView | undefined> {
  const { reachDaemon } = await import('../daemonWay.ts');
  const { control } = await reachDaemon(shell);
  return (await control?.call('unresolved.list', {}))?.find((one) => one.id === id)?.look;
}

function lookText(look: LookView | undefined): string {
  if (look === undefined) return 'no running daemon has looked for it: nothing is known of what the lists show';
  const { rounds, roundsNeeded, finding, at } = look;
  const found = finding === 'unclear' ? ', and the last one shows something that may be it' : '';
  return `${rounds} complete rounds of the lists in a row show nothing of it since it would be visible (${roundsNeeded} are needed to prove it), as of ${at}${found}`;
}

function ofOrder(intent: Intent, verdict: Verdict): string {
  const held = `${atRiskText(intent)} is reserved for it`;
  return verdict.type === 'adopt'
    ? `${held}, and will be by the order itself`
    : `${held} and is released; ${intent.strategy} may decide anew`;
}

function ofTransfer(intent: Intent, verdict: Verdict): string {
  if (verdict.type === 'adopt') return `${atRiskText(intent)} counts as gone by it, and its reference as used`;
  return `its reference may be used again, and ${atRiskText(intent)} be sent once more: make sure that the venue has nothing of it`;
}
