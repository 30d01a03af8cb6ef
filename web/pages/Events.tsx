import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Search } from '../parts/Search.tsx';
import { EventsPanel } from './EventsPanel.tsx';

const MOST = 300;

/** The event log. */
export function Events(): JSX.Element {
  const [search, setSearch] = useState('');
  return (
    <>
      <div class="title">
        <h1>Events</h1>
        <div class="end">
          <Search value={search} onChange={setSearch} />
        </div>
      </div>
      <div class="grid">
        <EventsPanel class="c12" most={MOST} search={search} />
      </div>
    </>
  );
}
