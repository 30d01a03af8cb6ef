import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exactText, exactValue } from '../../../src/session/exactText.ts';
import { readEnding } from '../../../src/session/sessionEnding.ts';
import { readManifest } from '../../../src/session/sessionManifest.ts';
import { SessionReader } from '../../../src/session/sessionReader.ts';
import { storedSessions } from '../../../src/session/sessions.ts';
import { faults, must, NOTHING, outcomeOf } from '../broken.ts';
import { mutateJson } from '../mutateJson.ts';
import { mutateSession, shortSession } from '../sealedChunks.ts';
import { bytesOf, inputOf, type Target } from '../target.ts';

const LIVES = fileURLToPath(new URL('../../session/lives/', import.meta.url));
const NAMES = ['operator', 'faults', 'replaces'];
const ID = '20261120T100000Z';

/** Readers of recorded sessions: their parts, and the two files beside them. */
export function sessionTargets(state: string): readonly Target[] {
  const folder = join(state, 'sessions', ID);
  mkdirSync(folder, { recursive: true });
  const fileOf = (life: string, name: string): Buffer => readFileSync(join(LIVES, life, name));
  const parts = NAMES.map((life) => inputOf(shortSession(fileOf(life, '2026-11-20.events'), 6000)));
  const manifests = NAMES.map((life) => fileOf(life, 'manifest.json').toString());
  const endings = NAMES.map((life) => fileOf(life, 'end.json').toString());
  const readable = (): void => {
    writeFileSync(join(folder, 'manifest.json'), manifests[0]!);
    writeFileSync(join(folder, 'end.json'), endings[0]!);
    writeFileSync(join(folder, '2026-11-20.events'), bytesOf(parts[0]!));
  };
  readable();
  return [
    {
      name: 'session/part',
      weight: 3,
      seeds: parts,
      mutate: mutateSession,
      check(input) {
        writeFileSync(join(folder, '2026-11-20.events'), bytesOf(input));
        const reader = new SessionReader(folder);
        outcomeOf(() => [...reader.steps()].length, NOTHING);
        must(reader.tear === undefined || reader.tear.reason !== '', 'a tear has no reason');
      },
    },
    {
      name: 'session/manifest',
      weight: 2,
      seeds: manifests,
      mutate: mutateJson,
      check(input) {
        writeFileSync(join(folder, 'manifest.json'), input);
        outcomeOf(() => readManifest(folder), faults('store', 'schema-newer'));
        outcomeOf(() => storedSessions(state), NOTHING);
      },
    },
    {
      name: 'session/ending',
      weight: 2,
      seeds: endings,
      mutate: mutateJson,
      check(input) {
        readable();
        writeFileSync(join(folder, 'end.json'), input);
        outcomeOf(() => readEnding(folder), NOTHING);
        const reader = new SessionReader(folder);
        outcomeOf(() => [...reader.steps()].length, NOTHING);
        must(
          storedSessions(state).every(({ lastAt }) => Number.isFinite(lastAt)),
          'a session was written to at no time',
        );
      },
    },
    {
      name: 'session/value',
      weight: 15,
      seeds: [...manifests, '{"a":"=1.5","b":"~=x","c":[1,null]}'],
      mutate: mutateJson,
      check: checkValue,
    },
  ];
}

/** What was read is written as what reads the same again. */
function checkValue(input: string): void {
  const { value } = outcomeOf(() => exactValue(input), faults('store'));
  if (value === undefined) return;
  const text = exactText(value);
  must(exactText(exactValue(text)) === text, 'a value changes when it is written and read');
}
