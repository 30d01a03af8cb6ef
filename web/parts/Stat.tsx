import type { ComponentChildren, JSX } from 'preact';

/** One figure under its name. */
export function Stat({
  name,
  class: names = '',
  children,
}: {
  readonly name: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class={`stat ${names}`}>
      <span class="k">{name}</span>
      <b>{children}</b>
    </div>
  );
}
