import { stringifyJson } from '../base/json.ts';
import { VALIDATION_TITLE } from '../contract/refusal.ts';
import type { ExchangeRefusal } from '../exchange/exchangeRefusal.ts';

/**
 * What a handler answers: a value for the row's schema, a body that is already written, a value whose token is still being
 * signed (the request itself has been carried out by then), or a refusal.
 */
export type Answer<T> =
  | { readonly type: 'value'; readonly value: T }
  /** The `id` of the order in the body. */
  | { readonly type: 'text'; readonly body: string; readonly id?: string }
  | { readonly type: 'later'; readonly value: Promise<T> }
  | RefusalAnswer;

/** The messages for each field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The bodies of 000 Errors: standard (2), message only (3), validation (5). */
export type RefusalAnswer =
  | { readonly type: 'standard'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly type: 'not-found'; readonly message: string }
  | { readonly type: 'invalid'; readonly errors: FieldErrors };

export function value<T>(value: T): Answer<T> {
  return { type: 'value', value };
}

export function standard(code: string, message: string, status = 400): RefusalAnswer {
  return { type: 'standard', status, code, message };
}

/** 000 Errors 3. */
export function notFound(message: string): RefusalAnswer {
  return { type: 'not-found', message };
}

/** 000 Errors 5. */
export function invalid(errors: FieldErrors): RefusalAnswer {
  return { type: 'invalid', errors };
}

/** Breaking a rule of the pair is a field error. What the account or the book does not allow has a code of its own. */
export function refusedByExchange(refusal: ExchangeRefusal): RefusalAnswer {
  return refusal.field === undefined ? standard(refusal.code, refusal.message) : invalid({ [refusal.field]: [refusal.message] });
}

/** How an interface writes its refusals. */
export interface RefusalStyle {
  status(refusal: RefusalAnswer): number;
  text(refusal: RefusalAnswer, traceId: () => string): string;
}

/** 000 Errors; the body shape of 001 is not shown and is the same here. */
export const STANDARD_REFUSALS: RefusalStyle = { status: refusalStatus, text: refusalText };

/** A refusal in one sentence, for a person who does not read JSON. */
export function refusalSentence(refusal: RefusalAnswer): string {
  if (refusal.type !== 'invalid') return refusal.message;
  return Object.entries(refusal.errors)
    .map(([field, texts]) => `${field} ${texts.join(', ')}`)
    .join('; ');
}

export function refusalStatus(refusal: RefusalAnswer): number {
  return refusal.type === 'standard' ? refusal.status : refusal.type === 'not-found' ? 404 : 400;
}

export function refusalText(refusal: RefusalAnswer, traceId: () => string): string {
  switch (refusal.type) {
    case 'standard':
      return stringifyJson({ code: refusal.code, message: refusal.message });
    case 'not-found':
      return stringifyJson({ message: refusal.message });
    case 'invalid':
      return stringifyJson({
        type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
        title: VALIDATION_TITLE,
        status: 400,
        errors: refusal.errors,
        traceId: traceId(),
      });
  }
}
