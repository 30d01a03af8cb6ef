import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { diskFault, onDisk } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import { instantOf, isoOf } from '../base/instant.ts';
import { whyNeverLearned } from '../contract/learnable.ts';
import { LEARNABLE_KINDS, type LearnedRefusal, LEARNING_STATES, type RefusalStore } from '../model/learnedRefusal.ts';
import { replaceFile } from './replaceFile.ts';

const MOST_BYTES = 1_000_000;
const HEAD = '# What sluice has learned of the refusals of this account, one JSON object a line: docs/operating.md, "Learned refusals".\n';

const text = z.string().min(1).max(200);
const time = z.string().transform((written, context): number => {
  const at = instantOf(written);
  if (at !== undefined) return at;
  context.addIssue({ code: 'custom', message: `expected an ISO 8601 UTC time, found ${JSON.stringify(written)}` });
  return z.NEVER;
});
const proof = z.strictObject({ at: time, intent: text });

const line = z.strictObject({
  state: z.enum(LEARNING_STATES),
  since: time,
  request: z.enum(LEARNABLE_KINDS),
  status: z.int().min(100).max(999),
  shape: z.enum(['standard', 'list', 'message', 'validation']),
  text,
  proofs: z.array(proof).max(100),
  counterexample: z.strictObject({ at: time, intent: text, order: text }).optional(),
});

/** The refusals of an account in a file beside its journal: readable and writable by a person. A file that is not there is empty. */
export function refusalFile(path: string): RefusalStore {
  return {
    place: path,
    read: () => readLines(path),
    write: (refusals) => {
      onDisk(`the refusals ${path} could not be written`, () => replaceFile(path, HEAD + refusals.map(lineOf).join('')));
    },
  };
}

/** The file of the account whose journal is in this database. */
export function refusalPath(database: string): string {
  return `${database.replace(/\.sqlite$/, '')}.refusals.jsonl`;
}

function readLines(path: string): readonly LearnedRefusal[] {
  const refusals = new Map<string, LearnedRefusal>();
  for (const [index, written] of textOf(path).split('\n').entries()) {
    if (written.trim() === '' || written.startsWith('#')) continue;
    const place = `${path}, line ${index + 1}`;
    const refusal = readLine(written, place);
    const name = `${refusal.kind} ${refusal.refusal}`;
    if (refusals.has(name)) throw unreadable(place, `the refusal ${name} stands there a second time`);
    refusals.set(name, refusal);
  }
  return [...refusals.values()];
}

function readLine(written: string, place: string): LearnedRefusal {
  const { success, data, error } = line.safeParse(parsed(written, place));
  if (!success) {
    const [issue] = error.issues;
    throw unreadable(place, `${issue!.path.join('.') || 'the line'}: ${issue!.message}`);
  }
  const { request: kind, state, since, status, shape, text: body, proofs, counterexample } = data;
  const refusal = `${status} ${shape} ${body}`;
  const why = whyNeverLearned(refusal);
  if (why !== undefined) throw unreadable(place, `the refusal ${refusal} is never learned: ${why}`);
  return { kind, refusal, state, since, proofs, counterexample };
}

function lineOf({ kind, refusal, state, since, proofs, counterexample }: LearnedRefusal): string {
  const [, status, shape, body] = /^(\d{3}) (\S+) (.+)$/su.exec(refusal)!;
  const value = {
    state,
    since: isoOf(since),
    request: kind,
    status: Number(status),
    shape,
    text: body,
    proofs: proofs.map(({ at, intent }) => ({ at: isoOf(at), intent })),
    ...(counterexample && { counterexample: { ...counterexample, at: isoOf(counterexample.at) } }),
  };
  return `${JSON.stringify(value)}\n`;
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > MOST_BYTES) throw unreadable(path, `expected at most ${MOST_BYTES} bytes`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw diskFault(`the refusals ${path} could not be read`, error);
  }
}

function parsed(written: string, place: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    throw unreadable(place, 'expected a JSON object');
  }
}

function unreadable(place: string, problem: string): Fault {
  return new Fault('configuration', `${place}: ${problem}`, {
    suggestion: 'correct or remove the line, or remove the file: then everything is learned anew',
  });
}
