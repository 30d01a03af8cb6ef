import { z } from 'zod';
import { withDefault } from '../wire.ts';

/** Who bears the fee of a withdrawal. Without it, `default` applies (000 Withdrawals). */
export const feeType = withDefault(z.enum(['default', 'net', 'gross'], { error: 'expected default, net or gross' }), 'default');

export type FeeType = z.output<typeof feeType>;
