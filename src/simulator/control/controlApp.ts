import { createHash, timingSafeEqual } from 'node:crypto';
import { isFault } from '../../base/fault.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { fieldName } from '../../contract/fieldIssue.ts';
import { bodyText, type HttpAnswer, type HttpCall, type HttpHandler } from '../http/httpCall.ts';
import { Router } from '../http/router.ts';
import type { ControlRoute } from './controlRoute.ts';
import { controlRoutes, type ControlServices } from './controlRoutes.ts';

/** Where the control side lives, apart from the venue's own paths. */
export const CONTROL_PREFIX = '/control/v1';

/** The control side of the simulator: JSON in and out, a bearer token of its own, 401 without it. */
export function controlApp(services: ControlServices, token: string): HttpHandler {
  const router = new Router();
  const expected = digestOf(`Bearer ${token}`);
  for (const route of controlRoutes(services)) {
    router.add(route.method, CONTROL_PREFIX + route.path, (call, { id = '' }) => answer(route, call, id));
  }
  return (call) => {
    if (!timingSafeEqual(digestOf(call.header('authorization') ?? ''), expected)) return { status: 401, headers: {}, body: '' };
    return router.route(call) ?? respond(404, { message: 'Not Found' });
  };
}

/** What can't be done is told with 400 or 404 and a message. */
function answer(route: ControlRoute, call: HttpCall, id: string): HttpAnswer | Promise<HttpAnswer> {
  const parsed = route.body.safeDecode(bodyOf(bodyText(call)));
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => `${fieldName(path) || 'body'}: ${message}`);
    return respond(400, { message: errors.join('; ') });
  }
  try {
    const done = route.act(parsed.data as never, id, call.origin);
    return done instanceof Promise ? done.then((value: unknown) => respond(200, value)) : respond(200, done);
  } catch (error) {
    if (!isFault(error)) throw error;
    return respond(error.code === 'not-found' ? 404 : 400, { message: error.message });
  }
}

/** Undefined, which no schema takes, when it is no JSON. */
function bodyOf(text: string): unknown {
  try {
    return text.trim() === '' ? {} : parseJson(text);
  } catch {
    return undefined;
  }
}

function respond(status: number, value: unknown): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: stringifyJson(value) };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
