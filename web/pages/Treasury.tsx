import type { JSX } from 'preact';
import { treasury, treasuryFailure } from '../live/treasury.ts';
import { daemonNow } from '../live/told.ts';
import { Badge } from '../parts/Badge.tsx';
import { Command } from '../parts/Command.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { dayTimeText } from '../pure/ageText.ts';
import { shortId } from '../pure/shortId.ts';
import type { Treasury as Told } from '../pure/treasury.ts';
import { AddressBook } from './AddressBook.tsx';
import { Balances } from './Balances.tsx';
import { MoveTable } from './MoveTable.tsx';
import { PolicyLimits } from './PolicyLimits.tsx';
import { Statements } from './Statements.tsx';
import { Signatures } from './Signatures.tsx';

/** The treasury beside the daemon: what waits and for whom. From here nothing is signed, sent or changed. */
export function Treasury(): JSX.Element {
  const told = treasury.value;
  return (
    <>
      <div class="title">
        <h1>Treasury</h1>
        <span class="muted">To look at. What moves money is signed with a person’s own key, on that person’s machine.</span>
      </div>
      <div class="grid">
        {told === undefined ? (
          <Panel title="Treasury" command="sluice treasury list">
            <Empty title={treasuryFailure.value ?? 'Not told yet'} />
          </Panel>
        ) : (
          <>
            <Running told={told} />
            {told.isThere && <Whole told={told} />}
          </>
        )}
        <Balances />
        <Statements />
      </div>
    </>
  );
}

function Whole({ told }: { readonly told: Told }): JSX.Element {
  const now = daemonNow.value ?? 0;
  return (
    <>
      <Panel title="Queue" class="c8" command="sluice treasury list --open" footer={unlistedText(told.unlisted)}>
        {told.open.length === 0 ? (
          <Empty title="Nothing is under way">What waits for signatures, is on its way, or is unknown stands here.</Empty>
        ) : (
          <MoveTable caption="Moves that may still change, oldest first" moves={told.open} now={now} />
        )}
      </Panel>
      <Signatures told={told} />
      <AddressBook entries={told.book} now={now} />
      <PolicyLimits told={told} />
      <Panel title="Ended" class="c8" command="sluice treasury list">
        {told.ended.length === 0 ? (
          <Empty title="Nothing has ended yet" />
        ) : (
          <MoveTable caption="Moves that have ended, newest first" moves={told.ended} now={now} />
        )}
      </Panel>
      <Audit audit={told.audit} />
    </>
  );
}

function unlistedText(unlisted: number): string | undefined {
  return unlisted === 0 ? undefined : `${unlisted} more: the command lists them.`;
}

/** Whether the treasury is there and runs, and how it is started. */
function Running({ told: { folder, isThere, isServed, trouble } }: { readonly told: Told }): JSX.Element {
  const badge =
    isServed && trouble === undefined ? (
      <Badge kind="ok" sign="●">
        runs
      </Badge>
    ) : (
      <Badge kind={isThere ? 'call' : 'plain'} sign={isThere ? '▲' : '○'}>
        {trouble !== undefined ? 'can’t be read' : isThere ? 'does not run' : 'none here'}
      </Badge>
    );
  return (
    <Panel title="Process" command="sluice treasury serve -c treasury.yaml" end={badge}>
      <div class="body">
        {trouble !== undefined && <p class="warn">▲ {trouble}</p>}
        {isServed && <p>It sends what is approved and follows it to the end. This page only reads it.</p>}
        {isThere && !isServed && (
          <p>
            <b>Nothing is sent or followed by itself.</b> Commands open the treasury for as long as they take. To let it run, start it where
            its key is: <Command text="sluice treasury serve -c treasury.yaml --live" />
          </p>
        )}
        {!isThere && (
          <p>
            There is no treasury in {folder}. One that runs as another user, as it should, or with another state folder is not seen from
            here: look at it with <Command text="sluice treasury list --state DIR" />. A new one begins with a policy:{' '}
            <Command text="sluice treasury policy publish policy.yaml --as NAME" />
          </p>
        )}
      </div>
    </Panel>
  );
}

function Audit({ audit }: { readonly audit: Told['audit'] }): JSX.Element {
  return (
    <Panel title="Audit log" class="c4" command="sluice treasury audit verify">
      {audit === undefined ? (
        <Empty title="No row yet" />
      ) : (
        <div class="body tight">
          <dl class="kv">
            <dt>Rows</dt>
            <dd>{audit.seq}</dd>
            <dt>Last one</dt>
            <dd>{dayTimeText(Date.parse(audit.at))}</dd>
            <dt>Head</dt>
            <dd class="id" title={audit.hash}>
              {shortId(audit.hash)}
            </dd>
          </dl>
          <p class="muted">Whether the chain is unbroken says the command, against heads that were kept elsewhere.</p>
        </div>
      )}
    </Panel>
  );
}
