import type { JSX } from 'preact';
import { limits } from '../live/limits.ts';
import { isRiskOld, status } from '../live/told.ts';
import { Badge } from '../parts/Badge.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Meter } from '../parts/Meter.tsx';
import { Panel } from '../parts/Panel.tsx';
import { limitName, positionsWorth, usedLimits } from '../pure/atRisk.ts';
import { roundedFigure } from '../pure/figures.ts';

const STATES = { active: ['ok', '●'], reducing: ['call', '◐'], halted: ['bad', '■'] } as const;

const LOSS_NAMES: Readonly<Record<string, string>> = { 'max-loss': 'Loss', 'daily-loss': 'Loss today', 'max-drawdown': 'Below its peak' };

/** The limits, and how much of each is in use. */
export function RiskPanel(): JSX.Element {
  const told = status.value;
  const all = limits.value;
  const [kind, sign] = STATES[told?.trading ?? 'active'];
  const state =
    told === undefined ? undefined : (
      <Badge kind={kind} sign={sign}>
        {told.trading}
      </Badge>
    );
  return (
    <Panel
      title="Risk in use"
      class=""
      command="sluice status"
      isOld={isRiskOld.value}
      end={state}
      footer="The notch is at 80 %. Limits are read every two seconds."
    >
      <div class="body tight">
        {told !== undefined &&
          positionsWorth(told).map(({ currency, worth, unvalued }) => (
            <p class="pair" key={currency}>
              <span>Positions at the mid</span>
              <b>
                {roundedFigure(worth, 2)} {currency}
                {unvalued.length > 0 && <span class="warn"> ◆ without {unvalued.join(', ')}</span>}
              </b>
            </p>
          ))}
        {all === undefined && <Empty title="Not told yet" />}
        {usedLimits(all ?? []).map(({ limit, used, most, unit, parts }) => (
          <Meter
            key={limit}
            name={limitName(limit)}
            used={unit === 'orders' ? used : roundedFigure(used, 2)}
            limit={most}
            unit={unit === 'orders' ? '' : unit}
            isLoss={limit === 'risk.maxDailyLoss'}
            parts={parts && { positions: parts.positions, orders: parts.orders, unknown: parts.unknown }}
          />
        ))}
        {(told?.protections ?? []).map(({ scope, kind, loss }) =>
          loss?.now === undefined ? null : (
            <Meter
              key={`${scope} ${kind}`}
              name={`${LOSS_NAMES[kind] ?? kind}, ${scope}`}
              used={roundedFigure(loss.now, 2)}
              limit={loss.most}
              unit={loss.currency}
              isLoss
            />
          ),
        )}
      </div>
    </Panel>
  );
}
