import { isJsonObject, JsonNumber, type JsonValue, stringifyJson } from '../base/json.ts';
import { uuidOf } from '../base/ulid.ts';
import type { Intent } from '../model/intent.ts';
import { bodyOf, fieldOf, rowsOf } from './bodyFields.ts';
import { kindOf, type ReferenceField, type TransferKind, TRANSFERS } from './transferKinds.ts';

type Texts = Readonly<Record<string, string>>;

/** The parameters of a call with a reference wherever one belongs and none was given, and those that were made for it. */
export interface Referenced {
  readonly texts: Texts;
  /** What was made, each as `field value`. */
  readonly made: readonly string[];
}

/** Gives a call its references, made of `id`, a ULID. Parameters that can't be read stay as they are: the contract says what is wrong. */
export function withReferences(name: string, texts: Texts, id: string): Referenced {
  const reference = TRANSFERS[name]?.reference;
  if (reference === undefined || reference.form === 'given') return { texts, made: [] };
  const { field, rows, form } = reference;
  const value = form === 'uuid' ? uuidOf(id) : id;
  if (rows === undefined) {
    return (texts[field] ?? '') === '' ? { texts: { ...texts, [field]: value }, made: [`${field} ${value}`] } : { texts, made: [] };
  }
  const given = bodyOf(texts[rows] ?? '');
  if (!Array.isArray(given)) return { texts, made: [] };
  const made: string[] = [];
  const named = (given as readonly JsonValue[]).map((row, i) => {
    if (!isJsonObject(row) || fieldOf(row, field) !== '') return row;
    made.push(`${field} ${value}-${i + 1}`);
    return { ...row, [field]: `${value}-${i + 1}` };
  });
  return { texts: { ...texts, [rows]: stringifyJson(named) }, made };
}

/** The references in a body, each with what it is a reference of, as the journal keeps them. */
export function referencesOf({ reference }: TransferKind, body: JsonValue): readonly string[] {
  if (reference === undefined) return [];
  return [...new Set(valuesOf(reference, body).filter((value) => value !== ''))].map((value) => `${reference.family} ${value}`);
}

/** The references that a journalled transfer has at the venue. */
export function referencesIn(intent: Intent): readonly string[] {
  return referencesOf(kindOf(intent), bodyOf(intent.body));
}

/** Whether the body, or a row of it, has no reference where one belongs. */
export function lacksReference({ reference }: TransferKind, body: JsonValue): boolean {
  return reference !== undefined && valuesOf(reference, body).includes('');
}

/** The reference by which a transfer is looked for. Empty where it has none. */
export function referenceOf({ reference }: TransferKind, body: JsonValue): string {
  return reference === undefined || reference.rows !== undefined ? '' : fieldOf(body, reference.field);
}

function valuesOf({ field, rows }: ReferenceField, body: JsonValue): readonly string[] {
  if (rows === undefined) return [fieldOf(body, field)];
  return rowsOf(body, rows === 'rows' ? undefined : rows).map((row) => (row instanceof JsonNumber ? '' : fieldOf(row, field)));
}
