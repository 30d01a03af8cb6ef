import { counted } from '../base/counted.ts';
import { Fault } from '../base/fault.ts';
import type { Canceled } from '../daemon/operations.ts';
import { printOutcome } from './printOutcome.ts';
import type { Shell } from './shell.ts';

/** Prints the result of canceling. Throws a `Fault` when orders are left that may still be open. */
export async function printCanceled(shell: Shell, outcome: string, { canceled, left }: Canceled): Promise<void> {
  await printOutcome(shell, { outcome, canceled, left: left.length === 0 ? undefined : left.join(' ') });
  if (left.length === 0) return;
  throw new Fault('timeout', `${counted(left.length, 'order')} may still be open: ${left.join(', ')}`, {
    stands: 'the others are canceled; that these are was asked for, and nobody has confirmed it yet',
    suggestion: '`sluice orders list` shows them; their cancels are tried again while a daemon runs',
  });
}
