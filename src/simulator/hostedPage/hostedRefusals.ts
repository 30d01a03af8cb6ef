import { stringifyJson } from '../../base/json.ts';
import type { RefusalAnswer, RefusalStyle } from '../answer.ts';

/** Refusals are arrays: 422 for a request that does not validate, 500 for a failure inside (002 Errors). */
export const HOSTED_REFUSALS: RefusalStyle = { status: statusOf, text: textOf };

function statusOf(refusal: RefusalAnswer): number {
  return refusal.type === 'standard' ? refusal.status : refusal.type === 'not-found' ? 404 : 422;
}

function textOf(refusal: RefusalAnswer): string {
  switch (refusal.type) {
    case 'invalid':
      return stringifyJson(
        Object.entries(refusal.errors).flatMap(([field, messages]) =>
          messages.map((message) => ({
            code: 'VALIDATION_ERROR',
            message: sentenceOf(field, message),
            context: { propertyPath: pathOf(field) },
          })),
        ),
      );
    case 'standard':
      return stringifyJson([{ code: refusal.status === 500 ? 'INTERNAL_ERROR' : codeOf(refusal.code), message: refusal.message }]);
    case 'not-found':
      return stringifyJson([{ code: 'NOT_FOUND', message: refusal.message }]);
  }
}

/** In a refund the path begins inside its item: `transaction_id` (002 Errors, example). */
function pathOf(field: string): string {
  return field.replace(/^refunds\[\d+\]\./, '');
}

/** The path does not say which of the refunds it was, so the message does. */
function sentenceOf(field: string, message: string): string {
  const text = message === 'is required' ? 'This value should not be blank.' : message;
  const item = /^refunds\[(\d+)\]/.exec(field)?.[1];
  return item === undefined ? text : `${text} (refund ${Number(item) + 1})`;
}

function codeOf(code: string): string {
  return code.toUpperCase().replaceAll('-', '_');
}
