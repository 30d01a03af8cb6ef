import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { Command } from '../parts/Command.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { groupedFigure } from '../pure/figures.ts';
import { ApplyParams } from './ApplyParams.tsx';
import { type ParamChange, paramChanges, paramCommands, type ParamForm } from '../pure/paramChanges.ts';

const EVERY_MS = 60_000;

/** The parameters as a form. What is changed is shown as a difference, with the commands that put it into force. */
export function ParamsPanel({ strategy: { name, params } }: { readonly strategy: ControlReply<'strategies.list'>[number] }): JSX.Element {
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({});
  const changes = paramChanges(params, written);
  return (
    <Panel title="Parameters" command="sluice config plan" footer={`They are set under strategies.${name}.params in the configuration.`}>
      {params.length === 0 ? (
        <Empty title="It has none" />
      ) : (
        <DataTable
          caption={`Parameters of ${name}`}
          rows={params}
          keyOf={({ name: param }) => param}
          exactOf={({ value }) => value ?? ''}
          columns={[
            { head: 'Parameter', class: 'l', isName: true, cell: ({ name: param }) => <code>{param}</code> },
            { head: 'In force', cell: ({ value, unit }) => (value === undefined ? '–' : `${groupedFigure(value)} ${unit ?? ''}`) },
            {
              head: 'New value',
              cell: (param) => (
                <Field
                  param={param}
                  text={written[param.name] ?? param.value ?? ''}
                  change={changes.find((change) => change.name === param.name)}
                  onWrite={(text) => setWritten((before) => ({ ...before, [param.name]: text }))}
                />
              ),
            },
            { head: 'Without it', class: 'p2', cell: ({ initial }) => initial ?? '–' },
            { head: 'May be', class: 'l p3', cell: rangeText },
            { head: 'What it is', class: 'l wrap full', cell: ({ about }) => about ?? '' },
          ]}
        />
      )}
      {changes.length > 0 && <Difference name={name} changes={changes} onForget={() => setWritten({})} />}
    </Panel>
  );
}

function Field({
  param: { name, choices, kind },
  text,
  change,
  onWrite,
}: {
  readonly param: ParamForm;
  readonly text: string;
  readonly change: ParamChange | undefined;
  readonly onWrite: (text: string) => void;
}): JSX.Element {
  const label = `New value of ${name}`;
  const options = choices ?? (kind === 'bool' ? ['true', 'false'] : undefined);
  if (options !== undefined) {
    return (
      <select class="field" aria-label={label} value={text} onChange={({ currentTarget }) => onWrite(currentTarget.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  }
  const isWrong = change?.problem !== undefined;
  return (
    <>
      <input
        class="field"
        aria-label={label}
        aria-invalid={isWrong}
        value={text}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
      />
      {isWrong && <small class="err">✕ {change.problem}</small>}
    </>
  );
}

function Difference({
  name,
  changes,
  onForget,
}: {
  readonly name: string;
  readonly changes: readonly ParamChange[];
  readonly onForget: () => void;
}): JSX.Element {
  const { value } = useAnswer('settings.facts', {}, EVERY_MS);
  const isWrong = changes.some(({ problem }) => problem !== undefined);
  const values = Object.fromEntries(changes.map(({ name: param, after }) => [param, after]));
  return (
    <div class="body choices">
      <h3>What would change</h3>
      <div class="diff" role="group" aria-label="Parameters that differ" tabIndex={0}>
        {changes.map(({ name: param, before, after }) => (
          <div key={param}>
            {before !== undefined && <del>{`- ${param}: ${before}`}</del>}
            <ins>{`+ ${param}: ${after}`}</ins>
          </div>
        ))}
      </div>
      {isWrong ? (
        <p class="err">✕ A value is not one that the parameter takes.</p>
      ) : value?.config !== undefined && !value.isOwnConfig ? (
        <>
          <p>{value.config} is a part of the package.</p>
          <Command text="sluice init DIR" isBlock />
        </>
      ) : (
        <>
          <ApplyParams key={JSON.stringify(values)} name={name} values={values} onApplied={onForget} />
          <p>These commands do the same: into the file, what a reload would place or cancel, and into force.</p>
          {paramCommands(name, changes, value?.config).map((command) => (
            <Command key={command} text={command} isBlock />
          ))}
        </>
      )}
      <button type="button" class="btn" onClick={onForget}>
        Forget the changes
      </button>
    </div>
  );
}

function rangeText({ min, max, step, choices }: ParamForm): string {
  if (choices !== undefined) return choices.join(', ');
  const parts = [min && `from ${min}`, max && `to ${max}`, step && `in steps of ${step}`];
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}
