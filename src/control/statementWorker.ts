import { Fault, isFault, messageOf } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import { answerParent } from '../loading/answerParent.ts';
import { openToLook } from '../store/openToLook.ts';
import { receivedPlace, type SentPlace } from '../store/sentPlace.ts';
import { type AskedStatement, bookedStatement } from './bookedStatement.ts';
import type { StatementReply } from './statementMessages.ts';

/** What the process is given: the database of the account, and what is asked of it. */
export interface StatementWork extends AskedStatement {
  readonly place: SentPlace;
}

/** Makes one statement in a process of its own, since it goes through the books from their beginning. */
async function reply({ place, ...asked }: StatementWork): Promise<StatementReply> {
  try {
    const store = await openToLook({ ...receivedPlace(place), clock: systemClock });
    if (store === undefined) throw new Fault('not-found', 'this account has no ledger yet', { suggestion: '`sluice reconcile` begins it' });
    try {
      return { type: 'made', view: await bookedStatement(store.ledger, asked) };
    } finally {
      await store.close();
    }
  } catch (error) {
    const { code, message, suggestion } = isFault(error) ? error : new Fault('internal', messageOf(error));
    return { type: 'failed', code, message, suggestion };
  }
}

answerParent(reply);
