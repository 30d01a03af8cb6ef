import type { MoveRow } from '../../model/move.ts';
import type { Carrier } from './carrier.ts';

/** References that the journal of the account knows from elsewhere. */
export async function usedReferences(carrier: Carrier, rows: readonly MoveRow[]): Promise<readonly string[]> {
  const known = await carrier.journalled?.(rows.map(({ reference }) => reference));
  const used: string[] = [];
  for (const [place, { reference }] of rows.entries()) {
    if (known?.has(reference) !== false && (await carrier.knows(reference)))
      used.push(`row ${place + 1}: the journal has another transfer with the reference ${reference}`);
  }
  return used;
}
