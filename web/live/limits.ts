import { computed, signal } from '@preact/signals';
import { type Limit, staleAfter } from '../pure/atRisk.ts';

/** The limits on risk and their use, as last told. */
export const limits = signal<readonly Limit[] | undefined>(undefined);
/** The age in milliseconds from which on a book is too old. */
export const staleAfterMs = computed(() => staleAfter(limits.value));
