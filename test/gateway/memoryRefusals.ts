import { Fault } from '../../src/base/fault.ts';
import type { LearnedRefusal, RefusalStore } from '../../src/model/learnedRefusal.ts';

/** Learned refusals without a file; `isDamaged` and `isFull` say what is wrong with the disk. */
export class MemoryRefusals implements RefusalStore {
  readonly place = 'memory';
  refusals: readonly LearnedRefusal[] = [];
  isDamaged = false;
  isFull = false;

  read(): readonly LearnedRefusal[] {
    if (this.isDamaged) throw new Fault('configuration', 'memory, line 3: expected a JSON object');
    return this.refusals;
  }

  write(refusals: readonly LearnedRefusal[]): void {
    if (this.isFull) throw new Fault('store', 'no space is left');
    this.refusals = refusals;
  }
}
