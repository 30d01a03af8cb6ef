import { isoOf } from '../../base/instant.ts';
import type { Intent } from '../../model/intent.ts';

const BEGINNING = 'nobody knows what came of transfer ';

/** What is said of a payment while nobody knows what came of its transfer. */
export function lostTransferText({ id, createdAt, evidence }: Pick<Intent, 'id' | 'createdAt' | 'evidence'>): string {
  return `${BEGINNING}${id} of ${isoOf(createdAt)}: ${evidence ?? 'its answer was lost'}`;
}

/** The id of the transfer that such a text is about. Undefined for every other text. */
export function lostTransferOf(text: string | null): string | undefined {
  return text?.startsWith(BEGINNING) === true ? text.slice(BEGINNING.length).split(' ', 1)[0] : undefined;
}
