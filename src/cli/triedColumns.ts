import type { PolicyRow } from '../treasury/policyRows/readPolicyRows.ts';
import type { Column } from './column.ts';

/** A payment of a file, in tables of what policies say of it. */
export const triedColumns: readonly Column<PolicyRow>[] = [
  { key: 'move', value: ({ move }) => move },
  { key: 'line', kind: 'number', value: ({ line }) => line },
  { key: 'kind', value: ({ request }) => request.kind },
  { key: 'amount', kind: 'number', value: ({ request }) => request.amount },
  { key: 'currency', value: ({ request }) => request.currency },
  { key: 'to', value: ({ request }) => request.entry?.name ?? request.destination?.address },
  { key: 'initiator', value: ({ request }) => request.initiator },
  { key: 'at', kind: 'time', value: ({ request }) => request.at },
];
