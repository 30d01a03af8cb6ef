import type { Transporter } from 'nodemailer';
import { Fault, messageOf } from '../base/fault.ts';
import { isLoopback } from '../base/loopback.ts';
import { redacted } from '../base/redacted.ts';
import type { Secret } from '../base/secret.ts';
import { type Channel, messageText } from './message.ts';

export interface EmailOptions extends Pick<Channel, 'name' | 'level' | 'digest'> {
  /** Host and port. */
  readonly server: string;
  readonly user: string;
  readonly password: Secret;
  readonly from: string;
  readonly to: readonly string[];
}

const WITHIN_MS = 10_000;
/** The port on which TLS begins at once. On every other one it begins with STARTTLS. */
const TLS_PORT = 465;

/** Sends plain text by SMTP. Nothing leaves in the clear but to this machine. Each message has a connection of its own. */
export function emailChannel({ name, level, digest, server, user, password, from, to }: EmailOptions): Channel {
  const transport = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    const patience = { connectionTimeout: WITHIN_MS, greetingTimeout: WITHIN_MS, socketTimeout: WITHIN_MS };
    const auth = { user, pass: password.reveal() };
    return createTransport({ ...smtpPlace(server), ...patience, auth, disableFileAccess: true, disableUrlAccess: true });
  };
  return {
    name,
    type: 'email',
    level,
    digest,
    async send(message) {
      const subject = redacted(`${message.title}: ${message.level}`);
      const mail = { from, to: [...to], subject, text: redacted(messageText(message)), messageId: `<${message.id}@sluice>` };
      const mailer = await transport();
      try {
        await mailer.sendMail(mail);
      } catch (error) {
        throw faultOf(error);
      } finally {
        mailer.close();
      }
    },
  };
}

/** How a server is reached. Another machine without TLS gets neither password nor mail. */
export function smtpPlace(server: string): {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly requireTLS: boolean;
} {
  const [, host = '', text] = /^(.+):(\d+)$/.exec(server) ?? [];
  const port = Number(text);
  return { host, port, secure: port === TLS_PORT, requireTLS: !isLoopback(host) };
}

/** What a server refuses with 5xx, and a wrong password, stay so. */
function faultOf(error: unknown): Fault {
  const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string };
  const isFinal = code === 'EAUTH' || (responseCode !== undefined && responseCode >= 500);
  return new Fault(isFinal ? 'refused' : 'network', redacted(messageOf(error)), { retryable: !isFinal });
}
