import { isFault } from '../base/fault.ts';
import type { Shell } from './shell.ts';
import { readingTreasury } from './treasuryWay.ts';

const MOST_OPEN = 10_000;

/** Refunds of a payment that may still change, in words for who decides on the payment. None where no treasury can be read. */
export async function openRefunds(shell: Shell, payment: string): Promise<readonly string[]> {
  try {
    const open = await readingTreasury(shell, (reads) => reads.moves(MOST_OPEN, true));
    return open
      .filter(({ kind, rows }) => kind === 'refund' && rows.some(({ address }) => address === payment))
      .map(({ id, state }) => `${id}, a refund of this payment, is ${state}; \`sluice treasury show ${id}\` shows how it stands`);
  } catch (error) {
    if (!isFault(error) || error.code === 'internal') throw error;
    return [];
  }
}
