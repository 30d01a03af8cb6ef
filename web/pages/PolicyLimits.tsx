import type { JSX } from 'preact';
import { Empty } from '../parts/Empty.tsx';
import { Meter } from '../parts/Meter.tsx';
import { Panel } from '../parts/Panel.tsx';
import { dayTimeText } from '../pure/ageText.ts';
import { sumOfFigures } from '../pure/figures.ts';
import { limitTitle, type Treasury } from '../pure/treasury.ts';

/** The rolling limits of the policy, and how much of each is in use. */
export function PolicyLimits({ told: { policy, limits } }: { readonly told: Treasury }): JSX.Element {
  return (
    <Panel title="Limits of the policy" class="c4" command="sluice treasury policy show" footer="Hatched: waits, and may still leave.">
      <div class="body tight">
        {policy === undefined ? (
          <Empty title="No policy is in force">Without one nothing leaves.</Empty>
        ) : (
          <p class="muted">
            Policy {policy.version} by {policy.publishedBy}, in force since {dayTimeText(Date.parse(policy.holdsFrom))}
            {policy.next !== null && `; version ${policy.next.version} follows on ${dayTimeText(Date.parse(policy.next.holdsFrom))}`}.
          </p>
        )}
        {policy !== undefined && limits.length === 0 && <Empty title="No limit over time">No rule of it adds up what has left.</Empty>}
        {limits.map((use) => (
          <div key={limitTitle(use)}>
            <Meter
              name={limitTitle(use)}
              used={sumOfFigures([use.sent, use.waiting])}
              unknown={use.waiting}
              limit={use.limit.amount}
              unit={use.limit.currency}
            />
            {use.unvalued.length > 0 && (
              <p class="warn">▲ without {use.unvalued.join(', ')}, of which no price is known: the policy says no</p>
            )}
          </div>
        ))}
      </div>
    </Panel>
  );
}
