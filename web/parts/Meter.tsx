import type { JSX } from 'preact';
import { groupedFigure, roundedFigure, shareOfLimit } from '../pure/figures.ts';

interface MeterProps {
  readonly name: string;
  readonly used: string;
  readonly limit: string | undefined;
  readonly unit?: string;
  /** The part of `used` of which nobody knows what came of it, shown hatched. */
  readonly unknown?: string;
  /** What `used` is made of, in words and in the bar. */
  readonly parts?: { readonly positions: string; readonly orders: string; readonly unknown: string } | undefined;
  readonly isLoss?: boolean;
}

/** A value against its limit, with a notch at 80 %. */
export function Meter({ name, used, limit, unit = '', unknown = '0', parts, isLoss = false }: MeterProps): JSX.Element {
  const share = (part: string): number => (limit === undefined ? 0 : shareOfLimit(part, limit));
  const doubtful = share(parts?.unknown ?? unknown);
  return (
    <div class="meter">
      <span>{name}</span>
      <span class="num">
        <b>{groupedFigure(used)}</b> {limit === undefined ? unit : `/ ${groupedFigure(limit)} ${unit}`}
        {limit === undefined && <span class="muted"> no limit</span>}
      </span>
      <span class="bar" aria-hidden="true">
        <i
          class={isLoss ? 'red' : ''}
          style={{ '--w': parts === undefined ? Math.max(0, share(used) - doubtful) : share(parts.positions) }}
        />
        {parts !== undefined && <i class="b" style={{ '--w': share(parts.orders) }} />}
        {doubtful > 0 && <i class="u" style={{ '--w': doubtful }} />}
      </span>
      {parts !== undefined && (
        <small class="muted">
          {Object.entries(parts)
            .map(([part, figure]) => `${part} ${roundedFigure(figure, 2)}`)
            .join(' · ')}
        </small>
      )}
    </div>
  );
}
