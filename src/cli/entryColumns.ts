import type { EntryReport } from '../treasury/book/entryReport.ts';
import type { Column } from './column.ts';

/** How entries of the address book are printed. */
export const ENTRY_COLUMNS: readonly Column<EntryReport>[] = [
  { key: 'name', value: ({ name }) => name },
  { key: 'state', value: ({ state }) => state },
  { key: 'currency', value: ({ currency }) => currency },
  { key: 'network', value: ({ network }) => network },
  { key: 'address', value: ({ address }) => address },
  { key: 'tag', value: ({ tag }) => tag },
  { key: 'labels', value: ({ labels }) => labels.join(' ') },
  { key: 'beneficiary', value: ({ beneficiary }) => beneficiary },
  { key: 'requestedBy', title: 'BY', value: ({ requestedBy }) => requestedBy },
  { key: 'approvedBy', title: 'APPROVED BY', value: ({ approvedBy }) => approvedBy.join(' ') },
  { key: 'allowedFrom', title: 'ALLOWED FROM', value: ({ allowedFrom }) => allowedFrom },
  { key: 'id', value: ({ id }) => id },
];
