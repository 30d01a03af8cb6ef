import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { said } from '../live/said.ts';

const SHOWN_MS = 6000;

/** What came of the last action. A failure stays until it is closed. */
export function Toast(): JSX.Element {
  const told = said.value;
  useEffect(() => {
    if (told === undefined || told.isBad) return undefined;
    const timer = setTimeout(() => (said.value = undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [told]);
  return (
    <div class="toasts">
      <div role="status">{told !== undefined && !told.isBad && <p class="toast">{told.text}</p>}</div>
      <div role="alert">
        {told?.isBad === true && (
          <p class="toast bad">
            <span aria-hidden="true">✕</span> {told.text}{' '}
            <button type="button" class="btn" onClick={() => (said.value = undefined)}>
              Close
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
