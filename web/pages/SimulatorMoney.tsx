import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { toSimulator } from '../live/actions.ts';
import { canSend } from '../live/told.ts';
import { Command } from '../parts/Command.tsx';
import { Panel } from '../parts/Panel.tsx';
import { shellWord } from '../pure/shellWord.ts';
import { amountProblem, percentProblem, type Simulator } from '../pure/simulator.ts';

interface MoneyProps {
  readonly currencies: Simulator['currencies'];
}

/** Moves the price of a currency. */
export function PricePanel({ currencies }: MoneyProps): JSX.Element {
  const movable = currencies.filter(({ code }) => code !== 'EUR');
  const [currency, setCurrency] = useState(movable[0]?.code ?? '');
  const [percent, setPercent] = useState('-5');
  const problem = percentProblem(percent);
  const command = `sluice simulator price ${shellWord(currency)} --by ${shellWord(`${percent}%`)}`;
  return (
    <Panel title="Move a price" class="c4" command={command}>
      <div class="body choices">
        <CurrencyField label="Currency whose price moves" currencies={movable} value={currency} onChange={setCurrency} />
        <AmountField label="By so many percent, up or down" value={percent} problem={problem} onChange={setPercent} />
        <button
          type="button"
          class="btn"
          disabled={!canSend.value || problem !== undefined}
          onClick={() => toSimulator('simulator.price', { currency, percent }, `Moving the price of ${currency}`)}
        >
          Move it at once
        </button>
        <Command text={command} isBlock />
        <p class="muted">The makers move their orders with it; orders of the account stay, and may trade.</p>
      </div>
    </Panel>
  );
}

/** Lets money come in, or lends some. */
export function MoneyPanel({ currencies }: MoneyProps): JSX.Element {
  const [currency, setCurrency] = useState('EUR');
  const [amount, setAmount] = useState('1000');
  const problem = amountProblem(amount, true);
  const isNone = amountProblem(amount, false) !== undefined;
  const [deposit, lend] = ['deposit', 'lend'].map((verb) => `sluice simulator ${verb} ${shellWord(currency)} ${shellWord(amount)}`);
  return (
    <Panel title="Money comes in" class="c4" command={deposit!}>
      <div class="body choices">
        <CurrencyField label="Currency that comes in" currencies={currencies} value={currency} onChange={setCurrency} />
        <AmountField label="Amount" value={amount} problem={problem} onChange={setAmount} />
        <button
          type="button"
          class="btn"
          disabled={!canSend.value || isNone}
          onClick={() => toSimulator('simulator.deposit', { currency, amount }, `Paying in ${amount} ${currency}`)}
        >
          Deposit it
        </button>
        <Command text={deposit!} isBlock />
        <button
          type="button"
          class="btn"
          disabled={!canSend.value || problem !== undefined}
          onClick={() => toSimulator('simulator.lend', { currency, amount }, `Lending ${amount} ${currency}`)}
        >
          Lend so much in all
        </button>
        <Command text={lend!} isBlock />
        <p class="muted">
          A deposit stands in the account’s history, so the ledger explains it. What is lent does not: the ledger says that it can’t explain
          it, and holds new orders in that currency back, until it is booked or given back.
        </p>
      </div>
    </Panel>
  );
}

function CurrencyField({
  label,
  currencies,
  value,
  onChange,
}: MoneyProps & { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }): JSX.Element {
  return (
    <label class="entry">
      {label}
      <select class="field" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {currencies.map(({ code }) => (
          <option key={code}>{code}</option>
        ))}
      </select>
    </label>
  );
}

/** A field for a number, with what is wrong with it. */
export function AmountField({
  label,
  value,
  problem,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}): JSX.Element {
  return (
    <label class="entry">
      {label}
      <input
        class="field"
        inputMode="decimal"
        aria-invalid={problem !== undefined}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value.trim())}
      />
      {problem !== undefined && <small class="err">✕ {problem}</small>}
    </label>
  );
}
