import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ask } from '../live/askDaemon.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { isHeard } from '../live/told.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { type LineLook, RunChart } from '../parts/RunChart.tsx';
import { failureText } from '../pure/faultOfAnswer.ts';
import { gainCurves, type RunPoints } from '../pure/runCurves.ts';
import { differingInputs, type Run } from '../pure/runFigures.ts';
import { shellWord } from '../pure/shellWord.ts';
import { RunFigures } from './RunFigures.tsx';

const LOOKS: readonly LineLook[] = [
  { colour: 'accent' },
  { colour: 'warn', dash: [8, 4] },
  { colour: 'convert', dash: [2, 3] },
  { colour: 'buy', dash: [12, 3, 2, 3] },
];

/** What parameters are by default changes with the code only. */
const EVERY_MS = 60_000;

interface Loaded {
  readonly run: Run;
  readonly points: RunPoints;
}

/** Some backtests beside each other. */
export function ManyRuns({ ids }: { readonly ids: readonly string[] }): JSX.Element {
  const { loaded, failure } = useRuns(ids);
  const { value: known } = useAnswer('strategies.list', {}, EVERY_MS);
  const curves = useMemo(() => gainCurves((loaded ?? []).map(({ run, points }) => ({ name: run.id, points }))), [loaded]);
  const runs = (loaded ?? []).map(({ run }) => run);
  const command = `sluice report compare ${ids.slice(0, 2).map(shellWord).join(' ')}`;
  if (loaded === undefined) {
    return (
      <Panel title="Compared" command={command}>
        <Empty title={failure ?? 'Reading the runs …'} />
      </Panel>
    );
  }
  const inputs = differingInputs(runs, known ?? []);
  return (
    <>
      <Panel
        title="Gain since the beginning of each"
        command={command}
        footer={`The fitted band, in ${[...new Set(runs.map(({ currency }) => currency))].join(' and ')}.`}
      >
        <div class="body">
          <RunChart name="Gain of each run" curves={curves} looks={LOOKS.slice(0, runs.length)} height={300} />
        </div>
      </Panel>
      <RunFigures runs={runs} />
      <Panel title="What differs in their inputs" command={command}>
        {inputs.length === 0 ? (
          <Empty title="Nothing differs">The same inputs give the same run.</Empty>
        ) : (
          <DataTable
            caption="Inputs that differ"
            rows={inputs}
            keyOf={({ input }) => input}
            exactOf={({ values }) => values.join(' ')}
            columns={[
              { head: 'Input', class: 'l wrap full', isName: true, cell: ({ input }) => input },
              ...runs.map(({ id }, n) => ({
                head: id,
                class: 'l wrap full story',
                cell: ({ values }: (typeof inputs)[number]) => values[n] ?? 'none',
              })),
            ]}
          />
        )}
      </Panel>
    </>
  );
}

/** Asked once the daemon is heard; what was read stays. */
function useRuns(ids: readonly string[]): { readonly loaded: readonly Loaded[] | undefined; readonly failure: string | undefined } {
  const [loaded, setLoaded] = useState<readonly Loaded[] | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const isReady = isHeard.value;
  useEffect(() => {
    if (!isReady || loaded !== undefined) return undefined;
    const end = new AbortController();
    const read = async (id: string): Promise<Loaded> => ({
      run: await ask('runs.show', { id }, end.signal),
      points: await ask('runs.series', { id }, end.signal),
    });
    Promise.all(ids.map(read)).then(setLoaded, (error: unknown) => {
      if (!end.signal.aborted) setFailure(failureText(error));
    });
    return () => end.abort();
  }, [isReady]);
  return { loaded, failure };
}
