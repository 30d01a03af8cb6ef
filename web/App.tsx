import type { ComponentType, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { keepFocus } from './live/keepFocus.ts';
import { listenToKeys } from './live/listenToKeys.ts';
import { place } from './live/place.ts';
import { daemonLife, state, status, waiting } from './live/told.ts';
import { Events } from './pages/Events.tsx';
import { Fills } from './pages/Fills.tsx';
import { Health } from './pages/Health.tsx';
import { Market } from './pages/Market.tsx';
import { Orders } from './pages/Orders.tsx';
import { Overview } from './pages/Overview.tsx';
import { Refusals } from './pages/Refusals.tsx';
import { Strategies } from './pages/Strategies.tsx';
import { Unresolved } from './pages/Unresolved.tsx';
import { isOfThePast } from './pure/alive.ts';
import { PAGES, type PageName } from './pure/routes.ts';
import { Banners } from './parts/Banners.tsx';
import { Bar } from './parts/Bar.tsx';
import { KeysDialog } from './parts/KeysDialog.tsx';
import { Rail, Tabs } from './parts/Rail.tsx';
import { STOP_ID } from './parts/StopMenu.tsx';
import { later } from './parts/later.tsx';
import { Toast } from './parts/Toast.tsx';

const VIEWS: Readonly<Record<PageName, ComponentType>> = {
  overview: Overview,
  market: Market,
  orders: Orders,
  fills: Fills,
  refusals: Refusals,
  unresolved: Unresolved,
  why: later(async () => (await import('./laterPages.ts')).laterPages.why),
  strategies: Strategies,
  research: later(async () => (await import('./laterPages.ts')).laterPages.research),
  payments: later(async () => (await import('./laterPages.ts')).laterPages.payments),
  treasury: later(async () => (await import('./laterPages.ts')).laterPages.treasury),
  events: Events,
  health: Health,
  simulator: later(async () => (await import('./laterPages.ts')).laterPages.simulator),
};

/** The frame: bar, rail and the page that the address names. */
export function App(): JSX.Element {
  const keys = useRef<HTMLDialogElement>(null);
  const { page } = place.value;
  const View = VIEWS[page];
  useEffect(() => {
    listenToKeys({ openStop, openKeys: () => keys.current?.showModal() });
    keepFocus();
  }, []);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-past', isOfThePast(state.value));
  }, [state.value]);
  const title = titleOf(page);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <a
        class="sr skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('#main')?.focus();
        }}
      >
        Skip to content
      </a>
      <Bar />
      <div class="shell">
        <Rail />
        <main id="main" tabIndex={-1}>
          <Banners />
          {/* With another daemon each page begins anew. */}
          <View key={`${page} ${daemonLife.value}`} />
        </main>
      </div>
      <Tabs />
      <Toast />
      <KeysDialog dialog={keys} />
    </>
  );
}

function titleOf(page: PageName): string {
  const count = waiting.value.length;
  const name = PAGES.find((one) => one.name === page)!.title;
  return `${count > 0 ? `(${count}) ` : ''}${name} · sluice ${status.value?.world.toUpperCase() ?? ''}`.trim();
}

function openStop(): void {
  const button = document.querySelector<HTMLElement>(`#${STOP_ID}`);
  if (button?.parentElement instanceof HTMLDetailsElement) button.parentElement.open = true;
  button?.focus();
}
