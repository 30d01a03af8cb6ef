import { type Html, html } from '../../base/html.ts';
import type { HttpAnswer } from '../http/httpCall.ts';

/** A whole page, plain and without scripts. */
export function htmlPage(title: string, content: Html, status = 200, language = 'en'): HttpAnswer {
  const body = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          body {
            font:
              16px system-ui,
              sans-serif;
            max-width: 34em;
            margin: 3em auto;
            padding: 0 1em;
          }
          dt {
            color: #666;
          }
          dd {
            margin: 0 0 0.5em;
            overflow-wrap: anywhere;
          }
          form {
            margin: 1em 0;
          }
          label {
            display: block;
            margin: 0.5em 0;
          }
          button {
            margin-right: 0.5em;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html> `;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    'referrer-policy': 'no-referrer',
  };
  return { status, headers, body: body.html };
}

/** Names and values, one under the other. Undefined values are left out. */
export function htmlFacts(facts: Readonly<Record<string, string | undefined>>): Html {
  const rows = Object.entries(facts).filter(([, value]) => value !== undefined);
  return html`<dl>
    ${rows.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}
