import { accountCheck } from './accountCheck.ts';
import type { Check, DoctorContext } from './check.ts';
import { clockCheck } from './clockCheck.ts';
import { daemonCheck } from './daemonCheck.ts';
import { databasesCheck } from './databasesCheck.ts';
import { recordingDiskCheck, stateDiskCheck } from './diskCheck.ts';
import { feedCheck } from './feedCheck.ts';
import { exchangeKeyCheck, paymentKeysCheck } from './keysCheck.ts';
import { fileModesCheck, folderModesCheck } from './modesCheck.ts';
import { ownerlessCheck } from './ownerlessCheck.ts';
import { portsCheck } from './portsCheck.ts';
import { recordingsCheck } from './recordingsCheck.ts';
import { sizesCheck } from './sizesCheck.ts';
import { timeSourceCheck } from './timeSourceCheck.ts';
import { unresolvedCheck } from './unresolvedCheck.ts';
import { versionsCheck } from './versionsCheck.ts';

/** What can be looked at whatever the configuration says. */
export const machineChecks: readonly Check<DoctorContext>[] = [versionsCheck, timeSourceCheck, folderModesCheck, stateDiskCheck];

/** What needs a configuration that is right. */
export const configuredChecks: readonly Check[] = [
  clockCheck,
  exchangeKeyCheck,
  paymentKeysCheck,
  fileModesCheck,
  recordingDiskCheck,
  recordingsCheck,
  feedCheck,
  sizesCheck,
  accountCheck,
  databasesCheck,
  unresolvedCheck,
  ownerlessCheck,
  daemonCheck,
  portsCheck,
];
