import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Subject } from 'rxjs';
import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { DAY_MS, durationText, HOUR_MS, type Instant } from '../../base/instant.ts';
import type { SignedOut } from '../contract/pageDoor.ts';

/** A browser that has shown a token. */
export interface PageSession {
  /** It may look and change nothing, as on a screen on a wall. */
  readonly isReadOnly: boolean;
  readonly expiresAt: Instant;
}

/** A token that opens one session, once. */
export interface PageToken {
  readonly token: string;
  readonly isReadOnly: boolean;
  readonly expiresAt: Instant;
}

/** A session that may only look, as it outlives its daemon: without what a browser shows of it. */
export interface KeptSession {
  /** The SHA-256 of the cookie and the key. */
  readonly digest: Buffer;
  /** How long it lasts at most from now on. */
  readonly leftMs: number;
}

/** What a browser shows of a session: its cookie, and the key that the page keeps. */
interface Credential {
  readonly secret: string;
  readonly key: string;
}

interface Held<T> {
  readonly digest: Buffer;
  readonly what: T;
  readonly untilMs: number;
}

interface Open extends PageSession {
  usedMs: number;
}

const TOKEN_MS = 15 * 60_000;
/** A session ends when it was not used for so long. */
const IDLE_MS = 12 * HOUR_MS;
const FULL_MS = 7 * DAY_MS;
export const READ_ONLY_MS = 30 * DAY_MS;
const MOST_TOKENS = 16;
export const MOST_SESSIONS = 32;
const TRIES = 5;
const FIRST_LOCK_MS = 30_000;
const LONGEST_LOCK_MS = 15 * 60_000;
const SECRET_BYTES = 32;
const MOST_SECRET_TEXT = 100;

export interface DoorOptions {
  /** Is told what the owner should know of. */
  readonly tell?: ((level: 'info' | 'warn', message: string) => void) | undefined;
  /** Wrong tokens in a row before the door is locked. */
  readonly tries?: number | undefined;
}

/**
 * Knows who may come in to the dashboard. A token opens one session and is then worth nothing. After some wrong tokens in a row nobody is
 * let in for a while, twice as long each time; it goes on by itself, or at once when the owner makes a new token on the unix socket.
 */
export class Doorkeeper {
  readonly #clock: Clock;
  readonly #tries: number;
  readonly #tell: NonNullable<DoorOptions['tell']>;
  /** What happened to a session. One that is opened in the place of another closes that one. */
  readonly changed$ = new Subject<'opened' | 'closed'>();
  #tokens: Held<Pick<PageToken, 'isReadOnly'>>[] = [];
  #sessions: Held<Open>[] = [];
  #wrong = 0;
  #lockMs = FIRST_LOCK_MS;
  #lockedUntilMs = -Infinity;

  constructor(clock: Clock, { tell = () => undefined, tries = TRIES }: DoorOptions = {}) {
    this.#clock = clock;
    this.#tell = tell;
    this.#tries = tries;
  }

  /** A new token, which ends a lock-out. The oldest is forgotten when there are too many. */
  token(isReadOnly: boolean): PageToken {
    const token = secretText();
    this.#unlock();
    this.#tokens = [...this.#tokens, { digest: digestOf(token), what: { isReadOnly }, untilMs: this.#nowMs + TOKEN_MS }].slice(
      -MOST_TOKENS,
    );
    return { token, isReadOnly, expiresAt: this.#clock.now() + TOKEN_MS };
  }

  /**
   * Opens a session for a token: the browser keeps the secret as its cookie, the page keeps the key. Throws `unauthorized` for a wrong one,
   * and `rate-limited` while the door is locked.
   */
  open(token: string): Credential & { readonly session: PageSession; readonly maxAgeMs: number } {
    this.#assertUnlocked();
    const found = this.#found(this.#tokens, token);
    if (found === undefined) throw this.#refused();
    this.#tokens = this.#tokens.filter((one) => one !== found);
    this.#unlock();
    const { isReadOnly } = found.what;
    const maxAgeMs = isReadOnly ? READ_ONLY_MS : FULL_MS;
    const [secret, key] = [secretText(), secretText()];
    const session = { isReadOnly, expiresAt: this.#clock.now() + maxAgeMs, usedMs: this.#nowMs };
    const byUse = this.#sessions.toSorted((a, b) => a.what.usedMs - b.what.usedMs);
    this.#sessions = [...byUse, { digest: digestOf(textOf({ secret, key })), what: session, untilMs: this.#nowMs + maxAgeMs }].slice(
      -MOST_SESSIONS,
    );
    this.changed$.next(byUse.length === MOST_SESSIONS ? 'closed' : 'opened');
    this.#tell('info', `a browser was let in to the dashboard${isReadOnly ? ', to look and change nothing' : ''}`);
    return { secret, key, session, maxAgeMs };
  }

  /** The session of a cookie with its key. Undefined when there is none, or it has ended. */
  session(held: Credential): PageSession | undefined {
    const found = this.#found(this.#sessions, textOf(held));
    if (found === undefined) return undefined;
    const { what } = found;
    if (this.#isIdle(what)) {
      this.#sessions = this.#sessions.filter((one) => one !== found);
      return undefined;
    }
    what.usedMs = this.#nowMs;
    return what;
  }

  /** Whether a session has neither been closed nor run out. To ask is no use of it. */
  isOpen(session: PageSession): boolean {
    return this.#sessions.some(({ what, untilMs }) => what === session && untilMs > this.#nowMs && !this.#isIdle(what));
  }

  close(session: PageSession): void {
    this.#sessions = this.#sessions.filter(({ what }) => what !== session);
    this.changed$.next('closed');
  }

  /** Closes every session, and forgets every token. */
  closeAll(): SignedOut {
    const open = this.#sessions.filter(({ what }) => this.isOpen(what));
    const closed = { sessions: open.length, links: this.#tokens.filter(({ untilMs }) => untilMs > this.#nowMs).length };
    [this.#sessions, this.#tokens] = [[], []];
    this.changed$.next('closed');
    return closed;
  }

  /**
   * For the next daemon, the sessions that may only look. Whoever has the port while no daemon does hears what an open page asks with, and may not act
   * by that.
   */
  kept(): readonly KeptSession[] {
    const kept = this.#sessions.filter(({ what }) => what.isReadOnly && this.isOpen(what));
    return kept.map(({ digest, untilMs }) => ({ digest, leftMs: untilMs - this.#nowMs }));
  }

  /** Opens what the daemon before this one has kept, nothing for longer than a new session. Returns how many are open. */
  restore(kept: readonly KeptSession[]): number {
    const restored = kept.map(({ digest, leftMs }) => {
      const lastsMs = Math.min(leftMs, READ_ONLY_MS);
      const what = { isReadOnly: true, expiresAt: this.#clock.now() + Math.floor(lastsMs), usedMs: this.#nowMs };
      return { digest, what, untilMs: this.#nowMs + lastsMs };
    });
    this.#sessions = [...restored, ...this.#sessions].slice(-MOST_SESSIONS);
    return restored.filter(({ what }) => this.isOpen(what)).length;
  }

  #isIdle({ isReadOnly, usedMs }: Open): boolean {
    return !isReadOnly && this.#nowMs - usedMs > IDLE_MS;
  }

  get #nowMs(): number {
    return this.#clock.monotonicMs();
  }

  /** Compares with each one that is held, in constant time, so that nothing is told by how long it takes. */
  #found<T>(held: readonly Held<T>[], secret: string): Held<T> | undefined {
    if (secret.length > MOST_SECRET_TEXT) return undefined;
    const digest = digestOf(secret);
    let found: Held<T> | undefined;
    for (const one of held) if (timingSafeEqual(one.digest, digest) && one.untilMs > this.#nowMs) found = one;
    return found;
  }

  #assertUnlocked(): void {
    const leftMs = this.#lockedUntilMs - this.#nowMs;
    if (leftMs <= 0) return;
    throw new Fault(
      'rate-limited',
      `too many wrong tokens: the door is locked for another ${durationText(Math.ceil(leftMs / 1000) * 1000)}`,
      {
        suggestion: 'it opens by itself; `sluice dashboard` opens it at once',
      },
    );
  }

  #refused(): Fault {
    this.#wrong++;
    if (this.#wrong >= this.#tries) {
      this.#wrong = 0;
      this.#tell(
        'warn',
        `${this.#tries} wrong tokens in a row: nobody is let in to the dashboard for ${durationText(this.#lockMs)}; \`sluice dashboard\` opens it at once`,
      );
      this.#lockedUntilMs = this.#nowMs + this.#lockMs;
      this.#lockMs = Math.min(this.#lockMs * 2, LONGEST_LOCK_MS);
    }
    return new Fault('unauthorized', 'this link has been used, or has run out', { suggestion: 'get a new one with `sluice dashboard`' });
  }

  #unlock(): void {
    this.#wrong = 0;
    this.#lockMs = FIRST_LOCK_MS;
    this.#lockedUntilMs = -Infinity;
  }
}

function secretText(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

function textOf({ secret, key }: Credential): string {
  return `${secret} ${key}`;
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
