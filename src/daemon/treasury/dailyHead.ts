import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/fault.ts';
import { dayOf, type Instant } from '../../base/instant.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { anchorLine, anchorOf, appendAnchor } from '../../treasury/audit/anchorFile.ts';

export interface DailyHeadOptions {
  readonly store: Pick<TreasuryStore, 'auditHead'>;
  readonly clock: Clock;
  /** The file to which it is added. Undefined where none is named. */
  readonly anchor: string | undefined;
  /** Tells a person. */
  readonly tell: (message: string) => void;
}

/**
 * Tells the head of the audit log once on each UTC day, for as long as it is called. A file that can't be written stops nothing: it is told
 * once, and tried again with every call.
 */
export function dailyHead({ store, clock, anchor, tell }: DailyHeadOptions): () => Promise<void> {
  let done: Instant | undefined;
  let told = '';
  return async () => {
    const now = clock.now();
    if (done === dayOf(now)) return;
    const head = await store.auditHead();
    if (head === undefined) return;
    const line = anchorLine(anchorOf(head, now));
    try {
      if (anchor !== undefined) appendAnchor(anchor, anchorOf(head, now));
    } catch (error) {
      const message = `${messageOf(error)}; the head of the audit log is ${line}`;
      if (told !== message) tell(message);
      told = message;
      return;
    }
    tell(`the head of the audit log: ${line}`);
    done = dayOf(now);
  };
}
