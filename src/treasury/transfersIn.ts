import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import { openToLook } from '../store/openToLook.ts';

/** Looks for transfers in a journal, whoever owns it. Where there is no journal nothing was sent. */
export async function transfersIn(
  place: Parameters<typeof openToLook>[0],
  look: (journal: Journal) => Promise<readonly Intent[]>,
): Promise<readonly Intent[]> {
  const store = await openToLook(place);
  if (store === undefined) return [];
  try {
    return (await look(store.journal)).filter(({ kind }) => kind === 'transfer');
  } finally {
    await store.close();
  }
}
