import type { ComponentChildren, JSX } from 'preact';

/** A shape and a word, so that colour is never the only sign. */
export type BadgeKind = 'ok' | 'call' | 'bad' | 'info' | 'plain';

export function Badge({
  kind,
  sign,
  children,
}: {
  readonly kind: BadgeKind;
  readonly sign: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <span class={`badge ${kind === 'plain' ? '' : kind}`}>
      <i aria-hidden="true">{sign}</i>
      {children}
    </span>
  );
}
