import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serveVenue, type ServedVenue } from './servedVenue.ts';

const venue = serveVenue();

/** The shell blocks of "Payments in an afternoon". */
const page = readFileSync(new URL('../../docs/payments.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('## Payments in an afternoon'), page.indexOf('## From the command line'));
const lines = [...section.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) => block!.trim().split('\n'));

/** The words of a line, with variables in their places. Quotes keep a word together. */
function wordsOf(line: string, variables: ReadonlyMap<string, string>): string[] {
  const words = line.match(/'[^']*'|\S+/g) ?? [];
  return words.map((word) => word.replace(/^'([^]*)'$/, '$1').replaceAll(/\$([A-Z]+)/g, (_, name: string) => variables.get(name)!));
}

async function runLine({ command, control, json }: ServedVenue, line: string, variables: Map<string, string>): Promise<void> {
  const [code = '', remark = ''] = line.split(/\s+# /);
  const [, name, inner] = /^([A-Z]+)=\$\((.*)\)$/.exec(code) ?? [];
  if (name !== undefined && inner!.startsWith('date ')) {
    variables.set(name, String((await control('GET', '/state'))['now']).slice(0, 7));
  } else if (name !== undefined) {
    const [call = '', path] = inner!.split(" | jq -r '.[0].");
    const [row] = await json<readonly Record<string, string>[]>(...wordsOf(call.replace(' -o json', ''), variables).slice(2));
    variables.set(name, row![path!.replace("'", '')]!);
  } else if (code.startsWith('control ')) {
    const [, method, path, body] = wordsOf(code, variables);
    await control(method!, path!, JSON.parse(body!) as object);
  } else {
    const [npx, sluice, ...words] = wordsOf(code, variables);
    expect([npx, sluice]).toEqual(['npx', 'sluice']);
    const ran = await command(...words);
    expect([code, ran.code, ran.stderr]).toEqual([code, Number(/exit (\d+)/.exec(remark)?.[1] ?? 0), ran.stderr]);
  }
}

it('"Payments in an afternoon" goes through, line by line', async () => {
  const variables = new Map<string, string>();
  expect(lines.length).toBeGreaterThan(15);
  for (const line of lines) await runLine(venue, line, variables);
  const shown = await venue.json('pay', 'intents', 'show', variables.get('ID')!);
  expect(shown).toMatchObject({ order: 'order-17', status: 'ManuallyCompletedWithRetry' });
  const { code, stdout } = await venue.command('treasury', 'reconcile', '--month', variables.get('MONTH')!, '-o', 'json');
  const { lines: found } = JSON.parse(stdout) as { lines: readonly { open: boolean; kind: string; reference: string }[] };
  const open = found.filter((line) => line.open).map(({ kind, reference }) => (kind === 'payment' ? reference : kind));
  expect([code, open]).toEqual([10, ['order-18', 'fiat deposit']]);
});
