import type { JSX } from 'preact';
import type { StateLook } from '../pure/treasury.ts';
import { Badge } from './Badge.tsx';

/** A state by its sign and its word. */
export function Look({ look: { kind, sign, word } }: { readonly look: StateLook }): JSX.Element {
  return (
    <Badge kind={kind} sign={sign}>
      {word}
    </Badge>
  );
}
