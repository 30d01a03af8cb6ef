import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { copy } from '../live/copy.ts';
import { goTo, place } from '../live/place.ts';
import { daemonNow } from '../live/told.ts';
import { useOneAnswer } from '../live/useAnswer.ts';
import { Badge } from '../parts/Badge.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Stat } from '../parts/Stat.tsx';
import { momentText } from '../pure/ageText.ts';
import { plainDetail } from '../pure/plainDetail.ts';
import { shellWord } from '../pure/shellWord.ts';
import { shortId } from '../pure/shortId.ts';
import { type Story, storyLines, storySummary } from '../pure/story.ts';

/** How an order, an execution, a refusal, a conversion or a transfer came about and what became of it. */
export function Why(): JSX.Element {
  const id = place.value.what;
  return (
    <>
      <div class="title">
        <h1>Why</h1>
        <div class="end">
          <AskFor key={id} id={id} />
        </div>
      </div>
      <div class="grid">
        {id === undefined ? (
          <Panel title="Story" command="sluice why ID">
            <Empty title="Of what?">Give the id of an order, an execution, a conversion or a request, or press Why beside one.</Empty>
          </Panel>
        ) : (
          <OneStory key={id} id={id} />
        )}
      </div>
    </>
  );
}

function AskFor({ id = '' }: { readonly id: string | undefined }): JSX.Element {
  const [typed, setTyped] = useState(id);
  return (
    <form
      class="tell"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') goTo({ page: 'why', what: typed });
      }}
    >
      <input
        type="search"
        class="search"
        placeholder="Id  /"
        aria-label="Id of an order, an execution, a conversion or a request"
        maxLength={100}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      />
      <button type="submit" class="btn" disabled={typed === ''}>
        Tell
      </button>
    </form>
  );
}

function OneStory({ id }: { readonly id: string }): JSX.Element {
  const [signals, setSignals] = useState<'yes' | 'no'>('no');
  const { value, failure, isAsking, again } = useOneAnswer('why', { id, signals });
  return (
    <Panel
      title={`Story of ${shortId(id)}`}
      command={`sluice why ${shellWord(id)}${signals === 'no' ? ' --quick' : ''}`}
      footer="What has just happened is there within some seconds: the session is written every five. For what strategies logged and plotted, they run once more through the session, beside the trading."
    >
      {value === undefined || value.rows.length === 0 ? (
        <Empty title={isAsking ? 'Looking through the journal and the session …' : (failure ?? 'Nothing is known of it')}>
          {failure === undefined ? '' : <>The whole id is {id}.</>}
        </Empty>
      ) : (
        <>
          {failure !== undefined && <p class="body err">{failure}</p>}
          <Told story={value} />
        </>
      )}
      <div class="body buttons">
        <button type="button" class="btn" disabled={isAsking} onClick={again}>
          {isAsking ? 'Looking …' : 'Look again'}
        </button>
        <button type="button" class="btn" onClick={() => void copy(location.href)}>
          Copy link
        </button>
        {value !== undefined && signals === 'no' && (
          <button type="button" class="btn" disabled={isAsking} onClick={() => setSignals('yes')}>
            Add what the strategies logged and plotted
          </button>
        )}
      </div>
    </Panel>
  );
}

function Told({ story }: { readonly story: Story }): JSX.Element {
  const summary = storySummary(story)!;
  const now = daemonNow.value ?? Date.parse(summary.began);
  return (
    <>
      <div class="body">
        <div class="stats">
          <Stat name="Began">{momentText(Date.parse(summary.began), now)}</Stat>
          <Stat name="Took">{summary.took}</Stat>
          <Stat name="Executions">{summary.executions}</Stat>
        </div>
        {summary.end !== undefined && <p class="wrapped">Last word: {plainDetail(summary.end)}</p>}
        {story.notes.map((note) => (
          <p key={note} class="muted">
            ▲ {note}
          </p>
        ))}
      </div>
      <DataTable
        caption="What happened, oldest first"
        rows={storyLines(story)}
        keyOf={({ key }) => key}
        exactOf={({ detail }) => detail}
        columns={[
          {
            head: 'Time',
            class: 'l',
            isName: true,
            cell: ({ at, after }) => (
              <>
                <time dateTime={at}>{momentText(Date.parse(at), now)}</time> <span class="muted">{after}</span>
              </>
            ),
          },
          {
            head: 'Step',
            class: 'l',
            cell: ({ step, sign, kind }) => (
              <Badge kind={kind} sign={sign}>
                {step}
              </Badge>
            ),
          },
          { head: 'What', class: 'l wrap full story', cell: ({ detail }) => plainDetail(detail) },
          { head: 'Source', class: 'l p3', cell: ({ source }) => <span class="muted">{source}</span> },
        ]}
      />
    </>
  );
}
