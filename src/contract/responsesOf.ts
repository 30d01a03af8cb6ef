import { parseJson } from '../base/json.ts';
import { GENERAL_REFUSALS, type GeneralRefusal } from './generalRefusals.ts';
import { jsonSchemaOf } from './jsonSchema.ts';
import type { InterfaceName, Operation } from './operation.ts';

/** What an OpenAPI document says of the answers to one operation, by status: success, its own refusals, and those of its interface. */
export function responsesOf(name: InterfaceName, row: Operation): Readonly<Record<string, unknown>> {
  const own = row.refusals ?? [];
  const general = GENERAL_REFUSALS[name];
  const statuses = new Set([...general, ...own].map(({ status }) => status));
  const refusals = [...statuses].map((status) => {
    const reasons = own
      .filter((refusal) => refusal.status === status)
      .map(({ code, when }) => (code === undefined ? when : `\`${code}\`: ${when}`));
    return [
      status,
      refusedBy(
        reasons,
        general.find((refusal) => refusal.status === status),
      ),
    ] as const;
  });
  return Object.fromEntries([[row.reply.status, successOf(row)], ...refusals]);
}

function refusedBy(reasons: readonly string[], general: GeneralRefusal | undefined): Readonly<Record<string, unknown>> {
  const texts = [...(reasons.length === 0 ? [] : [`${reasons.join('; ')}.`]), ...(general === undefined ? [] : [general.when])];
  const content = general?.body === undefined ? {} : { content: { 'application/json': { schema: general.body } } };
  return { description: texts.join(' '), ...content };
}

function successOf({ reply, example }: Operation): Readonly<Record<string, unknown>> {
  const schema = jsonSchemaOf(reply.body);
  if (Object.keys(schema).length === 0) return { description: 'Success. The specification does not show the body.' };
  const shown = example.reply === '' ? {} : { example: parseJson(example.reply) };
  return { description: 'Success.', content: { 'application/json': { schema, ...shown } } };
}
