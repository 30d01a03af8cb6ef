import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import { shellWord } from './shellWord.ts';
import type { StateLook } from './treasury.ts';

type OfCurrency = Pick<ControlReply<'statements.show'>['currencies'][number], 'isHeld' | 'isOpen'>;

/** The command that makes the same statement. */
export function statementCommand(month: string | undefined, currency: string | undefined): string {
  return `sluice treasury statement --month ${month ?? 'MONTH'}${currency === undefined ? '' : ` --currency ${shellWord(currency)}`}`;
}

export function statementFile(month: string): string {
  return `statement-${month}.csv`;
}

/** Whether the books of a currency tie to what the venue has told. */
export function tieOf({ isHeld, isOpen }: OfCurrency): StateLook {
  if (isOpen) return { kind: 'bad', sign: '✕', word: 'differs' };
  return isHeld ? { kind: 'ok', sign: '✓', word: 'ties' } : { kind: 'plain', sign: '○', word: 'no balance to hold it against' };
}
