import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { place } from '../live/place.ts';
import { daemonNow } from '../live/told.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Seg } from '../parts/Seg.tsx';
import { dayTimeText } from '../pure/ageText.ts';
import { type Days, DAYS, type Payments as Told } from '../pure/payments.ts';
import { OnePayment } from './OnePayment.tsx';
import { OpenPayments } from './OpenPayments.tsx';
import { PaymentTable } from './PaymentTable.tsx';
import { PayoutTable } from './PayoutTable.tsx';
import { RefundTable } from './RefundTable.tsx';

/** Each look asks the venue. */
const EVERY_MS = 60_000;

/** Payments, refunds and payouts as the payment interface shows them. Whatever settles one is done by a command. */
export function Payments(): JSX.Element {
  const [days, setDays] = useState<Days>('7');
  const id = place.value.what;
  return (
    <>
      <div class="title">
        <h1>Payments</h1>
        <span class="muted">To look at. What settles a payment is a command.</span>
        <div class="end">
          <Seg name="How far back" options={DAYS} value={days} onChange={setDays} />
        </div>
      </div>
      <div class="grid">
        {id !== undefined && <OnePayment key={id} id={id} />}
        <Lists key={days} days={days} />
      </div>
    </>
  );
}

function Lists({ days }: { readonly days: Days }): JSX.Element {
  const { value, failure } = useAnswer('payments.list', { days: Number(days) }, EVERY_MS);
  if (value !== undefined && value.missing === undefined) return <Whole told={value} failure={failure} days={days} />;
  return (
    <Panel title="Payments" command="sluice pay intents list">
      <Empty title={value === undefined ? (failure ?? 'Asking the venue …') : 'Payments are not set up here'}>
        {value !== undefined && `${value.missing}. `}They are read with the account that SLUICE_PROCESSING_URL, _KEY and _SECRET name where
        the daemon was started.
      </Empty>
    </Panel>
  );
}

function Whole({ told, failure, days }: { readonly told: Told; readonly failure: string | undefined; readonly days: Days }): JSX.Element {
  const now = daemonNow.value ?? Date.parse(told.readAt);
  return (
    <>
      {failure !== undefined && (
        <p class="c12 err" role="status">
          ▲ The last look has failed: {failure}. What stands here was read at {dayTimeText(Date.parse(told.readAt))}.
        </p>
      )}
      <OpenPayments told={told} now={now} />
      <PaymentTable rows={told.payments} now={now} days={days} />
      <RefundTable rows={told.refunds} now={now} days={days} />
      <PayoutTable rows={told.payouts} days={days} />
    </>
  );
}
