import type { JSX } from 'preact';
import { sparkLine } from '../pure/sparkLine.ts';

const [WIDTH, HEIGHT] = [60, 18];

/** The way of a figure in a row of a table. `name` says it to those who can't see it. */
export function SparkLine({ name, values }: { readonly name: string; readonly values: readonly number[] }): JSX.Element | null {
  const path = sparkLine(values, WIDTH, HEIGHT);
  if (path === '') return <span class="muted">–</span>;
  return (
    <svg class="spark" role="img" aria-label={name} width={WIDTH} height={HEIGHT + 2} viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}>
      <path d={path} />
    </svg>
  );
}
