import type { JSX } from 'preact';
import { place } from '../live/place.ts';
import { status } from '../live/told.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { Empty } from '../parts/Empty.tsx';
import { later } from '../parts/later.tsx';
import { OneStrategy } from './OneStrategy.tsx';
import { StrategyTable } from './StrategyTable.tsx';

const EVERY_MS = 2000;
const PeriodsPanel = later(async () => (await import('./PeriodsPanel.tsx')).PeriodsPanel);

/** All strategies, and one of them in full. */
export function Strategies(): JSX.Element {
  const { value, failure } = useAnswer('strategies.list', {}, EVERY_MS);
  const { what } = place.value;
  const form = what === undefined ? value?.[0] : value?.find(({ name }) => name === what);
  // Positions come by the stream, as in the table.
  const chosen = form && { ...form, markets: status.value?.strategies.filter(({ name }) => name === form.name) ?? form.markets };
  return (
    <>
      <div class="title">
        <h1>Strategies</h1>
      </div>
      <div class="grid">
        <StrategyTable />
        {chosen === undefined ? (
          <Empty title={failure ?? (value === undefined ? 'Not told yet' : `There is no strategy ${what ?? ''}`)} />
        ) : (
          <OneStrategy key={chosen.name} strategy={chosen} />
        )}
        <PeriodsPanel />
      </div>
    </>
  );
}
