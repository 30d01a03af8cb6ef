import type { WorkerProcess } from '../../src/loading/processAnswer.ts';

interface Played {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  isOver: boolean;
}

/** Processes that answer when a test says so. */
export function playedProcesses(): { readonly started: readonly Played[]; readonly start: () => WorkerProcess } {
  const started: Played[] = [];
  const start = (): WorkerProcess => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    promise.catch(() => undefined);
    const played: Played = { resolve, reject, isOver: false };
    started.push(played);
    return { answer: promise, end: () => void (played.isOver = true) };
  };
  return { started, start };
}
