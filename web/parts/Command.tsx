import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { copy } from '../live/copy.ts';

const DONE_MS = 900;

/** The command that does or shows the same; a press copies it. */
export function Command({ text, isBlock = false }: { readonly text: string; readonly isBlock?: boolean }): JSX.Element {
  const [isDone, setDone] = useState(false);
  const press = async (): Promise<void> => {
    if (!(await copy(text))) return;
    setDone(true);
    setTimeout(() => setDone(false), DONE_MS);
  };
  return (
    <button
      type="button"
      class={isBlock ? 'cmd block' : 'cmd'}
      aria-label={`Copy command: ${text}`}
      data-command={text}
      data-done={isDone ? '' : undefined}
      onClick={() => void press()}
    >
      <span>{text}</span>
    </button>
  );
}
