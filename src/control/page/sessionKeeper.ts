import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Subscription } from 'rxjs';
import type { CancelTimer, Clock } from '../../base/clock.ts';
import { counted } from '../../base/counted.ts';
import { diskReason } from '../../base/diskFault.ts';
import { Fault, messageOf } from '../../base/fault.ts';
import { LastingTrouble } from '../../base/lastingTrouble.ts';
import { oneAtATime } from '../../base/oneAtATime.ts';
import type { TellTrouble } from '../../base/tellTrouble.ts';
import type { SignedOut } from '../contract/pageDoor.ts';
import { replaceFileMeanwhile } from '../../store/replaceFile.ts';
import type { Doorkeeper, DoorOptions } from './doorkeeper.ts';
import { readSessionFile, sessionFileText } from './sessionFile.ts';

/** What could not be written is tried again after so long. */
const RETRY_MS = 5 * 60_000;

export interface SessionKeeperOptions {
  readonly path: string;
  readonly port: number;
  readonly door: Doorkeeper;
  readonly clock: Clock;
  readonly tell: NonNullable<DoorOptions['tell']>;
  readonly onTrouble: TellTrouble;
}

/**
 * Keeps the sessions of the dashboard that may only look in a file, so that a screen on a wall is still in after a restart. It is read once, at the
 * start, and written beside everything else. Within a life the monotonic clock counts; from one to the next only the machine's clock can.
 */
export class SessionKeeper {
  readonly #options: SessionKeeperOptions;
  readonly #unsaved: LastingTrouble;
  readonly #inTurn = oneAtATime();
  #subscription: Subscription | undefined;
  #cancelTimer: CancelTimer | undefined;
  /** A write that has not begun: it takes what stands when it does. */
  #next: Promise<void> | undefined;
  /** How often a session was closed, and how much of that the file shows. */
  #closings = 0;
  #shownClosings = 0;

  constructor(options: SessionKeeperOptions) {
    this.#options = options;
    this.#unsaved = new LastingTrouble('that sessions of the dashboard are saved', options.onTrouble);
  }

  /** Lets those in who were in before. Only the owner of the state may call it. */
  begin(): void {
    const { door } = this.#options;
    this.#restore();
    this.#subscription = door.changed$.subscribe((how) => {
      if (how === 'closed') this.#closings++;
      void this.#save();
    });
    // What has run out goes.
    void this.#save();
  }

  /** Closes all, here and for the next start. Rejects with `store` where the file still lets somebody in then. */
  async closeAll(): Promise<SignedOut> {
    const { door, path } = this.#options;
    const closed = door.closeAll();
    const closings = ++this.#closings;
    await this.#save();
    if (this.#shownClosings >= closings) return closed;
    throw new Fault('store', `every session is closed, but ${path} could not be removed, and would open them again at the next start`, {
      suggestion: `rm ${path}`,
    });
  }

  /** Writes how they stand, for the next life. */
  async end(): Promise<void> {
    if (this.#subscription === undefined) return;
    this.#subscription.unsubscribe();
    this.#subscription = undefined;
    await this.#save();
  }

  #restore(): void {
    const { path, port, door, clock, tell } = this.#options;
    try {
      const file = readSessionFile(path, clock.machineTime());
      if (file === undefined || file.sessions.length === 0) return;
      const open = file.port === port ? door.restore(file.sessions) : 0;
      const gone = file.sessions.length - open;
      const why = file.port === port ? 'ran out' : `ended, since the dashboard was on port ${file.port}`;
      tell(
        'info',
        `${counted(open, 'browser is', 'browsers are')} in as before the start${gone === 0 ? '' : `; ${counted(gone, 'session')} ${why}`}`,
      );
    } catch (error) {
      tell('warn', `${messageOf(error)}; nobody is in until a new link is opened, and the file is put aside as ${path}.refused`);
      putAside(path, tell);
    }
  }

  #save(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#next ??= this.#options.clock.track(
      this.#inTurn(() => {
        this.#next = undefined;
        return this.#write();
      }),
    );
    return this.#next;
  }

  /** Never rejects. */
  async #write(): Promise<void> {
    const { path, port, door, clock } = this.#options;
    const closings = this.#closings;
    const sessions = door.kept();
    try {
      if (sessions.length === 0) await rm(path, { force: true });
      else await replaceFileMeanwhile(path, sessionFileText({ port, sessions }, clock.machineTime()));
      this.#shownClosings = closings;
      this.#unsaved.over('sessions of the dashboard are saved again');
    } catch (error) {
      this.#unsaved.lasts(`sessions of the dashboard could not be saved: ${diskReason(error)}`);
      if (this.#subscription !== undefined) this.#cancelTimer ??= clock.setTimer(RETRY_MS, () => void this.#save());
      // Rather none than one that lets somebody in who was signed out.
      if (closings === this.#shownClosings) return;
      await rm(path, { force: true }).then(
        () => (this.#shownClosings = closings),
        () => undefined,
      );
    }
  }
}

function putAside(path: string, tell: SessionKeeperOptions['tell']): void {
  try {
    renameSync(path, `${path}.refused`);
  } catch (error) {
    tell('warn', `${path} could not be put aside: ${diskReason(error)}`);
  }
}
