import type { JSX } from 'preact';
import { groupedFigure, shareOfLimit } from '../pure/figures.ts';

interface MeterProps {
  readonly name: string;
  readonly used: string;
  readonly limit: string | undefined;
  readonly unit?: string;
  /** The part of `used` of which nobody knows what came of it, shown hatched. */
  readonly unknown?: string;
  readonly isLoss?: boolean;
}

/** A value against its limit, with a notch at 80 %. */
export function Meter({ name, used, limit, unit = '', unknown = '0', isLoss = false }: MeterProps): JSX.Element {
  const share = limit === undefined ? 0 : shareOfLimit(used, limit);
  const doubtful = limit === undefined ? 0 : Math.min(share, shareOfLimit(unknown, limit));
  return (
    <div class="meter">
      <span>{name}</span>
      <span class="num">
        <b>{groupedFigure(used)}</b> {limit === undefined ? unit : `/ ${groupedFigure(limit)} ${unit}`}
        {limit === undefined && <span class="muted"> no limit</span>}
      </span>
      <span class="bar" aria-hidden="true">
        <i class={isLoss ? 'red' : ''} style={{ '--w': share - doubtful }} />
        {doubtful > 0 && <i class="u" style={{ '--w': doubtful }} />}
      </span>
    </div>
  );
}
