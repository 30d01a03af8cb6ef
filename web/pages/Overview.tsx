import type { JSX } from 'preact';
import { EquityPanel } from './EquityPanel.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import { HealthPanel } from './HealthPanel.tsx';
import { LanesPanel } from './LanesPanel.tsx';
import { RiskPanel } from './RiskPanel.tsx';
import { StrategyTable } from './StrategyTable.tsx';
import { Waiting } from './Waiting.tsx';

const LINES = 10;

export function Overview(): JSX.Element {
  return (
    <div class="grid">
      <h1 class="sr">Overview</h1>
      <Waiting />
      <EquityPanel />
      <div class="col c4">
        <RiskPanel />
        <LanesPanel />
      </div>
      <StrategyTable />
      <EventsPanel class="c8" most={LINES} />
      <HealthPanel class="c4" />
    </div>
  );
}
