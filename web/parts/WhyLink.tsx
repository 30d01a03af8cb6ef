import type { JSX } from 'preact';
import { addressOf } from '../pure/routes.ts';

/** Leads to the story of an order, an execution or a refusal. `of` tells a screen reader which one. */
export function WhyLink({ id, of }: { readonly id: string; readonly of: string }): JSX.Element {
  return (
    <a class="btn" href={addressOf({ page: 'why', what: id })}>
      Why<span class="sr"> of {of}</span>
    </a>
  );
}
