import { Fault, isFault, messageOf } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import { answerParent } from '../loading/answerParent.ts';
import { openToLook } from '../store/openToLook.ts';
import { receivedPlace, type SentPlace } from '../store/sentPlace.ts';
import type { Store } from '../store/store.ts';
import type { BesideReply } from './besideReply.ts';

/** What such a process is given: the database of the account, and what is asked of it. */
export interface StoreWork {
  readonly place: SentPlace;
}

/** In the file of a worker process: answers from the account's store, which is opened to be read. `missing` is told where nobody has made it yet. */
export function answerFromStore<Work extends StoreWork, View>(missing: Fault, view: (store: Store, work: Work) => Promise<View>): void {
  answerParent(async (work: Work): Promise<BesideReply<View>> => {
    try {
      const store = await openToLook({ ...receivedPlace(work.place), clock: systemClock });
      if (store === undefined) throw missing;
      try {
        return { type: 'made', view: await view(store, work) };
      } finally {
        await store.close();
      }
    } catch (error) {
      const { code, message, suggestion } = isFault(error) ? error : new Fault('internal', messageOf(error));
      return { type: 'failed', code, message, suggestion };
    }
  });
}
