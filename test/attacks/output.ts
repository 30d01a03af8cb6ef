import type * as Lines from '../../src/base/csvLine.ts';
import type * as Environments from '../../src/base/plainEnvironment.ts';
import type * as Rows from '../../src/base/markdownRow.ts';
import type * as Secrets from '../../src/base/secret.ts';
import type * as Guards from '../../src/cli/outputGuard.ts';
import type * as Tables from '../../src/cli/htmlTable.ts';
import type * as Logs from '../../src/daemon/log.ts';
import type * as Slacks from '../../src/messages/slackChannel.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { Attack, Target } from './attack.ts';
import type { Copy, Guard } from './copies.ts';

const SHOWN: Guard = [
  'src/cli/outputGuard.ts',
  'stream.write(visibleText(redacted(text, since), styles), ...rest)',
  'stream.write(redacted(text, since), ...rest)',
];
const HIDDEN: Guard = [
  'src/cli/outputGuard.ts',
  'stream.write(visibleText(redacted(text, since), styles), ...rest)',
  'stream.write(visibleText(text, styles), ...rest)',
];
const STYLES: Guard = ['src/cli/outputGuard.ts', '(?:[0-9]|[1-9][0-9]|10[0-7])m/g;\n/** Beside', '[0-9;]*[A-Za-z]/g;\n/** Beside'];
const DRAWN: Guard = ['src/cli/outputGuard.ts', 'write(visibleText(redacted(text), DRAWING))', 'write(redacted(text))'];
const PARTS: Guard = [
  'src/cli/outputGuard.ts',
  'decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))',
  "Buffer.from(chunk).toString('latin1')",
];
const FORMULA: Guard = ['src/base/plainText.ts', "/^\\s*[=+\\-@]/.test(plain) ? `'${plain}` : plain", 'plain'];
const CELL: Guard = ['src/base/plainText.ts', 'const plain = plainLine(text).replaceAll(', 'const plain = text.replaceAll('];
const QUOTED: Guard = ['src/base/plainText.ts', '/[",\\r\\n]/.test(text) ? `"${text.replaceAll(\'"\', \'""\')}"` : text', 'text'];
const MARKDOWN: Guard = ['src/base/markdownRow.ts', ".replace(/[\\\\|`*_<>[\\]]/g, '\\\\$&')", ''];
const MARKUP: Guard = ['src/base/html.ts', 'value.replaceAll(/[&<>"\']/g, (char) => `&#${char.charCodeAt(0)};`)', 'value'];
const LOG_LINE: Guard = ['src/daemon/log.ts', 'const line = plainLine(hide(textOf(value)));', 'const line = hide(textOf(value));'];
const LOG_LONG: Guard = ['src/daemon/log.ts', 'line.length > MOST_TEXT ? ', 'line.length > Infinity ? '];
const LOG_HIDE: Guard = ['src/daemon/log.ts', 'plainLine(hide(textOf(value)))', 'plainLine(textOf(value))'];
const LOG_LAST: Guard = ['src/daemon/log.ts', 'destination.write(hide(line))', 'destination.write(line)'];
const FIELDS: Guard = [
  'src/daemon/log.ts',
  'for (const field of FIELDS) if (fields[field] !== undefined)',
  'for (const field of Object.keys(fields) as Field[]) if (fields[field] !== undefined)',
];
const CHILD: Guard = ['src/base/plainEnvironment.ts', 'filter(([name]) => PLAIN.test(name))', 'filter(() => true)'];
const DESKTOP: Guard = ['src/cli/openBrowser.ts', '...plainEnvironment(env), ...', '...env, ...'];
const SLACK: Guard = ['src/messages/slackChannel.ts', ".replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')", ''];
const POSTED: Guard = ['src/messages/postMessage.ts', ".replaceAll(url, 'the address')", ''];

const KEY = 'QUtFWS1PRi1BTi1BQ0NPVU5U';

/** What a terminal gets of what a stranger has written. */
const printed = (what: string, text: string | Uint8Array, wanted: string, ...guards: Guard[]): Attack => [
  `a terminal gets ${what}`,
  async (copy) => {
    const { guardedOutput } = await copy.load<typeof Guards>('src/cli/outputGuard.ts');
    const { Secret } = await copy.load<typeof Secrets>('src/base/secret.ts');
    new Secret(KEY).reveal();
    let shown = '';
    guardedOutput({ isTTY: true, write: (chunk: string) => (shown += chunk) !== '' } as never).write(text);
    return shown.includes(wanted);
  },
  ...guards,
];

const drawn: Attack = [
  'a live view in which a symbol moves the cursor and writes elsewhere',
  async (copy) => {
    const { guardedOutput, draw } = await copy.load<typeof Guards>('src/cli/outputGuard.ts');
    let shown = '';
    draw(guardedOutput({ isTTY: true, write: (chunk: string) => (shown += chunk) !== '' } as never), '\u001b[5;5HBTC/EUR');
    return shown.includes('\u001b[5;5H');
  },
  DRAWN,
];

/** A spreadsheet takes a cell for something other than a text. */
const cell = (what: string, text: string, wanted: RegExp, ...guards: Guard[]): Attack => [
  `a spreadsheet gets ${what}`,
  async (copy) => {
    const { csvLine } = await copy.load<typeof Lines>('src/base/csvLine.ts');
    return wanted.test(csvLine([text, 'end']));
  },
  ...guards,
];

async function logged(copy: Copy, message: string, fields: object): Promise<string> {
  const { createLog } = await copy.load<typeof Logs>('src/daemon/log.ts');
  const { Secret } = await copy.load<typeof Secrets>('src/base/secret.ts');
  let text = '';
  createLog({ write: (line) => (text += line) }, 'info', [new Secret('hunter2-hunter2')]).write('info', 'x', message, fields);
  return text;
}
const log = (what: string, message: string, wanted: string, fields: object, ...guards: Guard[]): Attack => [
  `the log gets ${what}`,
  async (copy) => (await logged(copy, message, fields)).includes(wanted),
  ...guards,
];

const SECRETS = { PATH: '/bin', SLUICE_EXCHANGE_SECRET: 'hunter2', AWS_SECRET_ACCESS_KEY: 'hunter2', NODE_OPTIONS: '--import=./evil.mjs' };
const child = (what: string, name: keyof typeof SECRETS): Attack => [
  `B9: a child of the daemon gets ${what}`,
  async (copy) => {
    const { plainEnvironment } = await copy.load<typeof Environments>('src/base/plainEnvironment.ts');
    return plainEnvironment(SECRETS)[name] !== undefined;
  },
  CHILD,
];

/** What a channel sends, or the error that it ends with. */
async function slack(copy: Copy, text: string, isBroken: boolean): Promise<string> {
  const { slackChannel } = await copy.load<typeof Slacks>('src/messages/slackChannel.ts');
  let sent = '';
  const address = 'https://hooks.example.com/services/T0/B0/hunter2';
  const transport: Transport = {
    send: ({ url, body }) => {
      if (isBroken) return Promise.reject(new Error(`POST ${url}: refused`));
      sent = Buffer.from(body ?? []).toString();
      return Promise.resolve({ status: 200, headers: {}, body: new Uint8Array(0) });
    },
    close: () => Promise.resolve(),
  };
  const channel = slackChannel({ name: 's', level: 'info', digest: false, address, transport, clock: { now: () => 0 } as never });
  const message = { id: '1', at: 0, level: 'info', title: text, lines: [], more: {} } as never;
  try {
    await channel.send(message);
    return sent;
  } catch (error) {
    return (error as Error).message;
  }
}

const ATTACKS: readonly Attack[] = [
  printed('a sequence that clears the screen', 'BTC\u001b[2J', '\u001b[2J', SHOWN),
  printed('B5: a title of its window', '\u001b]0;owned\u0007', '\u001b]', SHOWN),
  printed('B5: a sequence of eight bits', '\u009b2J', '\u009b', SHOWN),
  printed('B5: a text from right to left', 'EUR\u202e', '\u202e', SHOWN),
  printed('a link that hides its address', '\u001b]8;;https://evil.example\u001b\\here', '\u001b]8', SHOWN),
  printed('a line separator', 'a\u2028b', '\u2028', SHOWN),
  printed('characters that are not seen', 'a\u{e0041}b', '\u{e0041}', SHOWN),
  printed('a cursor that goes up, among colours of ours', '\u001b[31mred\u001b[3A', '\u001b[3A', STYLES),
  printed('half a character after the other', Buffer.from('€').subarray(0, 2), '\u0082', PARTS, SHOWN),
  printed('the key of the account', `refused for ${KEY}`, KEY, HIDDEN),
  printed('the key in hexadecimal', Buffer.from(KEY).toString('hex'), Buffer.from(KEY).toString('hex'), HIDDEN),
  drawn,
  cell('B8: a formula', '=HYPERLINK("https://evil.example")', /^"?=/, FORMULA),
  cell('a sum', '+1+cmd|x', /^\+/, FORMULA),
  cell('a formula after a blank', ' =1', /^ =/, FORMULA),
  cell('a name of another workbook', '@SUM(1)', /^@/, FORMULA),
  cell('a formula with a minus', '-2+3', /^-/, FORMULA),
  cell('a line of its own', 'a\r\n=1', /\r\n=1/, CELL, QUOTED),
  cell('a cell of its own', 'a,=1', /^a,=1/, QUOTED),
  cell('a quotation mark that ends its cell', 'a",=1', /^a",=1/, QUOTED),
  [
    'a page gets markup in a table',
    async (copy) => {
      const { htmlOf } = await copy.load<typeof Tables>('src/cli/htmlTable.ts');
      return htmlOf([{ key: 'a', value: (row: string) => row } as never], ['<script>alert(1)</script>']).includes('<script>');
    },
    MARKUP,
  ],
  [
    'a page in Markdown gets a link',
    async (copy) => {
      const { markdownRow } = await copy.load<typeof Rows>('src/base/markdownRow.ts');
      return markdownRow(['[pay](https://evil.example)', '|']).includes('[pay]');
    },
    MARKDOWN,
  ],
  log('a text from right to left', 'paid \u202e', '\u202e', {}, LOG_LINE),
  log('a message of 100 KB', 'x'.repeat(100_000), 'x'.repeat(1000), {}, LOG_LONG),
  log('a password', 'refused for hunter2-hunter2', 'hunter2', {}, LOG_HIDE, LOG_LAST),
  log('a password in a field', 'x', 'hunter2', { reason: 'hunter2-hunter2' }, LOG_HIDE, LOG_LAST),
  log('a field that nobody has listed', 'x', 'precious', { address: 'precious' }, FIELDS),
  child('the secret of the account', 'SLUICE_EXCHANGE_SECRET'),
  child('a key of another service', 'AWS_SECRET_ACCESS_KEY'),
  child('options that load code', 'NODE_OPTIONS'),
  [
    'B9: a browser gets the secret of the account',
    async (copy) => {
      const { desktopOf } = await copy.load<{ desktopOf(env: object): Record<string, unknown> }>('src/cli/openBrowser.ts');
      return desktopOf(SECRETS)['SLUICE_EXCHANGE_SECRET'] !== undefined;
    },
    DESKTOP,
  ],
  ['a message that calls everybody in Slack', async (copy) => (await slack(copy, '<!everyone>', false)).includes('<!everyone>'), SLACK],
  [
    'an error that shows the address of a webhook, which is a secret',
    async (copy) => (await slack(copy, 'x', true)).includes('hunter2'),
    POSTED,
  ],
];

export const OUTPUT: Target = { name: 'terminals, tables, logs, messages and children', attacks: ATTACKS };
