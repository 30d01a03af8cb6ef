import type { JSX, RefObject } from 'preact';
import { KEY_HELP } from '../pure/keys.ts';

/** All keys, behind `?`. */
export function KeysDialog({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }): JSX.Element {
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="kv">
        {KEY_HELP.map(([keys, meaning]) => (
          <>
            <dt key={keys}>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="btn">
          Close
        </button>
      </form>
    </dialog>
  );
}
