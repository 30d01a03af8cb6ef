import { z } from 'zod';

/** Who bears the fee of a withdrawal. Without it, `default` applies (000 Withdrawals). */
export const feeType = z.enum(['default', 'net', 'gross'], { error: 'expected default, net or gross' });

export type FeeType = z.output<typeof feeType>;
