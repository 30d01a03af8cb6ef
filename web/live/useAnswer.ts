import { useEffect, useState } from 'preact/hooks';
import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import type { ControlArgs } from '../../src/control/contract/controlRequests.ts';
import type { ControlName as Row } from '../../src/control/contract/controlRows.ts';
import { failureText } from '../pure/faultOfAnswer.ts';
import { ask } from './askDaemon.ts';
import { daemonLife, isHeard, snapshots } from './told.ts';

export interface Answer<T> {
  /** The last answer. It stays while newer ones fail. */
  readonly value: T | undefined;
  /** Why the last one failed; undefined after one that did not. */
  readonly failure: string | undefined;
}

/** An answer that is asked for once, and again by hand. */
export interface OneAnswer<T> extends Answer<T> {
  /** Whether the value answers what is asked now, and not what was asked before it. */
  readonly isOfThese: boolean;
  readonly isAsking: boolean;
  readonly again: () => void;
}

/** While there is nobody to ask, or nobody to see it, the next look comes sooner. */
const SOON_MS = 200;
const MOST_KEPT = 32;
/** The last answers, so that a page that is opened again has something to show at once. */
const kept = new Map<string, unknown>();

/**
 * What a row of the control interface answers, asked again and again while the daemon is heard and the page is seen; the next time
 * only after the last answer has come. After a cut it is asked at once.
 */
export function useAnswer<N extends Row>(name: N, args: ControlArgs<N>, everyMs: number): Answer<ControlReply<N>> {
  const key = JSON.stringify(args);
  const keptAs = `${daemonLife.value} ${name} ${key}`;
  const [answer, setAnswer] = useState<Answer<ControlReply<N>>>({
    value: kept.get(keptAs) as ControlReply<N> | undefined,
    failure: undefined,
  });
  const life = snapshots.value;
  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const isAsked = isHeard.value && !document.hidden;
      if (isAsked) {
        const next = await ask(name, JSON.parse(key) as ControlArgs<N>, end.signal).then(
          (value) => ({ value, failure: undefined }),
          (error: unknown) => failureText(error),
        );
        if (end.signal.aborted) return;
        if (typeof next !== 'string') keep(keptAs, next.value);
        setAnswer((last) => (typeof next === 'string' ? { value: last.value, failure: next } : next));
      }
      timer = setTimeout(() => void look(), isAsked ? everyMs : SOON_MS);
    };
    void look();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [name, key, everyMs, life]);
  return answer;
}

/** What a row answers, asked once for these arguments as soon as the daemon is heard, and again when a person wants it. Nothing is asked without arguments. */
export function useOneAnswer<N extends Row>(name: N, args: ControlArgs<N> | undefined): OneAnswer<ControlReply<N>> {
  const key = args === undefined ? undefined : JSON.stringify(args);
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<
    Answer<ControlReply<N>> & { readonly of: string | undefined; readonly valueKey: string | undefined }
  >(NONE);
  const isReady = isHeard.value;
  const asking = `${key ?? ''} ${round}`;
  useEffect(() => {
    if (key === undefined || !isReady || answer.of === asking) return undefined;
    const end = new AbortController();
    ask(name, JSON.parse(key) as ControlArgs<N>, end.signal).then(
      (value) => setAnswer({ value, failure: undefined, of: asking, valueKey: key }),
      (error: unknown) => {
        if (!end.signal.aborted) setAnswer((last) => ({ ...last, failure: failureText(error), of: asking }));
      },
    );
    return () => end.abort();
  }, [name, asking, isReady]);
  const isAsking = key !== undefined && answer.of !== asking;
  const { value, failure } = answer;
  return { value, failure, isOfThese: answer.valueKey === key, isAsking, again: () => setRound((last) => last + 1) };
}

const NONE = { value: undefined, failure: undefined, of: undefined, valueKey: undefined };

function keep(name: string, value: unknown): void {
  kept.delete(name);
  kept.set(name, value);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
