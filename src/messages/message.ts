import type { Instant } from '../base/instant.ts';
import type { LogLevel } from '../daemon/log.ts';

/** One thing that happened, or several of the same words. */
export interface MessageLine {
  readonly at: Instant;
  readonly level: LogLevel;
  /** The stable name of the log's event. */
  readonly event: string;
  readonly text: string;
  readonly count: number;
}

/** What a channel is told at once. */
export interface Message {
  /** The same at each try, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly at: Instant;
  /** The worst of its lines. */
  readonly level: LogLevel;
  /** Which daemon it is about. */
  readonly title: string;
  readonly lines: readonly MessageLine[];
  /** How much more happened than there are lines, by event. */
  readonly more: Readonly<Record<string, number>>;
}

/** A way to somebody outside. */
export interface Channel {
  readonly name: string;
  readonly type: string;
  /** The least level of what it is told. */
  readonly level: LogLevel;
  readonly digest: boolean;
  /** Delivers a message once. Rejects with a `Fault`, `retryable` where another try may help. */
  send(message: Message): Promise<void>;
}

const RANKS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** Whether a level is at least another one. */
export function isAtLeast(level: LogLevel, least: LogLevel): boolean {
  return RANKS.indexOf(level) >= RANKS.indexOf(least);
}

/** The message as plain text, a line for each thing. */
export function messageText({ title, lines, more }: Message): string {
  const shown = lines.map(
    ({ at, level, text, count }) =>
      `${new Date(at).toISOString().slice(11, 19)} ${level.toUpperCase()} ${text}${count > 1 ? ` (${count} times)` : ''}`,
  );
  const rest = Object.entries(more).map(([event, count]) => `${event} ${count}`);
  return [title, ...shown, ...(rest.length === 0 ? [] : [`and more: ${rest.join(', ')}`])].join('\n');
}
