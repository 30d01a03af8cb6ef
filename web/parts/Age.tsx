import type { JSX } from 'preact';
import { ageText } from '../pure/ageText.ts';

/** How old something is. Beyond its limit it says so by a sign and a frame. */
export function Age({ ms, limitMs }: { readonly ms: number | undefined; readonly limitMs?: number }): JSX.Element {
  if (ms === undefined) return <span class="age muted">never</span>;
  const isOld = limitMs !== undefined && ms > limitMs;
  return (
    <span class={isOld ? 'age old' : 'age'}>
      {ageText(ms)}
      {isOld && <span class="sr"> old</span>}
    </span>
  );
}
