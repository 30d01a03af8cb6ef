import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { toSimulator } from '../live/actions.ts';
import { canSend } from '../live/told.ts';
import { Badge } from '../parts/Badge.tsx';
import { Command } from '../parts/Command.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { dayTimeText, timeText } from '../pure/ageText.ts';
import { groupedFigure } from '../pure/figures.ts';
import { shellWord } from '../pure/shellWord.ts';
import { amountProblem, answersText, HOLDS, hereProblem, heldText, type Simulator } from '../pure/simulator.ts';
import { AmountField } from './SimulatorMoney.tsx';

interface ToldProps {
  readonly told: Simulator;
}

/** Money on its way at the simulator, what its networks cost, and what it has told others. */
export function SimulatorMoves({ told }: ToldProps): JSX.Element {
  return (
    <>
      <PendingPanel told={told} />
      <NetworkPanel told={told} />
      <NotificationsPanel told={told} />
    </>
  );
}

/** Deposits and withdrawals that wait for a bank, a network or a review: they are held, and decided one by one. */
function PendingPanel({ told: { held, pending } }: ToldProps): JSX.Element {
  const badge = (
    <Badge kind={held.length > 0 ? 'call' : 'ok'} sign={held.length > 0 ? '◬' : '●'}>
      {heldText(held)}
    </Badge>
  );
  return (
    <Panel title="Money on its way" class="c8" command="sluice simulator pending" end={badge}>
      <div class="body choices">
        {HOLDS.map((kind) => {
          const isHeld = held.includes(kind);
          return (
            <button
              key={kind}
              type="button"
              class="btn"
              disabled={!canSend.value}
              onClick={() =>
                toSimulator('simulator.hold', { kind, isHeld: !isHeld }, `${isHeld ? 'Ending the hold of' : 'Holding'} ${kind}`)
              }
            >
              {isHeld ? `End the hold of ${kind}` : `Hold ${kind} of coins`}
            </button>
          );
        })}
        <p class="muted">
          A coin is confirmed by its network after a while. What is held stays pending until it is decided here, also after the hold has
          ended; money at banks always does.
        </p>
      </div>
      {pending.rows.length === 0 ? (
        <Empty title="Nothing is on its way">Deposits and withdrawals that are pending stand here, the newest first.</Empty>
      ) : (
        <DataTable
          caption="Pending deposits and withdrawals, newest first"
          rows={pending.rows}
          keyOf={({ id }) => id}
          commandOf={({ id }) => `sluice simulator decide ${id} complete`}
          exactOf={({ amount }) => amount}
          columns={[
            { head: 'Id', class: 'l', isName: true, cell: ({ id }) => id },
            { head: 'What', class: 'l', cell: ({ kind }) => kind },
            { head: 'Amount', cell: ({ amount, currency }) => `${groupedFigure(amount)} ${currency}` },
            { head: 'By', class: 'l p2', cell: ({ by }) => by },
            { head: 'Since', class: 'l p3', cell: ({ createdAt }) => dayTimeText(Date.parse(createdAt)) },
            {
              head: 'Decide',
              isSilent: true,
              class: 'full',
              cell: ({ id, kind }, isGone) => (
                <>
                  <DecideButton id={id} kind={kind} decision="complete" isGone={isGone} />{' '}
                  <DecideButton id={id} kind={kind} decision="decline" isGone={isGone} />
                </>
              ),
            },
          ]}
          foot={
            pending.count > pending.rows.length && (
              <tr>
                <td colSpan={6}>
                  The newest {pending.rows.length} of {pending.count}.
                </td>
              </tr>
            )
          }
        />
      )}
    </Panel>
  );
}

function DecideButton({
  id,
  kind,
  decision,
  isGone,
}: {
  readonly id: string;
  readonly kind: string;
  readonly decision: 'complete' | 'decline';
  readonly isGone: boolean;
}): JSX.Element {
  const [word, doing] = decision === 'complete' ? ['Complete', 'Completing'] : ['Decline', 'Declining'];
  return (
    <button
      type="button"
      class="btn"
      disabled={!canSend.value || isGone}
      onClick={() => toSimulator('simulator.decide', { id, decision }, `${doing} the ${kind} ${id}`)}
    >
      {word}
      <span class="sr">
        {' '}
        the {kind} {id}
      </span>
    </button>
  );
}

/** What the networks cost. */
function NetworkPanel({ told: { networks } }: ToldProps): JSX.Element {
  const [chosen, setChosen] = useState(0);
  const [fee, setFee] = useState<string>();
  const one = networks[chosen];
  if (one === undefined) return <Empty title="No network is known" />;
  const { currency, network } = one;
  const text = fee ?? one.fee;
  const problem = amountProblem(text, true);
  const command = `sluice simulator network-fee ${shellWord(currency)} ${shellWord(network)} ${shellWord(text)}`;
  return (
    <Panel title="Network fees" class="c4" command={command}>
      <div class="body choices">
        <label class="entry">
          Network whose fee changes
          <select
            class="field"
            value={chosen}
            onChange={({ currentTarget: { value } }) => {
              setChosen(Number(value));
              setFee(undefined);
            }}
          >
            {networks.map((each, n) => (
              <option key={`${each.currency} ${each.network}`} value={n}>
                {each.currency} by {each.name}
              </option>
            ))}
          </select>
        </label>
        <AmountField label={`Fee of one withdrawal, in ${currency}`} value={text} problem={problem} onChange={setFee} />
        <button
          type="button"
          class="btn"
          disabled={!canSend.value || problem !== undefined}
          onClick={() => toSimulator('simulator.networkFee', { currency, network, fee: text }, `Changing the fee of ${currency}`)}
        >
          Change the fee
        </button>
        <Command text={command} isBlock />
        <p class="muted">
          Now {groupedFigure(one.fee)} {currency}
          {one.fee === one.usual ? ', as usual' : `; usually ${groupedFigure(one.usual)}`}. A quote that was given keeps its own fee.
        </p>
      </div>
    </Panel>
  );
}

/** What the simulator has told others, and how they answered. */
function NotificationsPanel({ told: { notifications } }: ToldProps): JSX.Element {
  const { url, sent } = notifications;
  const [typed, setTyped] = useState<string>();
  const text = typed ?? url ?? 'http://127.0.0.1:7720/notify';
  const problem = hereProblem(text);
  return (
    <Panel title="Notifications" class="c8" command="sluice simulator notifications">
      <div class="body choices">
        <label class="entry">
          Those of ViBAN deposits go to
          <input
            class="field"
            inputMode="url"
            aria-invalid={problem !== undefined}
            value={text}
            onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
          />
          {problem !== undefined && <small class="err">✕ {problem}</small>}
        </label>
        <button
          type="button"
          class="btn"
          disabled={!canSend.value || problem !== undefined}
          onClick={() => toSimulator('simulator.notify', { url: text }, 'Sending notifications')}
        >
          Send them there
        </button>
        <button
          type="button"
          class="btn"
          disabled={!canSend.value || url === undefined}
          onClick={() => toSimulator('simulator.notify', {}, 'Ending notifications')}
        >
          Send none
        </button>
        <Command text={`sluice simulator notify ${shellWord(text)}`} isBlock />
        <p class="muted">{url === undefined ? 'They are not sent now.' : `They go to ${url} now.`}</p>
      </div>
      {sent.length === 0 ? (
        <Empty title="None was sent yet">Each notification stands here with the answers of its receiver, the last one first.</Empty>
      ) : (
        <DataTable
          caption="The last notifications, newest first"
          rows={sent}
          keyOf={({ id }) => id}
          exactOf={({ body }) => body}
          columns={[
            { head: 'Time', class: 'l', isName: true, cell: ({ at }) => <time>{timeText(Date.parse(at))}</time> },
            { head: 'What', class: 'l', cell: ({ type }) => <code>{type}</code> },
            { head: 'About', class: 'l p2', cell: ({ subject }) => subject },
            { head: 'Answered', class: 'l wrap full', cell: (one) => answersText(one) },
            { head: 'Body', class: 'l wrap full', cell: ({ body }) => <code>{body}</code> },
          ]}
        />
      )}
    </Panel>
  );
}
