import { allOperations, type NamedOperation } from '../../src/contract/contract.ts';
import { fieldsOf, typeText } from '../../src/contract/fields.ts';
import { GENERAL_REFUSALS } from '../../src/contract/generalRefusals.ts';
import { type JsonSchema, jsonSchemaOf } from '../../src/contract/jsonSchema.ts';
import type { InterfaceName } from '../../src/contract/operation.ts';

const TITLES: Readonly<Record<InterfaceName, string>> = {
  exchange: 'Exchange interface',
  processing: 'Processing interface',
  hostedPage: 'Hosted page interface',
};

/** The reference page of one interface as Markdown, derived from its rows. */
export function referenceOf(name: InterfaceName): string {
  const operations = allOperations().filter((operation) => operation.interface === name);
  return `${[
    `# ${TITLES[name]}`,
    'This page is derived from the contract table; don’t edit it. Each operation is a method of the SDK, a route of the simulator and a command: `sluice api ' +
      `${operations[0]?.name ?? name}\`.`,
    'Each of them may be refused in these ways, beside what is said of it below:',
    table(
      ['status', 'when'],
      GENERAL_REFUSALS[name].map(({ status, when }) => [String(status), when]),
    ),
    ...operations.map(operationText),
  ].join('\n\n')}\n`;
}

function operationText({ name, row }: NamedOperation): string {
  const { method, path, about, section, obsolete, repeat, reply, refusals = [], example } = row;
  const lines = [
    `## ${name}`,
    `${about}. \`${method} ${path}\` (${section}).`,
    ...(obsolete === undefined ? [] : [`**Obsolete:** ${obsolete}.`]),
    REPEAT_TEXT[repeat],
  ];
  const fields = fieldsOf(row);
  if (fields.length > 0) {
    lines.push(
      table(
        ['parameter', 'in', 'type', 'required'],
        fields.map(({ name: field, part, type, required, schema }) => [`\`${field}\``, part, type, required ? 'yes' : defaultText(schema)]),
      ),
    );
  }
  lines.push(`Reply \`${reply.status}\`: ${replyText(jsonSchemaOf(reply.body))}`);
  if (refusals.length > 0) {
    lines.push(
      table(
        ['status', 'code', 'when'],
        refusals.map(({ status, code, when }) => [String(status), code === undefined ? '' : `\`${code}\``, when]),
      ),
    );
  }
  if (example.reply !== '') lines.push('```json\n' + example.reply + '\n```');
  return lines.join('\n\n');
}

/** What the venue takes when the parameter is left out. */
function defaultText({ default: value }: JsonSchema): string {
  return typeof value === 'string' || typeof value === 'number' ? `no: \`${value}\`` : '';
}

const REPEAT_TEXT = {
  read: 'Changes nothing; may be repeated.',
  idempotent: 'May be repeated: twice does what once does.',
  never: 'Moves money or risk: never repeated when its answer is lost.',
} as const;

/** What a reply holds, one level deep. */
function replyText(schema: JsonSchema): string {
  if (schema.items !== undefined) return `a list of ${membersText(schema.items)}`;
  const lists = Object.entries(schema.properties ?? {}).filter(([, member]) => member.items?.properties !== undefined);
  const inner = lists.map(([name, member]) => `; each of \`${name}\` has ${membersText(member.items!)}`).join('');
  return `${membersText(schema)}${inner}.`;
}

function membersText(schema: JsonSchema): string {
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0) return typeText(schema) === 'anything' ? 'its body is not shown in the specification' : typeText(schema);
  return members
    .map(([name, member]) => `\`${name}\` (${typeText(member)}${schema.required?.includes(name) === true ? '' : ', may be absent'})`)
    .join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
