import type { JSX } from 'preact';

/** Buy or sell, with a sign and a word. */
export function Side({ side }: { readonly side: string }): JSX.Element {
  return <span class={side === 'Buy' ? 'buy' : 'sell'}>{side}</span>;
}
