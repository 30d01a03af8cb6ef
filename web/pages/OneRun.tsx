import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useOneAnswer } from '../live/useAnswer.ts';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { type LineLook, RunChart } from '../parts/RunChart.tsx';
import { bandCurves, fallCurve, movedSpan, type Span } from '../pure/runCurves.ts';
import type { Run } from '../pure/runFigures.ts';
import { shellWord } from '../pure/shellWord.ts';
import { RunEvents } from './RunEvents.tsx';
import { RunFigures } from './RunFigures.tsx';
import { RunTrips } from './RunTrips.tsx';

const BAND_LOOKS: readonly LineLook[] = [
  { colour: 'buy', dash: [2, 3] },
  { colour: 'sell', dash: [2, 3] },
  { colour: 'accent' },
  { colour: 'muted', dash: [8, 4] },
];
const FALL_LOOKS: readonly LineLook[] = [{ colour: 'sell' }];

/** One backtest in full. */
export function OneRun({ id }: { readonly id: string }): JSX.Element {
  const { value: run, failure } = useOneAnswer('runs.show', { id });
  if (run === undefined) {
    return (
      <Panel title={id} command={`sluice report open ${shellWord(id)}`}>
        <Empty title={failure ?? 'Reading the run …'} />
      </Panel>
    );
  }
  return <ShownRun run={run} />;
}

function ShownRun({ run }: { readonly run: Run }): JSX.Element {
  const [mark, setMark] = useState<number | undefined>(undefined);
  return (
    <>
      <CurvePanel run={run} mark={mark} />
      <RunFigures runs={[run]} />
      <RunTrips run={run} />
      <RunEvents run={run} onMark={setMark} />
    </>
  );
}

const MOVES = [
  ['earlier', '◀ Earlier'],
  ['in', '+ Closer'],
  ['out', '− Wider'],
  ['later', 'Later ▶'],
] as const;

function CurvePanel({
  run: { id, currency, from, to, warnings },
  mark,
}: {
  readonly run: Run;
  readonly mark: number | undefined;
}): JSX.Element {
  const whole: Span = { from: Date.parse(from), to: Date.parse(to) };
  const [span, setSpan] = useState<Span>(whole);
  const isWhole = span.from <= whole.from && span.to >= whole.to;
  const times = isWhole ? {} : { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() };
  const { value, failure, isAsking } = useOneAnswer('runs.series', { id, ...times });
  const [curves, fall] = useMemo(() => (value === undefined ? [] : [bandCurves(value), fallCurve(value)]), [value]);
  return (
    <Panel
      title={`Equity of ${id}`}
      class="c8"
      command={`sluice report open ${shellWord(id)}`}
      footer="The band lies between what is assumed to be bad and good for the strategy. Draw over a part with the pointer to see it closer."
    >
      {curves === undefined || value?.length === 0 ? (
        <Empty title={failure ?? (isAsking ? 'Reading the samples …' : 'No sample in this span')} />
      ) : (
        <div class="body">
          <RunChart
            name={`Equity of ${id}, ${currency}`}
            curves={curves}
            looks={BAND_LOOKS}
            height={260}
            isBand
            mark={mark}
            onZoom={setSpan}
          />
          <RunChart
            name={`Fall of ${id} below its highest, ${currency}`}
            curves={fall!}
            looks={FALL_LOOKS}
            height={110}
            mark={mark}
            onZoom={setSpan}
          />
        </div>
      )}
      <div class="body buttons">
        {MOVES.map(([by, text]) => (
          <button
            key={by}
            type="button"
            class="btn"
            disabled={isAsking || (isWhole && by !== 'in')}
            onClick={() => setSpan(movedSpan(span, whole, by))}
          >
            {text}
          </button>
        ))}
        <button type="button" class="btn" disabled={isWhole} onClick={() => setSpan(whole)}>
          Whole run
        </button>
      </div>
      {warnings.length > 0 && (
        <ul class="body">
          {warnings.map((warning) => (
            <li key={warning} class="wrapped">
              ▲ {warning}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
