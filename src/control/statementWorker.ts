import { Fault } from '../base/fault.ts';
import { answerFromStore, type StoreWork } from './answerFromStore.ts';
import { type AskedStatement, bookedStatement } from './bookedStatement.ts';

export interface StatementWork extends AskedStatement, StoreWork {}

const NO_LEDGER = new Fault('not-found', 'this account has no ledger yet', { suggestion: '`sluice reconcile` begins it' });

// One statement in a process of its own, since it goes through the books from their beginning.
answerFromStore(NO_LEDGER, ({ ledger }, work: StatementWork) => bookedStatement(ledger, work));
