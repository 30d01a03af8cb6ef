import { signal } from '@preact/signals';
import type { Limit } from '../pure/atRisk.ts';

/** The limits on risk and their use, as last told. */
export const limits = signal<readonly Limit[] | undefined>(undefined);
