import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Fault } from '../base/fault.ts';
import { instantOf } from '../base/instant.ts';

/** The first member of every backup. */
export const MANIFEST = 'manifest.json';
/** The second member: the hash of the first, as `sha256sum --check` reads it. */
export const MANIFEST_SUM = 'manifest.sha256';
/** The form of the archive. A newer one is refused. */
export const BACKUP_VERSION = 1;
export const MOST_MANIFEST_BYTES = 16 * 1024 * 1024;

/** What may stand in a backup: names within the state directory that lead nowhere else. */
const NAME =
  /^(?:(?:account|paper)-[0-9a-f]{12}\.(?:sqlite|refusals\.jsonl)|treasury\.sqlite|kill|shadow\/[A-Za-z0-9_-]{1,40}\.jsonl|parity\/[0-9-]{10}\.json|sessions\/[A-Za-z0-9_-][\w.-]{0,40}\/[A-Za-z0-9_-][\w.-]{0,40})$/;

const text = z.string().max(1000);

const member = z.strictObject({
  name: z.string().regex(NAME),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Whose journal it is, where the member is one. */
  account: z.strictObject({ id: z.string().regex(/^account-[0-9a-f]{12}$/), venue: text, key: text }).optional(),
});

const manifest = z.strictObject({
  format: z.literal('sluice-backup'),
  version: z.int().min(1),
  createdAt: text.refine((value) => instantOf(value) !== undefined, 'expected an ISO 8601 UTC time'),
  sluice: text,
  node: text,
  sqlite: text,
  /** The state directory that it was made of. */
  state: text,
  members: z.array(member).max(100_000).readonly(),
});

export type BackupMember = z.output<typeof member>;
export type Manifest = z.output<typeof manifest>;

/** Throws a `Fault` that says what is wrong, or that a newer sluice wrote it. */
export function readManifest(content: string, path: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw notOurs(path, `${MANIFEST} is no JSON`);
  }
  const { version } = (value ?? {}) as { readonly version?: unknown };
  if (typeof version === 'number' && version > BACKUP_VERSION) {
    throw new Fault('schema-newer', `${path} is a backup of form ${version}, this sluice reads forms up to ${BACKUP_VERSION}`, {
      suggestion: 'restore it with the sluice that wrote it, or a newer one',
    });
  }
  const { success, data, error } = manifest.safeParse(value);
  if (success && new Set(data.members.map(({ name }) => name)).size === data.members.length) return data;
  const [issue] = error?.issues ?? [];
  throw notOurs(path, issue === undefined ? 'a member is named twice' : `${issue.path.join('.')}: ${issue.message}`);
}

/** The content of `MANIFEST_SUM`. */
export function manifestSum(content: string): string {
  return `${createHash('sha256').update(content).digest('hex')}  ${MANIFEST}\n`;
}

/** Whether a file of a state directory may be in a backup. */
export function isBackupName(name: string): boolean {
  return NAME.test(name);
}

export function notOurs(path: string, why: string): Fault {
  return new Fault('store', `${path} is no backup of sluice: ${why}`, { suggestion: 'name a file that `sluice backup` wrote' });
}
