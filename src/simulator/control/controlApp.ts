import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { isFault } from '../../base/fault.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { readBody } from '../readBody.ts';
import { fieldName } from '../requestParameters.ts';
import type { ControlRoute } from './controlRoute.ts';
import { controlRoutes, type ControlServices } from './controlRoutes.ts';

/** Where the control side lives, apart from the venue's own paths. */
export const CONTROL_PREFIX = '/control/v1';

/** The control side of the simulator: JSON in and out, a bearer token of its own, 401 without it. */
export function controlApp(services: ControlServices, token: string): Hono {
  const app = new Hono();
  const expected = digestOf(`Bearer ${token}`);
  app.notFound(() => respond(404, { message: 'Not Found' }));
  app.use(async (context, next) => {
    if (!timingSafeEqual(digestOf(context.req.header('authorization') ?? ''), expected)) return new Response(null, { status: 401 });
    await next();
    return undefined;
  });
  for (const route of controlRoutes(services)) {
    app.on(route.method, CONTROL_PREFIX + route.path, async (context) => {
      const bytes = await readBody(context.req.raw);
      if (bytes === undefined) return respond(413, { message: 'the body is too long' });
      return answer(route, Buffer.from(bytes).toString('utf8'), context.req.param('id') ?? '');
    });
  }
  return app;
}

/** What can't be done is told with 400 or 404 and a message. */
function answer(route: ControlRoute, body: string, id: string): Response {
  const parsed = route.body.safeDecode(bodyOf(body));
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => `${fieldName(path)}: ${message}`);
    return respond(400, { message: errors.join('; ') });
  }
  try {
    return respond(200, route.act(parsed.data as never, id));
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

function respond(status: number, value: unknown): Response {
  return new Response(stringifyJson(value), { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
