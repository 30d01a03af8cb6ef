import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFault } from '../../../src/base/fault.ts';
import { editYaml } from '../../../src/settings/editYaml.ts';
import { type CheckParams, loadSettings } from '../../../src/settings/loadSettings.ts';
import { readYaml } from '../../../src/settings/yamlTree.ts';
import { makerParams } from '../../settings/makerParams.ts';
import { faults, laterOutcomeOf, must, outcomeOf } from '../broken.ts';
import { mutateLines } from '../mutateText.ts';
import type { Target } from '../target.ts';

/** A secret that somebody wrote where only its name belongs. No message may show a large part of it. */
const CANARY = 'Zx9Qk2mV7rT4wB8nL3cY6hJ1fD5sG0pA';
const SHOWN = 16;
const ENV = { SLUICE_KEY: 'kE8yTq3Lw9Zb2Vn5', KEY: 'kE8yTq3Lw9Zb2Vn5', SECRET: CANARY };
const MOST_SEED = 6000;

const checkParams: CheckParams = (_use, params) => makerParams(params);

/** The configuration from its text to settings, or to an error that names the place and shows no secret. */
export function settingsTargets(folder: string): readonly Target[] {
  const path = join(folder, 'sluice.yaml');
  const seeds = [...filesIn('../../../config/'), ...filesIn('../../settings/broken/'), ...withSecrets()].filter(
    ({ length }) => length < MOST_SEED,
  );
  return [
    {
      name: 'settings',
      weight: 2,
      seeds,
      mutate: mutateLines,
      async check(input) {
        writeFileSync(path, input);
        const { error } = await laterOutcomeOf(
          () => loadSettings({ file: path, cwd: folder, env: ENV, checkParams }),
          faults('configuration'),
        );
        if (error === undefined) return;
        must(
          /^\d+ problems? in .*\n\n(?:.*:\d+:\d+ {2}|settings {2}|environment )/.test(error.message) ||
            error.message.startsWith(`${path}: `),
          () => `the error names no place: ${error.message.slice(0, 300)}`,
        );
        if (input.includes(CANARY)) must(!showsSecret(error.message), () => `the error shows a secret: ${error.message.slice(0, 600)}`);
      },
    },
    {
      name: 'settings/edit',
      weight: 2,
      seeds: seeds.map((seed) => `risk.maxOpenOrders=7\n${seed}`),
      mutate: mutateLines,
      check: checkEdit,
    },
  ];
}

function showsSecret(message: string): boolean {
  for (let at = 0; at + SHOWN <= CANARY.length; at++) if (message.includes(CANARY.slice(at, at + SHOWN))) return true;
  return false;
}

function filesIn(folder: string): string[] {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(path).map((name) => readFileSync(join(path, name), 'utf8'));
}

function withSecrets(): string[] {
  return ['key', 'secret', 'apiSecret', 'password'].flatMap((name) =>
    [CANARY, `"${CANARY}"`, `>\n      ${CANARY}`, `'${CANARY}' # ${CANARY}`].map(
      (text) =>
        `mode: live\nvenue:\n  exchange:\n    url: https://api.example.com\n    ${name}: ${text}\nrisk:\n  maxOrderValue: 500 EUR\n`,
    ),
  );
}

/** A change is made as it was asked for, or refused; and what was not asked for stays. */
function checkEdit(input: string): void {
  const [edit = '', ...lines] = input.split('\n');
  const source = lines.join('\n');
  const path = edit.split('=', 1)[0]!.split('.');
  const before = readYaml(source);
  const { value, error } = outcomeOf(() => editYaml(source, [{ path, value: edit.slice(edit.indexOf('=') + 1) }]), faults('configuration'));
  if (value === undefined) return must(isFault(error), 'it is refused without a fault');
  must(readYaml(value).problems.length <= before.problems.length, 'the edit has brought a problem into the file');
}
