import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../live/askDaemon.ts';
import { sayFailure } from '../live/said.ts';
import { fills } from '../live/told.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Search } from '../parts/Search.tsx';
import { containsAll } from '../pure/eventFilter.ts';
import type { FillRow } from '../pure/toldAfter.ts';
import { failureText } from '../pure/faultOfAnswer.ts';
import { joinedPages } from '../pure/joinedPages.ts';
import { FillTable } from './FillTable.tsx';

/** New ones come by the stream. */
const EVERY_MS = 60_000;
const PAGE = 100;

/** Executions, newest first; older ones page by page. */
export function Fills(): JSX.Element {
  const { value, failure } = useAnswer('fills.list', { limit: PAGE }, EVERY_MS);
  const [older, setOlder] = useState<readonly FillRow[]>([]);
  const [isAll, setAll] = useState(false);
  const [search, setSearch] = useState('');
  const read = joinedPages(value ?? [], older);
  const all = joinedPages(fills.value, read);
  const rows = all.filter(({ strategy, symbol, side, orderId, tag }) =>
    containsAll([strategy ?? 'external', symbol, side, orderId, tag ?? ''].join(' '), search),
  );
  const more = async (): Promise<void> => {
    // One that the stream has told late may be older than all that were read, and those between are not known.
    const last = read.at(-1);
    if (last === undefined) return;
    try {
      const next = await ask('fills.list', { limit: PAGE, before: last.id });
      setOlder(joinedPages(read, next));
      setAll(next.length < PAGE);
    } catch (error) {
      sayFailure(failureText(error));
    }
  };
  return (
    <>
      <div class="title">
        <h1>Fills</h1>
      </div>
      <Panel
        title="Executions"
        command="sluice fills list"
        end={<Search value={search} onChange={setSearch} />}
        footer={`${rows.length} shown. Fees are in the currency that the venue took them in.`}
      >
        {rows.length === 0 ? (
          <Empty title={failure ?? (value === undefined ? 'Not told yet' : 'No execution')}>
            Each execution of our orders stands here.
          </Empty>
        ) : (
          <FillTable rows={rows} />
        )}
        {read.length >= PAGE && !isAll && (
          <div class="body">
            <button type="button" class="btn" onClick={() => void more()}>
              Older ones
            </button>
          </div>
        )}
      </Panel>
    </>
  );
}
