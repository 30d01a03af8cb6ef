import type { FaultDetails } from '../base/fault.ts';
import { isJsonObject, type JsonValue, parseJson } from '../base/json.ts';
import { CUT } from './learnable.ts';

/** The bodies in which the exchange interface refuses (000 Errors). The simulator writes them, the client reads them. */
export type RefusalBody =
  /** Errors 2: machine-readable code, text, per-field details. */
  | {
      readonly shape: 'standard';
      readonly code: string;
      readonly message: string;
      readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
    }
  /** Errors 3: a 404 with only a message. */
  | { readonly shape: 'message'; readonly message: string }
  /** Errors 4: a 401 without a body. */
  | { readonly shape: 'empty' }
  /** Errors 5: field errors without a code. */
  | {
      readonly shape: 'validation';
      readonly errors: Readonly<Record<string, readonly string[]>>;
      readonly title: string;
      readonly traceId: string | undefined;
    }
  /** An array of objects (002 Errors). In a 422 each object names the dotted path of its field. */
  | {
      readonly shape: 'list';
      /** The code of the first object. */
      readonly code: string;
      readonly message: string;
      /** Messages by dotted path. */
      readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
    }
  /** Anything else, such as a proxy's page, a captive portal or half a body. It proves nothing about the request. */
  | { readonly shape: 'foreign'; readonly excerpt: string };

/** A name of a refusal is cut to so many characters, with the mark of the cut among them. */
const MOST_NAME = 120;

/** The title of every validation body (000 Errors 5). */
export const VALIDATION_TITLE = 'One or more validation errors occurred.';

/** Sorts a refusal's body into one of the shapes. Never throws. */
export function readRefusal(body: string): RefusalBody {
  if (body.trim() === '') return { shape: 'empty' };
  const value = parsed(body);
  if (Array.isArray(value)) return readList(value as readonly JsonValue[]) ?? { shape: 'foreign', excerpt: excerptOf(body) };
  if (!isJsonObject(value)) return { shape: 'foreign', excerpt: excerptOf(body) };
  const { code, message, title, traceId } = value;
  const errors = fieldErrorsOf(value['errors']);
  if (typeof code === 'string' && code !== '') {
    return { shape: 'standard', code, message: typeof message === 'string' ? message : code, errors };
  }
  if (errors !== undefined && typeof title === 'string') {
    return { shape: 'validation', errors, title, traceId: typeof traceId === 'string' ? traceId : undefined };
  }
  if (typeof message === 'string') return { shape: 'message', message };
  return { shape: 'foreign', excerpt: excerptOf(body) };
}

/** A refusal's body as the details of a `Fault`, and the sentence to show. */
export function refusalDetails(status: number, body: RefusalBody): { message: string; details: FaultDetails } {
  switch (body.shape) {
    case 'standard':
      return { message: body.message, details: { status, venueCode: body.code, fieldErrors: body.errors } };
    case 'validation': {
      const fields = Object.entries(body.errors).map(([field, texts]) => `${field}: ${texts.join(' ')}`);
      return { message: fields.join('; ') || body.title, details: { status, fieldErrors: body.errors, traceId: body.traceId } };
    }
    case 'list': {
      const fields = Object.entries(body.errors ?? {}).map(([field, texts]) => `${field}: ${texts.join(' ')}`);
      return { message: fields.join('; ') || body.message, details: { status, venueCode: body.code, fieldErrors: body.errors } };
    }
    case 'message':
      return { message: body.message, details: { status } };
    case 'empty':
      return { message: `HTTP ${status} without a body`, details: { status } };
    case 'foreign':
      return { message: `HTTP ${status} with a body that is not the venue's: ${body.excerpt}`, details: { status } };
  }
}

/**
 * A short name for refusals that are alike: the status, the shape of the body and what of it stays the same from one to the next. A
 * body that is not the venue's has none.
 */
export function refusalName(status: number, body: RefusalBody): string | undefined {
  switch (body.shape) {
    case 'standard':
    case 'list':
      return short(`${status} ${body.shape} ${body.code}`);
    case 'message':
      return short(`${status} message ${lastingText(body.message)}`);
    case 'validation':
      return short(`${status} validation ${Object.keys(body.errors).sort().join(',')}`);
    case 'empty':
      return `${status} empty`;
    case 'foreign':
      return undefined;
  }
}

/** Ids and amounts in it change. It is cut first, since the search takes long on a long text without a blank. */
function lastingText(message: string): string {
  const text = message.slice(0, MOST_NAME).replaceAll(/\S*\d\S*/g, '#');
  return message.length <= MOST_NAME ? text : text + CUT;
}

function short(text: string): string {
  return text.length <= MOST_NAME ? text : `${text.slice(0, MOST_NAME - CUT.length)}${CUT}`;
}

/** Every item must have a code and a message. Otherwise the body comes from somebody else. */
function readList(items: readonly JsonValue[]): RefusalBody | undefined {
  const errors = new Map<string, string[]>();
  const read: { code: string; message: string }[] = [];
  for (const item of items) {
    const { code, message, context } = isJsonObject(item) ? item : {};
    if (typeof code !== 'string' || code === '' || typeof message !== 'string') return undefined;
    read.push({ code, message });
    const path = isJsonObject(context) ? context['propertyPath'] : undefined;
    if (typeof path === 'string') errors.set(path, [...(errors.get(path) ?? []), message]);
  }
  const [first] = read;
  if (first === undefined) return undefined;
  return { shape: 'list', ...first, errors: errors.size === 0 ? undefined : Object.fromEntries(errors) };
}

function parsed(body: string): JsonValue | undefined {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

/** Each field with its messages; a single message counts as a list of one. */
function fieldErrorsOf(value: JsonValue | undefined): Record<string, readonly string[]> | undefined {
  if (!isJsonObject(value)) return undefined;
  const fields = Object.entries(value).map(([field, texts]): [string, string[]] => [
    field,
    (Array.isArray(texts) ? texts : [texts]).filter((text) => typeof text === 'string'),
  ]);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** The start of a foreign text in one line, without the characters that a terminal would obey. */
function excerptOf(body: string): string {
  const line = body
    .slice(0, 400)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
