import type { InterfaceName } from '../contract/operation.ts';

/** The stores that a configuration and the environment name: the journal of trading, that of each payment interface, and the treasury. */
export const STORES = ['exchange', 'processing', 'hostedPage', 'treasury'] as const satisfies readonly (InterfaceName | 'treasury')[];

export type StoreName = (typeof STORES)[number];
