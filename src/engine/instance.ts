import type { Subscription } from 'rxjs';
import type { Money } from './risk/limits.ts';
import { callMark, markOf } from './runningHandler.ts';
import type { StrategyContext, StrategyHandlers } from './strategy.ts';
import type { RunState, StrategySettings } from './strategySettings.ts';

interface Standing {
  readonly state: 'paused' | 'stopped';
  readonly reason: string;
}

/** A strategy as configured: whether it runs, and its handlers. It has a seat in each of its markets. */
export class Instance {
  readonly name: string;
  /** Undefined for the operator, and for a strategy of an earlier life that is no longer configured. */
  readonly settings: StrategySettings | undefined;
  context!: StrategyContext<string>;
  state: RunState = 'waiting';
  /** Why it is stopped or paused. */
  reason: string | undefined = undefined;
  /** What holds for the versions that come after it, too: a pause, or that a person has stopped it. */
  standing: Standing | undefined = undefined;
  /** A person has paused it, whatever else has. It does not go on with what has stopped it besides. */
  isPausedByHand = false;
  isSetUp = false;
  hasStarted = false;
  /** What tells whoever watches this thread that it is being called, and that this is its `onBook`. */
  readonly mark: number;
  readonly bookMark: number;
  /** Whether one of its handlers is being called. */
  isCalled = false;
  handlers: StrategyHandlers<string> = NO_HANDLERS;
  /** The handler that is called most often, and which others exist. Strategies' handler objects have many shapes. */
  onBook: StrategyHandlers<string>['onBook'] = undefined;
  hearsTimer = false;
  hearsFills = false;
  hearsReports = false;
  subscription: Subscription | undefined = undefined;
  /** What it follows in its markets. */
  signals: { leave(): void } | undefined = undefined;
  /** It is set up beside the one that it replaces: what it keeps is saved once it takes over. */
  isOnTrial = false;
  /** The configuration does not name it any more. Its position and its orders stay known. */
  isRemoved = false;
  /** The state that it keeps over a restart. */
  readonly saved: Record<string, string> = {};
  budget: Money | undefined = undefined;

  constructor(name: string, settings: StrategySettings | undefined) {
    this.name = name;
    this.mark = markOf(name);
    this.bookMark = this.mark + callMark('onBook');
    this.settings = settings;
    if (settings === undefined) this.state = 'stopped';
  }

  /** Whether it finds its markets by their names. Else it has one, which is its context. */
  get isWide(): boolean {
    return this.settings?.markets !== undefined;
  }
}

const NO_HANDLERS: StrategyHandlers<string> = {};
