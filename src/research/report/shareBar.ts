import { type Html, html } from '../../base/html.ts';

/** A bar behind a number; it says nothing that the number does not. */
export function shareBar(share: number): Html {
  return html`<span class="bar" aria-hidden="true"><span style="width:${String(Math.round(share * 1000) / 10)}%"></span></span>`;
}
