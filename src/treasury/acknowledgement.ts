import { decimalFrom } from '../base/decimal.ts';
import { isJsonObject, JsonNumber, type JsonValue } from '../base/json.ts';
import { isSameAddress } from '../model/plainAddress.ts';
import { assertEcho } from '../gateway/echo.ts';
import { bodyOf, fieldOf } from './bodyFields.ts';
import type { TransferReply, TransferRequest } from './transferRequest.ts';

/**
 * The venue's id of what was asked for, where its kind has one. Throws a `Fault` `echo-mismatch` when the answer is not about the
 * request: then nobody can say what the venue did.
 */
export function acknowledgedId({ kind, fields, target }: TransferRequest, { bytes }: TransferReply): string | undefined {
  const { what, echoes, id, link, bareId, taken } = kind;
  const answer = bodyOf(new TextDecoder().decode(bytes));
  for (const name of echoes) {
    const [asked, said] = [fieldOf(fields, name), fieldOf(answer, name)];
    const isSaid = asked !== '' && said !== '';
    assertEcho(isSaid && !isSame(name, asked, said) ? `the venue answered with another ${what}: ${name} ${said}, not ${asked}` : undefined);
  }
  if (taken !== undefined) {
    const said = fieldOf(answer, taken.member);
    assertEcho(said === taken.value ? undefined : `the venue answered with the ${taken.member} ${said}, not ${taken.value}`);
  }
  if (id === undefined) return target;
  const found = link === true ? idInLink(answer, id) : bareId === true && !isJsonObject(answer) ? bareText(answer) : idsIn(answer, id);
  assertEcho(found === '' ? `the venue's answer has no ${id}` : undefined);
  return found;
}

function bareText(answer: JsonValue): string {
  if (answer instanceof JsonNumber) return answer.text;
  return typeof answer === 'string' ? answer : '';
}

/** The id of the answer, or of each row of it. */
function idsIn(answer: JsonValue, id: string): string {
  const rows = Array.isArray(answer) ? (answer as readonly JsonValue[]) : [answer];
  const ids = rows.map((row) => fieldOf(row, id));
  return ids.includes('') ? '' : ids.join(',');
}

/** A page's address is the answer itself, or a member of it (001 Endpoints, v1 forms). */
function idInLink(answer: JsonValue, id: string): string {
  const text = isJsonObject(answer) ? fieldOf(answer, 'url') : answer;
  if (typeof text !== 'string' || !URL.canParse(text)) return '';
  return new URL(text).searchParams.get(id) ?? '';
}

function isSame(name: string, asked: string, said: string): boolean {
  if (/address$/i.test(name)) return isSameAddress(asked, said);
  const [a, b] = [decimalFrom(asked), decimalFrom(said)];
  return a !== undefined && b !== undefined ? a.eq(b) : asked.toLowerCase() === said.toLowerCase();
}
