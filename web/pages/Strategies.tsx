import type { JSX } from 'preact';
import { place } from '../live/place.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { Empty } from '../parts/Empty.tsx';
import { OneStrategy } from './OneStrategy.tsx';
import { StrategyTable } from './StrategyTable.tsx';

const EVERY_MS = 2000;

/** All strategies, and one of them in full. */
export function Strategies(): JSX.Element {
  const { value, failure } = useAnswer('strategies.list', {}, EVERY_MS);
  const chosen = value?.find(({ name }) => name === place.value.what) ?? value?.[0];
  return (
    <>
      <div class="title">
        <h1>Strategies</h1>
      </div>
      <div class="grid">
        <StrategyTable />
        {chosen === undefined ? <Empty title={failure ?? 'Not told yet'} /> : <OneStrategy key={chosen.name} strategy={chosen} />}
      </div>
    </>
  );
}
