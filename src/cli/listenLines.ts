import { type Instant, isoOf } from '../base/instant.ts';
import { stringifyJson } from '../base/json.ts';
import type { Forwarded } from '../daemon/listen/forwarder.ts';
import type { Notification } from '../daemon/listen/notification.ts';
import { notificationId, notificationName, notificationText } from '../daemon/listen/notificationText.ts';
import { plainLine } from '../base/plainText.ts';
import { say, type Shell } from './shell.ts';

/** How a listener prints: lines for people, or events as JSON lines. */
export interface ListenLines {
  began(event: 'listening' | 'polling', url: string): void;
  heard(notification: Notification): void;
  forwarded(forwarded: Forwarded, at: Instant): void;
  /** Reports something that was not accepted, or a round of reading that failed. */
  trouble(message: string): void;
  ended(counts: Readonly<Record<string, number>>): void;
}

export function listenLines(shell: Shell): ListenLines {
  const { output } = shell.options;
  return output === 'json' || output === 'ndjson' ? eventLines(shell) : textLines(shell);
}

function eventLines({ out }: Shell): ListenLines {
  const write = (event: Readonly<Record<string, unknown>>): void => void out.write(`${stringifyJson(event)}\n`);
  return {
    began: (event, url) => write({ event, url }),
    // The notification is printed exactly as it came.
    heard: ({ receivedAt, body }) => write({ event: 'notification', receivedAt: isoOf(receivedAt), body }),
    forwarded: ({ notification: { body }, outcome, attempts, tookMs }, at) => {
      const result = typeof outcome === 'number' ? { status: outcome } : { status: null, error: outcome };
      const about = { notificationType: notificationName(body), id: notificationId(body) ?? null };
      write({ event: 'forwarded', at: isoOf(at), ...about, ...result, attempts, tookMs });
    },
    trouble: (message) => write({ event: 'trouble', message }),
    ended: (counts) => write({ event: 'stopped', ...counts }),
  };
}

function textLines(shell: Shell): ListenLines {
  const write = (at: Instant, text: string): void => void shell.out.write(`${isoOf(at).slice(11, 19)} ${plainLine(text)}\n`);
  return {
    began: (event, url) => {
      const what =
        event === 'listening' ? `notifications are taken at ${url}, on any path` : `payment intents and payouts are read from ${url}`;
      say(shell, `${what}; stop it with Ctrl-C`);
    },
    heard: ({ receivedAt, body }) => write(receivedAt, notificationText(body)),
    forwarded: ({ notification: { body }, outcome, attempts, tookMs }, at) => {
      const again = attempts > 1 ? ` after ${attempts} attempts` : '';
      write(at, `-> ${outcome} ${tookMs} ms${again}  ${notificationName(body)} ${notificationId(body) ?? ''}`.trimEnd());
    },
    trouble: (message) => say(shell, plainLine(message)),
    ended: (counts) =>
      say(
        shell,
        Object.entries(counts)
          .map(([what, count]) => `${count} ${what}`)
          .join(', '),
      ),
  };
}
