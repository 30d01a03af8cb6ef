import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import { applyParams } from '../live/actions.ts';
import { ask } from '../live/askDaemon.ts';
import { canSend } from '../live/told.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Hold } from '../parts/Hold.tsx';
import { failureText } from '../pure/faultOfAnswer.ts';
import { groupedFigure } from '../pure/figures.ts';

interface ApplyParamsProps {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  readonly onApplied: () => void;
}

type Plan = ControlReply<'params.plan'>;

/** What other parameters would change in the file and of the orders; then they are written and put into force by a hold. */
export function ApplyParams({ name, values, onApplied }: ApplyParamsProps): JSX.Element {
  const [plan, setPlan] = useState<Plan | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [isAsking, setAsking] = useState(false);
  const look = async (): Promise<void> => {
    setAsking(true);
    setFailure(undefined);
    try {
      setPlan(await ask('params.plan', { name, values }));
    } catch (error) {
      setPlan(undefined);
      setFailure(failureText(error));
    }
    setAsking(false);
  };
  const apply = async (digest: string): Promise<void> => {
    setPlan(undefined);
    if (await applyParams({ name, values, digest })) onApplied();
  };
  return (
    <>
      <button type="button" class="btn" disabled={!canSend.value || isAsking} onClick={() => void look()}>
        {isAsking ? 'Planning …' : 'Plan it: what would change in the file, and of its orders'}
      </button>
      {failure !== undefined && (
        <p class="err" role="status">
          ✕ {failure}
        </p>
      )}
      {plan !== undefined && (
        <>
          <h3>In {plan.file}</h3>
          <div class="diff" role="group" aria-label="Lines that differ" tabIndex={0}>
            {plan.difference.map((line) => (line.startsWith('-') ? <del key={line}>{line}</del> : <ins key={line}>{line}</ins>))}
          </div>
          <Orders plan={plan} />
          <Hold isDisabled={!canSend.value} onHeld={() => void apply(plan.digest)}>
            Hold: write it, and put it into force
          </Hold>
        </>
      )}
    </>
  );
}

function Orders({ plan: { plan } }: { readonly plan: Plan }): JSX.Element {
  const again = plan.strategies.flatMap(({ strategy, afterwards }) => (afterwards === undefined ? [] : [`${strategy} ${afterwards}`]));
  return (
    <>
      {again.length > 0 && <p>{again.join(', ')}.</p>}
      {plan.orders.length === 0 ? (
        <p>No open order is touched.</p>
      ) : (
        <DataTable
          caption="What becomes of its open orders"
          rows={plan.orders}
          keyOf={({ orderId }) => orderId}
          columns={[
            { head: 'Order', class: 'l id', isName: true, cell: ({ orderId }) => orderId },
            { head: 'What', class: 'l', cell: ({ symbol, side, amount }) => `${side} ${groupedFigure(amount)} ${symbol}` },
            { head: 'Becomes', class: 'l wrap full', cell: ({ becomes }) => becomes },
          ]}
        />
      )}
    </>
  );
}
