import { pino } from 'pino';
import { isFault, messageOf } from '../base/fault.ts';
import { plainLine } from '../base/plainText.ts';
import { redacted } from '../base/redacted.ts';
import type { Secret } from '../base/secret.ts';
import type { Incidents } from './incidents.ts';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** The fields that can be logged beside the message. Others do not reach the log. */
const FIELDS = [
  'strategy',
  'symbol',
  'side',
  'price',
  'amount',
  'fee',
  'feeCurrency',
  'intentId',
  'orderId',
  'conversionId',
  'kind',
  'rule',
  'lane',
  'reason',
  'code',
  'count',
  'ms',
  'port',
  'file',
  'mode',
  'version',
  'adopted',
] as const;

type Field = (typeof FIELDS)[number];
export type LogFields = { readonly [F in Field]?: unknown };

export interface Log {
  /** `event` is a stable name, such as `order-opened`. `message` is for people. `incidents`: what begins or ends with it. */
  write(level: LogLevel, event: string, message: string, fields?: LogFields, incidents?: Incidents): void;
  /** From here on only lines of this level or a higher one are written. */
  setLevel(level: LogLevel): void;
  /** Writes what is buffered. */
  flush(): void;
}

const MOST_TEXT = 500;
/** A shorter secret would appear by chance in any line. */
const LEAST_SECRET = 4;

/**
 * The log: JSON lines by pino. Only listed fields are written, each as a bounded text without control characters. None of the
 * given secrets can appear in any of them, written out, escaped or as part of an address.
 */
export function createLog(destination: { write(line: string): unknown }, level: LogLevel, secrets: readonly Secret[]): Log {
  const hide = hiding(secrets);
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    { write: (line: string) => destination.write(hide(line)) },
  );
  return {
    write(atLevel, event, message, fields = {}) {
      const kept: Record<string, unknown> = { event };
      for (const field of FIELDS) if (fields[field] !== undefined) kept[field] = plain(fields[field], hide);
      logger[atLevel](kept, plain(message, hide) as string);
    },
    setLevel: (next) => void (logger.level = next),
    flush: () => logger.flush(),
  };
}

/** Known secrets as they are; a short one is looked for as a whole only, a longer one in every form. */
function hiding(secrets: readonly Secret[]): (text: string) => string {
  const written = secrets.map((secret) => secret.reveal()).filter((text) => text.length >= LEAST_SECRET);
  const forms = new Set(written.flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]));
  return (text) => redacted([...forms].reduce((shown, form) => shown.replaceAll(form, '***'), text));
}

/**
 * Numbers and booleans stay as they are, and everything else becomes one short line. Secrets are hidden before the line is cut,
 * since half a secret is secret too.
 */
function plain(value: unknown, hide: (text: string) => string): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const line = plainLine(hide(textOf(value)));
  return line.length > MOST_TEXT ? `${line.slice(0, MOST_TEXT)}…` : line;
}

function textOf(value: unknown): string {
  if (value instanceof Error) return isFault(value) ? `${value.code}: ${value.message}` : messageOf(value);
  try {
    return String(value);
  } catch {
    return 'a value that has no text';
  }
}
