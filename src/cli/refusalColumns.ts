import { idOf } from '../gateway/learnedRefusals.ts';
import type { LearnedRefusal } from '../model/learnedRefusal.ts';
import type { Column } from './column.ts';

/** What is known of a refusal in the venue's own words. */
export const refusalColumns: readonly Column<LearnedRefusal>[] = [
  { key: 'id', value: idOf },
  { key: 'state', value: ({ state }) => state },
  { key: 'since', kind: 'time', value: ({ since }) => since },
  { key: 'request', value: ({ kind }) => kind },
  { key: 'answer', value: ({ refusal }) => refusal },
  { key: 'proven', kind: 'number', value: ({ proofs }) => proofs.length },
  { key: 'proofs', value: ({ proofs }) => proofs.map(({ intent }) => intent).join(' ') },
  { key: 'against', value: ({ counterexample }) => counterexample && `order ${counterexample.order} of ${counterexample.intent}` },
];
