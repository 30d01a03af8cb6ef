import { computed, signal } from '@preact/signals';
import { pageState } from '../pure/alive.ts';
import { contactState, maySend, newContact, silenceMs } from '../pure/contact.ts';
import { areListsOld, isAtOldMid } from '../pure/oldFigures.ts';
import { NOTHING_TOLD, type Told } from '../pure/toldAfter.ts';
import { treasuryWaiting } from '../pure/treasury.ts';
import { inOrder, waitingOf } from '../pure/waiting.ts';
import { now, steadyNow } from './now.ts';
import { treasury } from './treasury.ts';

/** What the daemon has told, and how the line to it stands. Everything on the page is made from these. */
export const contact = signal(newContact(steadyNow()));
export const told = signal<Told>(NOTHING_TOLD);
/** The page's time at which the status was told. */
export const toldAt = signal(0);
/** A session that may look and change nothing, as on a screen on a wall. */
export const isReadOnly = signal(false);

const lineState = computed(() => contactState(contact.value, now.value));
export const silentMs = computed(() => silenceMs(contact.value, now.value));
export const status = computed(() => told.value.status);
export const end = computed(() => told.value.end);
export const orders = computed(() => told.value.orders);
export const fills = computed(() => told.value.fills);
export const events = computed(() => told.value.events);
/** Tells one daemon from another: what an earlier one has answered is not shown as this one's. */
export const daemonLife = computed(() => `${status.value?.pid ?? ''} ${status.value?.startedAt ?? ''}`);
export const snapshots = computed(() => told.value.snapshots);
export const state = computed(() => pageState(lineState.value, status.value, end.value));
/** Whether the daemon is heard, so that it can be asked. */
export const isHeard = computed(() => maySend(lineState.value) && end.value === undefined);
/** Whether a button may change something. */
export const canSend = computed(() => isHeard.value && !isReadOnly.value);
export const waiting = computed(() =>
  status.value === undefined ? [] : inOrder([...waitingOf(status.value), ...treasuryWaiting(treasury.value)]),
);
/** The daemon's time of the last that was heard of it. */
export const heardAt = computed(() => (daemonNow.value === undefined ? undefined : daemonNow.value - silentMs.value));
/** How old what the status says has become since it was told. */
export const agedMs = computed(() => Math.max(0, now.value - toldAt.value));
/** Whether own orders, positions and balances are older than they should be. */
export const areOwnOld = computed(() => status.value !== undefined && areListsOld(status.value, agedMs.value));
/** Whether what all positions are worth, or have lost, is older than it should be. */
export const isRiskOld = computed(() => areOwnOld.value || status.value?.strategies.some((row) => isAtOldMid(row, status.value!)) === true);
/** The daemon's time, in milliseconds since 1970, as far as it is known. */
export const daemonNow = computed(() => {
  const known = status.value;
  return known === undefined ? undefined : Date.parse(known.startedAt) + known.upMs + agedMs.value;
});
