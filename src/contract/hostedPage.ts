import { payments } from './hostedPage/payments.ts';
import { refunds } from './hostedPage/refunds.ts';

/** The rows of the hosted payment page's interface (specification 002). */
export const hostedPage = { ...payments, ...refunds } as const;

export type HostedPageOperations = typeof hostedPage;
