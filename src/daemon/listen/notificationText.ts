import { isJsonObject, JsonNumber, type JsonValue } from '../../base/json.ts';
import type { NotificationBody } from './notification.ts';

/** Type, id, status and amounts of a notification in one line, for all three interfaces. */
export function notificationText(body: NotificationBody): string {
  const received = body['receivedAmount'] === undefined ? '' : labelled('received', money(body, 'receivedAmount', 'currencyFrom'));
  const reason = text(body['statusDescription']) ?? text(body['failureReason']) ?? text(body['reason']);
  const parts = [notificationName(body), notificationId(body) ?? '', text(body['status']) ?? '', amountsOf(body), received];
  return `${parts.filter((part) => part !== '').join(' ')}${reason === undefined ? '' : `: ${reason}`}`;
}

/** The type, as 001 Events names it or, where it has no name there, as the body says. */
export function notificationName(body: NotificationBody): string {
  // The documents show no name for the notification of a fiat deposit (000 Events), nor for that of the hosted page (002 Events).
  const named = text(body['notificationType']);
  if (named !== undefined) return named;
  if (body['transactionId'] !== undefined) return 'FiatDeposit';
  return body['transaction_id'] === undefined ? 'Notification' : `HostedPage ${text(body['type']) ?? ''}`.trimEnd();
}

const ID_MEMBERS = ['paymentIntentId', 'payoutIntentId', 'id', 'transactionId', 'transaction_id'] as const;

/** The id of the object that it is about. */
export function notificationId(body: NotificationBody): string | undefined {
  return ID_MEMBERS.map((name) => text(body[name])).find((id) => id !== undefined);
}

function amountsOf(body: NotificationBody): string {
  const [from, to] = [money(body, 'amountFrom', 'currencyFrom'), money(body, 'amountTo', 'currencyTo')];
  if (from !== '' || to !== '') return [from, to].filter((part) => part !== '').join(' -> ');
  const inside = body['money'];
  return money(isJsonObject(inside) ? inside : body, 'amount', 'currency');
}

function money(body: NotificationBody, amount: string, currency: string): string {
  const digits = text(body[amount]);
  return digits === undefined ? '' : `${digits} ${text(body[currency]) ?? ''}`.trimEnd();
}

function labelled(label: string, value: string): string {
  return value === '' ? '' : `(${label} ${value})`;
}

/** A text or a number. Undefined for everything else, for null and for an empty text. */
function text(value: JsonValue | undefined): string | undefined {
  if (value instanceof JsonNumber) return value.text;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
