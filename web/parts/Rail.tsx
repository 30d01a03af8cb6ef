import type { JSX } from 'preact';
import { place } from '../live/place.ts';
import { waiting } from '../live/told.ts';
import { addressOf, PAGES, type PageRoute } from '../pure/routes.ts';

const GROUPS = ['Trading', 'Strategies', 'Money', 'System'] as const;

/** The pages, each with its keys. */
export function Rail(): JSX.Element {
  return (
    <nav class="rail" aria-label="Pages">
      {GROUPS.map((group) => (
        <>
          <h2 key={group}>{group}</h2>
          <ul>
            {PAGES.filter((page) => page.group === group).map((page) => (
              <li key={page.name}>
                <a href={addressOf({ page: page.name })} aria-current={place.value.page === page.name ? 'page' : undefined}>
                  {page.title}
                  <Count page={page} />
                  <kbd>g {page.key}</kbd>
                </a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </nav>
  );
}

/** How many things wait on that page. */
function Count({ page: { name } }: { readonly page: PageRoute }): JSX.Element | null {
  const count = waiting.value.filter(({ page }) => page === name).length;
  if (count === 0 || name === 'overview') return null;
  return (
    <span class="n">
      {count}
      <span class="sr"> waiting</span>
    </span>
  );
}

const SHORT = [
  ['overview', '◫', 'Overview'],
  ['market', '▤', 'Market'],
  ['orders', '≡', 'Orders'],
  ['unresolved', '◆', 'Waiting'],
] as const;

/** The row under the thumb on a telephone. The fifth place is that of Stop. */
export function Tabs(): JSX.Element {
  const count = waiting.value.length;
  return (
    <nav class="tabs" aria-label="Pages, short">
      {SHORT.map(([name, sign, title]) => (
        <a key={name} href={addressOf({ page: name })} aria-current={place.value.page === name ? 'page' : undefined}>
          {name === 'unresolved' && count > 0 ? <span class="n">{count}</span> : <span aria-hidden="true">{sign}</span>}
          {title}
        </a>
      ))}
    </nav>
  );
}
