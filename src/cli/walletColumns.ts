import type { WalletRow } from '../treasury/payments/paymentReads.ts';
import type { Column } from './column.ts';

/** The columns of permanent addresses. */
export const walletColumns: readonly Column<WalletRow>[] = [
  { key: 'account', value: (wallet) => wallet.accountId },
  { key: 'currency', value: (wallet) => wallet.currency },
  { key: 'network', value: (wallet) => wallet.networkCode },
  { key: 'address', value: (wallet) => wallet.address },
  { key: 'tag', value: (wallet) => wallet.tag, style: () => 'red' },
  { key: 'tagType', value: (wallet) => wallet.tagType },
  { key: 'callbackUrl', value: (wallet) => wallet.callbackUrl },
];
