import type { RefusalVerdict } from '../../gateway/learnedRefusals.ts';
import { argument, command } from '../command.ts';
import { confirm } from '../confirm.ts';
import { printOutcome } from '../printOutcome.ts';
import type { Shell } from '../shell.ts';
import { textValue } from '../values.ts';

const args = { id: argument('id', 'of the refusal, as `refusals list` shows it', textValue) };

export const refusalsRevoke = command({
  name: 'refusals revoke',
  about: 'Let a refusal never count that was learned, and never be learned: answers like it leave their outcome unknown again',
  args,
  examples: ['refusals revoke 3fa9c1d2'],
  run: ({ args: { id } }, shell) => decide(shell, id, 'revoke'),
});

export const refusalsAllow = command({
  name: 'refusals allow',
  about: 'Let a refusal be learned again that was disproved or revoked: it is proven anew, from nothing',
  args,
  examples: ['refusals allow 3fa9c1d2 --yes'],
  async run({ args: { id } }, shell) {
    await confirm(shell, `let refusal ${id} be learned again?`);
    await decide(shell, id, 'allow');
  },
});

async function decide(shell: Shell, id: string, verdict: RefusalVerdict): Promise<void> {
  const { decideRefusal } = await import('../tradingWay.ts');
  const { state, kind, refusal } = await decideRefusal(shell, id, verdict);
  await printOutcome(shell, { outcome: state, id, request: kind, answer: refusal });
}
