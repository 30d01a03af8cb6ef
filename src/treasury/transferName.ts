import { isoOf } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';

/** What people are told of a transfer by. */
export function transferName({ fingerprint, id, createdAt, lane }: Intent): string {
  return `the transfer ${id} of ${isoOf(createdAt)}, ${fingerprint}, to the place "${lane}",`;
}
