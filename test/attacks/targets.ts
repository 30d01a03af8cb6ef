import type { Target } from './attack.ts';
import { BACKUPS } from './backups.ts';
import { CHAT } from './chat.ts';
import { CONFIGURATION } from './configuration.ts';
import { DASHBOARD_SESSIONS } from './dashboardSessions.ts';
import { LISTENER } from './listener.ts';
import { OUTPUT } from './output.ts';
import { SESSIONS } from './sessions.ts';
import { SIMULATOR } from './simulator.ts';
import { SIMULATOR_PAGES } from './simulatorPages.ts';
import { SOCKET } from './socket.ts';
import { TREASURY } from './treasury.ts';
import { VENUE_ANSWERS } from './venueAnswers.ts';
import { VENUE_WIRE } from './venueWire.ts';

/** In the order of the table of docs/safety.md. */
export const TARGETS: readonly Target[] = [
  SIMULATOR,
  SIMULATOR_PAGES,
  SOCKET,
  DASHBOARD_SESSIONS,
  LISTENER,
  CHAT,
  VENUE_WIRE,
  VENUE_ANSWERS,
  CONFIGURATION,
  SESSIONS,
  BACKUPS,
  TREASURY,
  OUTPUT,
];
