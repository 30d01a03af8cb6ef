import { isFault } from '../base/fault.ts';

/**
 * The first page of a list of which nobody knows whether its pages count from 0 or from 1, and its number. A venue that counts from 1 may refuse
 * page 0, or show nothing there of a list that has items by its own word (`isHollow`), and then does so each time. Where page 0 was refused or
 * hollow for another reason, page 1 would be the second one, so page 0 is asked for once more. One that fails at page 0 (HTTP 500) may fail for any
 * reason, each time too: then page 1 counts only where it is proven to be the first (`isFirst`).
 */
export async function firstPageOf<T>(
  ask: (page: number) => Promise<T>,
  isHollow: (page: T) => boolean,
  isFirst: (page: T) => Promise<boolean>,
): Promise<{ readonly answer: T; readonly page: 0 | 1 }> {
  try {
    const known = await unlessRefused(ask(0));
    if (known !== undefined && !isHollow(known)) return { answer: known, page: 0 };
  } catch (error) {
    if (!isFault(error, 'venue-failure') || error.status !== 500) throw error;
    const answer = await ask(1);
    if (await isFirst(answer)) return { answer, page: 1 };
    throw error;
  }
  const answer = await ask(1);
  const again = await unlessRefused(ask(0));
  const isZero = again !== undefined && (!isHollow(again) || isHollow(answer));
  return isZero ? { answer: again, page: 0 } : { answer, page: 1 };
}

async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!isFault(error, 'refused')) throw error;
    return undefined;
  }
}
