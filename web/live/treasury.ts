import { signal } from '@preact/signals';
import type { Treasury } from '../pure/treasury.ts';

/** The treasury beside the daemon, as last told, and why it could not be told. */
export const treasury = signal<Treasury | undefined>(undefined);
export const treasuryFailure = signal<string | undefined>(undefined);
