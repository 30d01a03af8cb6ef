import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { steadyNow } from '../live/now.ts';
import { HOLD_MS, type Hold as HoldState, holdBegun, holdEnded, isHeldLongEnough } from '../pure/holding.ts';

interface HoldProps {
  readonly onHeld: () => void;
  /** What makes things safer, or starts them again: it is in the page's colour and not in that of danger. */
  readonly isSafe?: boolean;
  readonly isDisabled?: boolean;
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** A button for what can't be undone: it acts when it has been held for 1.5 s by one pointer or one key; letting go undoes. */
export function Hold({ onHeld, isSafe = false, isDisabled = false, label, children }: HoldProps): JSX.Element {
  const [isHolding, setHolding] = useState(false);
  const hold = useRef<HoldState | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const set = (next: HoldState | undefined): void => {
    hold.current = next;
    setHolding(next !== undefined);
  };
  const stop = (): void => {
    clearTimeout(timer.current);
    set(undefined);
  };
  const begin = (by: string): void => {
    if (isDisabled || hold.current !== undefined) return;
    set(holdBegun(hold.current, by, steadyNow()));
    timer.current = setTimeout(() => {
      const isDone = isHeldLongEnough(hold.current, steadyNow());
      stop();
      if (isDone) onHeld();
    }, HOLD_MS + 1);
  };
  const end = (by: string): void => {
    if (hold.current !== undefined && holdEnded(hold.current, by) === undefined) stop();
  };
  // A button that goes away, or may no longer act, holds nothing.
  useEffect(() => stop, []);
  useEffect(() => {
    if (isDisabled) stop();
  }, [isDisabled]);

  const isHoldKey = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' ';
  return (
    <button
      type="button"
      class={`hold${isSafe ? ' safe' : ''}${isHolding ? ' holding' : ''}`}
      disabled={isDisabled}
      aria-label={label}
      title="Hold for 1.5 s"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        begin(`pointer ${event.pointerId}`);
      }}
      onPointerUp={({ pointerId }) => end(`pointer ${pointerId}`)}
      onPointerCancel={({ pointerId }) => end(`pointer ${pointerId}`)}
      onKeyDown={(event) => {
        if (!isHoldKey(event)) return;
        event.preventDefault();
        if (!event.repeat) begin(event.key);
      }}
      onKeyUp={(event) => {
        if (isHoldKey(event)) event.preventDefault();
        end(event.key);
      }}
      onBlur={stop}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </button>
  );
}
