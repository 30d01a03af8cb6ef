import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { messageOf } from '../../src/base/fault.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { messageSecretFaults } from '../../src/settings/messageSecretFaults.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-messages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`${messageSecretFaults.name} are shown with every other problem, each with its place`, async () => {
  const file = join(folder, 'sluice.yaml');
  const lines = [
    'mode: live',
    "venue: { exchange: { url: 'https://api.example.com', key: '${env:KEY}', secret: '${env:SECRET}' } }",
    'messages:',
    "  channels: { ops: { type: slack, secret: '${env:SLACK}' }, here: { type: slack, secret: '${env:THERE}' } }",
    "  heartbeat: { url: '${env:BEAT}' }",
  ];
  writeFileSync(file, lines.join('\n'));
  const load = (checksMessages: boolean): Promise<string> =>
    loadSettings({ file, env: { THERE: 'https://hooks.example.com/x' }, checksMessages }).then(
      () => 'right',
      (error: unknown) => messageOf(error),
    );
  const shown = await load(true);
  for (const place of ['risk.maxOrderValue', 'venue.exchange.key', 'messages.channels.ops.secret', 'messages.heartbeat.url'])
    expect(shown).toContain(place);
  expect(shown).not.toContain('channels.here');
  expect(await load(false), 'what sends no messages does not need them').not.toContain('messages.');
});
