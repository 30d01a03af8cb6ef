import { Fault } from '../../base/fault.ts';
import type { Duplicate } from '../batches/findDuplicates.ts';

/** What looks as if it was paid before. */
export function seemsPaid(duplicates: readonly Duplicate[]): Fault {
  const of = ({ line, of: other }: Duplicate): string => `row ${line}, as ${'move' in other ? other.move : `row ${other.line}`}`;
  return new Fault('confirmation-needed', `this seems to be paid already: ${duplicates.slice(0, 5).map(of).join('; ')}`, {
    outcome: 'not-sent',
    suggestion: 'add --repeat when it is meant to be paid once more',
  });
}
