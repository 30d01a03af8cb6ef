import type { ComponentChildren, JSX } from 'preact';

/** What would stand here, where nothing does. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }): JSX.Element {
  return (
    <p class="empty">
      <b>{title}</b>
      {children}
    </p>
  );
}
