import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isFault } from '../../base/fault.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { fieldName } from '../../contract/fieldIssue.ts';
import { bodyText, type HttpAnswer, type HttpCall, isBodyText } from '../http/httpCall.ts';
import type { Router } from '../http/router.ts';
import type { ControlRoute } from './controlRoute.ts';
import { controlRoutes } from './controlRoutes.ts';
import type { ControlServices } from './controlServices.ts';

/** The control side has its own path, apart from the venue's. */
const CONTROL_PREFIX = '/control/v1';

/**
 * Mounts the control side of the simulator: JSON in and out, behind a bearer token of its own. Returns a guard that refuses
 * calls below the control side's path without that token, even where there is no route.
 */
export function mountControl(router: Router, services: ControlServices, token: string): (call: HttpCall) => HttpAnswer | undefined {
  const expected = digestOf(token);
  for (const route of controlRoutes(services)) {
    router.add(route.method, CONTROL_PREFIX + route.path, (call, { id = '' }) => answer(route, call, id));
  }
  return (call) => {
    if (!call.path.startsWith(CONTROL_PREFIX)) return undefined;
    return timingSafeEqual(digestOf(tokenOf(call)), expected) ? undefined : { status: 401, headers: {}, body: '' };
  };
}

/** The name of a scheme may be in any case (RFC 9110 11.1). */
function tokenOf(call: HttpCall): string {
  return /^Bearer (.*)$/i.exec(call.header('authorization') ?? '')?.[1] ?? '';
}

/** A request that can't be carried out gets 400 or 404 and a message. */
function answer(route: ControlRoute, call: HttpCall, id: string): HttpAnswer | Promise<HttpAnswer> {
  const parsed = strict(route.body).safeDecode(isBodyText(call) ? bodyOf(bodyText(call)) : undefined);
  if (!parsed.success) {
    const errors = parsed.error.issues.flatMap((issue) => problemsOf(route.body, issue));
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

/** A member that is not known is a mistake: passed over, it would look as if it had been set. */
function strict(body: z.ZodType): z.ZodType {
  return body instanceof z.ZodObject ? body.strict() : body;
}

function problemsOf(body: z.ZodType, issue: z.core.$ZodIssue): string[] {
  if (issue.code !== 'unrecognized_keys') return [`${fieldName(issue.path) || 'body'}: ${issue.message}`];
  const names = issue.path.length === 0 && body instanceof z.ZodObject ? Object.keys(body.shape) : [];
  const expected = names.length === 0 ? '' : `, expected ${names.join(', ')}`;
  return issue.keys.map((key) => `${fieldName([...issue.path, key])}: is no member of this request${expected}`);
}

/** Undefined, which every schema refuses, when the text is not JSON. */
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
