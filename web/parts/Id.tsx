import type { JSX } from 'preact';
import { shortId } from '../pure/shortId.ts';

/** An id, shortened in its middle; the whole one is in its title and is copied by `y`. */
export function Id({ id }: { readonly id: string }): JSX.Element {
  return (
    <span class="id" title={id}>
      {shortId(id)}
    </span>
  );
}
