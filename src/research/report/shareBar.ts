import { type Html, html } from '../../base/html.ts';

/** A bar behind a number. It adds nothing that the number does not say. */
export function shareBar(share: number): Html {
  return html`<span class="bar" aria-hidden="true"><span style="width:${String(Math.round(share * 1000) / 10)}%"></span></span>`;
}
