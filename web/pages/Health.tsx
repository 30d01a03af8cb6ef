import type { JSX } from 'preact';
import { useAnswer } from '../live/useAnswer.ts';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { HealthPanel } from './HealthPanel.tsx';
import { LanesPanel } from './LanesPanel.tsx';
import { RiskPanel } from './RiskPanel.tsx';

const EVERY_MS = 60_000;

/** The daemon's own state, and what stays as it is while it runs. */
export function Health(): JSX.Element {
  const { value, failure } = useAnswer('settings.facts', {}, EVERY_MS);
  const facts: readonly (readonly [string, string | undefined])[] =
    value === undefined
      ? []
      : [
          ['World', value.world],
          ['Venue', [value.venue.host, value.venue.note].filter((text) => text !== undefined).join(', ')],
          ['Version', value.version],
          ['Process', String(value.pid)],
          ['Started', value.startedAt],
          ['Configuration', value.config ?? 'the one that comes with it'],
          ['Journal', value.database],
          ['Pairs', value.symbols.join(', ')],
          ['A book is too old after', `${value.staleAfterMs / 1000} s`],
          ['Open orders at the end', value.onStop],
        ];
  return (
    <>
      <div class="title">
        <h1>Health</h1>
      </div>
      <div class="grid">
        <HealthPanel class="c6" />
        <Panel title="This daemon" class="c6" command="sluice status">
          {value === undefined ? (
            <Empty title={failure ?? 'Not told yet'} />
          ) : (
            <div class="body tight">
              <dl class="kv">
                {facts.map(([name, text]) => (
                  <>
                    <dt key={name}>{name}</dt>
                    <dd class="id">{text}</dd>
                  </>
                ))}
              </dl>
            </div>
          )}
        </Panel>
        <div class="c6 col">
          <RiskPanel />
        </div>
        <div class="c6 col">
          <LanesPanel />
        </div>
      </div>
    </>
  );
}
