import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { place } from '../live/place.ts';
import { waiting } from '../live/told.ts';
import { addressOf, PAGES, type PageRoute } from '../pure/routes.ts';

const GROUPS = ['Trading', 'Strategies', 'Money', 'System'] as const;

/** The pages, each with its keys. */
export function Rail(): JSX.Element {
  return (
    <nav class="rail" aria-label="Pages">
      <PageLinks />
    </nav>
  );
}

function PageLinks(): JSX.Element {
  return (
    <>
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
    </>
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

/** The row under the thumb on a telephone, with all other pages behind More. The last place is that of Stop. */
export function Tabs(): JSX.Element {
  const sheet = useRef<HTMLDialogElement>(null);
  const count = waiting.value.length;
  const { page } = place.value;
  return (
    <>
      <nav class="tabs" aria-label="Pages, short">
        {SHORT.map(([name, sign, title]) => (
          <a key={name} href={addressOf({ page: name })} aria-current={page === name ? 'page' : undefined}>
            {name === 'unresolved' && count > 0 ? <span class="n">{count}</span> : <span aria-hidden="true">{sign}</span>}
            {title}
          </a>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={SHORT.some(([name]) => name === page) ? undefined : 'true'}
          onClick={() => sheet.current?.showModal()}
        >
          <span aria-hidden="true">⋯</span>
          More
        </button>
      </nav>
      <dialog
        ref={sheet}
        class="pages"
        aria-label="All pages"
        onClick={({ target, currentTarget }) => leaves(target, currentTarget) && currentTarget.close()}
      >
        <nav aria-label="All pages">
          <PageLinks />
        </nav>
        <form method="dialog">
          <button type="submit" class="btn">
            Close
          </button>
        </form>
      </dialog>
    </>
  );
}

/** A tap beside the sheet leaves it, and so does one on a page, though it be the one that is open. */
function leaves(target: EventTarget | null, sheet: HTMLDialogElement): boolean {
  return target === sheet || (target instanceof Element && target.closest('a') !== null);
}
