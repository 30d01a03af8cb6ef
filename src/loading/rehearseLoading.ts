import { once } from 'node:events';
import { sleep } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import { codeFile } from '../base/packageFiles.ts';
import { systemClock } from '../base/systemClock.ts';
import type { RehearsalData } from './rehearsalWorker.ts';
import type { StrategyCode } from './strategyCode.ts';
import { startWorker } from './workerThread.ts';

const YOUNG_MB = 16;
const OLD_MB = 512;
const MOST_MS = 10_000;

/** Code that has been rehearsed in this process, by its hash. */
const known = new Set<string>();

/**
 * Runs a strategy's files on a thread of their own before they are loaded in earnest. There, what never comes to an end, ends the process or takes all
 * memory ends a thread, and neither a command nor the daemon. Rejects with a `Fault` `strategy` then. Whatever else is wrong, loading tells.
 */
export async function rehearseLoading(code: StrategyCode, mostMs: number = MOST_MS): Promise<void> {
  if (known.has(code.hash)) return;
  const limits = { youngMb: YOUNG_MB, oldMb: OLD_MB, isBare: true };
  const { worker } = startWorker(codeFile('src/loading/rehearsalWorker.ts'), { code } satisfies RehearsalData, limits);
  const over = new AbortController();
  const problem = await Promise.race([
    once(worker, 'message', { signal: over.signal }).then(
      () => undefined,
      (error: unknown) => (over.signal.aborted ? undefined : endOf(error)),
    ),
    once(worker, 'exit', { signal: over.signal }).then(
      () => ENDS,
      () => undefined,
    ),
    sleep(systemClock, mostMs, over.signal).then(
      () => `it does not come to an end: it ran for ${mostMs / 1000} s`,
      () => undefined,
    ),
  ]);
  over.abort();
  await worker.terminate();
  if (problem !== undefined)
    throw new Fault('strategy', `${code.file}: while it was loaded, ${problem}`, {
      suggestion: 'take that out of its top level, and out of what it imports',
    });
  known.add(code.hash);
}

const ENDS = 'it ended the process (process.exit), or waits at its top level for what never comes';

function endOf(error: unknown): string {
  const isMemory = (error as { readonly code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? `it took more than ${OLD_MB} MB of memory` : `it failed by itself: ${messageOf(error)}`;
}
