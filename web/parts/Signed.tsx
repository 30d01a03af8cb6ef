import type { JSX } from 'preact';
import { groupedFigure, roundedFigure, signOfFigure } from '../pure/figures.ts';

/** A gain or a loss: its sign is in the text, the colour only repeats it. The whole figure is in the title. */
export function Signed({
  value,
  places = 2,
  isOld = false,
}: {
  readonly value: string | undefined;
  readonly places?: number;
  readonly isOld?: boolean;
}): JSX.Element {
  if (value === undefined) return <span class="muted">–</span>;
  const sign = signOfFigure(value) ?? 0;
  const shown = roundedFigure(value, places);
  return (
    <span class={isOld ? 'stale' : sign < 0 ? 'down' : sign > 0 ? 'up' : undefined} title={groupedFigure(value)} data-exact={value}>
      {sign > 0 ? `+${shown}` : shown}
    </span>
  );
}
