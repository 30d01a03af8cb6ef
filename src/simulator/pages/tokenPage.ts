import type { Instant } from '../../base/instant.ts';
import { html } from '../../base/html.ts';
import { bodyText, type HttpAnswer, type HttpCall, isBodyText } from '../http/httpCall.ts';
import { isPercentText } from '../http/isPercentText.ts';
import type { Router } from '../http/router.ts';
import type { PageTokens } from '../pageTokens.ts';
import { htmlPage } from './html.ts';

export interface PageVisit {
  /** What the token of the link says. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly token: string;
  /** Path and query of the page, where its forms go back to. */
  readonly self: string;
  /** The query of the link. */
  readonly query: URLSearchParams;
  /** What the visitor has filled in; empty when the page is only opened. */
  readonly form: URLSearchParams;
  readonly isPost: boolean;
}

export interface PageServices {
  readonly tokens: PageTokens;
  now(): Instant;
  catchUp(): void;
}

/**
 * Mounts a page behind a signed link. Without a valid token the visitor sees only an error. `parameter` is the name of the
 * token in the query.
 */
export function mountTokenPage(
  router: Router,
  { path, parameter }: { readonly path: string; readonly parameter: string },
  services: PageServices,
  answer: (visit: PageVisit) => HttpAnswer,
): void {
  const visit = async (call: HttpCall): Promise<HttpAnswer> => {
    const query = new URLSearchParams(call.query);
    const token = query.get(parameter) ?? '';
    const claims = await services.tokens.read(token, services.now());
    if (claims === undefined || claims['page'] !== path.slice(1)) {
      return htmlPage('Not valid', html`<p>This link is not valid, or it has expired.</p>`, 400);
    }
    if (!isBodyText(call) || !isPercentText(bodyText(call))) {
      return htmlPage('Not readable', html`<p>What was sent is not UTF-8 text. Go back and write it again.</p>`, 400);
    }
    services.catchUp();
    const form = new URLSearchParams(bodyText(call));
    return answer({ claims, token, self: `${call.path}?${call.query}`, query, form, isPost: call.method === 'POST' });
  };
  for (const method of ['GET', 'POST']) router.add(method, path, visit);
}
