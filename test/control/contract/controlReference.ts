import { z } from 'zod';
import { markdownRow, markdownRule } from '../../../src/base/markdownRow.ts';
import { controlAbout } from './controlAbout.ts';
import { controlRequests } from '../../../src/control/contract/controlRequests.ts';
import { allControlRows, type ControlName, type ControlRow } from '../../../src/control/contract/controlRows.ts';

/** The reference page of the control interface, `docs/reference/control.md`. */
export function controlReference(): string {
  const rows = allControlRows();
  const table = rows.map(([name, { method, path, effect, over }]) =>
    markdownRow([name, `${method} ${path}`, effect, over === 'page' ? 'socket and page' : 'socket']),
  );
  return `# Control interface

Made from the table in \`src/control/contract/\`; don’t edit it. [Control](../control.md) says who may call it and how. On the unix socket the paths are as they stand here, on the dashboard’s address they are below \`/api\`.
Answers are JSON with money as text and times in ISO 8601 UTC. A refusal is \`{ "fault": { "code", "message", "suggestion" … } }\` and names the field. Fields that the path names stand there; the others are the query of a \`GET\` and the JSON body of a \`POST\`.

${markdownRow(['row', 'request', 'effect', 'served on'])}${markdownRule([false, false, false, false])}${table.join('')}
${rows.map(([name, row]) => rowText(name, row)).join('\n')}`;
}

function rowText(name: ControlName, { method, path, isRaw, reachesVenue, addsUp, seenBy }: ControlRow): string {
  const fields = fieldsOf(z.toJSONSchema(controlRequests[name], { io: 'input', unrepresentable: 'any' }) as Shape);
  const notes = [
    ...(isRaw === true ? ['The answer is bytes as the venue sent them.'] : []),
    ...(addsUp === true ? ['Asked twice, it is done twice: when the answer is lost, look before you ask again.'] : []),
    ...(seenBy === undefined ? [] : [`When the answer is lost, nobody knows whether it was done: ${seenBy}.`]),
    ...(reachesVenue === true ? ['It is passed on to the venue: when the answer is lost, nobody knows what came of it.'] : []),
  ];
  const table =
    fields.length === 0
      ? ''
      : `\n${markdownRow(['field', 'type', 'required'])}${markdownRule([false, false, false])}${fields.map(markdownRow).join('')}`;
  return `## ${name}\n\n${[`${controlAbout[name]}.`, `\`${method} ${path}\`.`, ...notes].join(' ')}\n${table}`;
}

interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly items?: Shape;
}

/** One row for each field; where a request has several forms, each form says which it is. */
function fieldsOf(shape: Shape, form = ''): string[][] {
  const forms = shape.anyOf ?? shape.oneOf;
  if (forms !== undefined) return forms.flatMap((one, n) => fieldsOf(one, formName(one) ?? `form ${n + 1}`));
  const required = new Set(shape.required);
  return Object.entries(shape.properties ?? {}).map(([field, one]) => [
    form === '' ? field : `${field} (${form})`,
    typeText(one),
    required.has(field) ? 'yes' : 'no',
  ]);
}

function formName({ properties = {} }: Shape): string | undefined {
  return Object.values(properties).find((one) => one.const !== undefined)?.const;
}

function typeText(shape: Shape): string {
  const { type, enum: choices, const: word, properties, items } = shape;
  const forms = shape.anyOf ?? shape.oneOf;
  if (word !== undefined) return word;
  if (choices !== undefined) return choices.join(', ');
  if (forms !== undefined) return forms.map(typeText).join(' or ');
  if (properties !== undefined)
    return `{ ${Object.entries(properties)
      .map(([name, one]) => `${name}: ${typeText(one)}`)
      .join(', ')} }`;
  if (items !== undefined) return `list of ${typeText(items)}`;
  return type ?? 'text';
}
