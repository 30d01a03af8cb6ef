import type { Hono } from 'hono';
import type { Instant } from '../../base/instant.ts';
import { readBody } from '../readBody.ts';
import type { PageTokens } from '../pageTokens.ts';
import { html, htmlPage } from './html.ts';

export interface PageVisit {
  /** What the token of the link says. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly token: string;
  /** Path and query of the page, where its forms go back to. */
  readonly self: string;
  /** What the visitor has filled in; empty when the page is only opened. */
  readonly form: URLSearchParams;
  readonly isPost: boolean;
}

export interface PageServices {
  readonly tokens: PageTokens;
  now(): Instant;
  catchUp(): void;
}

/** A page behind a signed link: without a good token there is only an error. `parameter` is where the token stands in the query. */
export function mountTokenPage(
  app: Hono,
  { path, parameter }: { readonly path: string; readonly parameter: string },
  services: PageServices,
  answer: (visit: PageVisit) => Response,
): void {
  app.on(['GET', 'POST'], path, async (context) => {
    const { raw } = context.req;
    const bytes = await readBody(raw);
    if (bytes === undefined) return htmlPage('Too much', html`<p>The form is too large.</p>`, 413);
    const token = context.req.query(parameter) ?? '';
    const claims = await services.tokens.read(token, services.now());
    if (claims === undefined || claims['page'] !== path.slice(1)) {
      return htmlPage('Not valid', html`<p>This link is not valid, or it has expired.</p>`, 400);
    }
    services.catchUp();
    const { pathname, search } = new URL(raw.url);
    const form = new URLSearchParams(Buffer.from(bytes).toString('utf8'));
    return answer({ claims, token, self: pathname + search, form, isPost: raw.method === 'POST' });
  });
}
