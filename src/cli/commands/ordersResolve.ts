import { Fault } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import { UNRESOLVED } from '../../model/intent.ts';
import type { Verdict } from '../../model/verdict.ts';
import { argument, command, flag, option } from '../command.ts';
import { confirm } from '../confirm.ts';
import { atRiskText, intentText } from '../intentText.ts';
import { withJournal } from '../localStore.ts';
import { plainLine } from '../../base/plainText.ts';
import { printOutcome } from '../printOutcome.ts';
import { say, type Shell } from '../shell.ts';
import { intentIdValue, textValue } from '../values.ts';

export const ordersResolve = command({
  name: 'orders resolve',
  about: 'Decide by hand what came of an order, a replacement or a conversion whose outcome is unknown; its lane opens',
  args: { id: argument('id', 'the intent, as `orders unresolved` shows it', intentIdValue) },
  options: {
    adopt: option('--adopt <id>', 'the order or conversion of this id at the venue is what came of it', textValue),
    notPlaced: flag('--not-placed', 'nothing came of it and nothing will: make sure by the means of the venue'),
  },
  dryRun: true,
  examples: [
    'orders resolve 01KAFWQ9Z3V5W2M8RTX1J6B0CD --adopt 9007199254740993 --yes',
    'orders resolve 01KAFWQ9Z3V5W2M8RTX1J6B0CD --not-placed --yes',
  ],
  async run({ args: { id }, options: { adopt, notPlaced } }, shell) {
    const verdict = verdictOf(adopt, notPlaced);
    await showKnown(shell, id, verdict);
    if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', intentId: id, verdict: verdict.type });
    await confirm(shell, verdict.type === 'adopt' ? `bind ${verdict.venueId} to intent ${id}?` : `take intent ${id} for not placed?`);
    const { resolveIntent } = await import('../tradingWay.ts');
    const state = await resolveIntent(shell, id, verdict);
    return printOutcome(shell, { outcome: state === 'adopted' ? 'adopted' : 'not-placed', intentId: id });
  },
});

function verdictOf(adopt: string | undefined, notPlaced: boolean): Verdict {
  if ((adopt !== undefined) === notPlaced) throw new Fault('usage', 'say either --adopt ID or --not-placed');
  return adopt === undefined ? { type: 'not-placed' } : { type: 'adopt', venueId: adopt };
}

/** What is known of the intent, and what the verdict would release. */
async function showKnown(shell: Shell, id: string, verdict: Verdict): Promise<void> {
  const intent = await withJournal(shell, async (journal) => journal?.get(id));
  if (intent === undefined) throw new Fault('not-found', `there is no intent ${id}`, { suggestion: 'see `sluice orders unresolved`' });
  const { strategy, createdAt, state, evidence = 'no answer' } = intent;
  say(shell, plainLine(`${intentText(intent)} of ${strategy}, ${isoOf(createdAt)}: ${state}, ${evidence}`));
  if (!UNRESOLVED.includes(state)) return;
  const held = `${atRiskText(intent)} is reserved for it`;
  say(
    shell,
    verdict.type === 'adopt' ? `${held}, and will be by the order itself` : `${held} and is released; ${strategy} may decide anew`,
  );
}
