import { accessSync, constants } from 'node:fs';
import { diskReason } from '../base/diskFault.ts';
import { recordingFolder } from '../daemon/recorder/recordingFolder.ts';
import { type Check, SOON_MS } from './check.ts';
import { nearest } from './diskCheck.ts';
import { bad, ok } from './finding.ts';

/** Whether what is to be recorded can be written. */
export const recordingsCheck: Check = {
  name: 'recordings',
  withinMs: SOON_MS,
  async look({ settings, cwd }) {
    if (settings.record === undefined) return [ok('nothing is to be recorded')];
    const folder = recordingFolder(settings, cwd);
    try {
      // The slash makes a file in its place an error.
      accessSync(`${nearest(folder)}/`, constants.R_OK | constants.W_OK | constants.X_OK);
      return [ok(`recordings can be written to ${folder}`)];
    } catch (error) {
      return [
        bad(`recordings can't be written to ${folder}: ${diskReason(error)}`, `ls -ld ${folder}; or name another folder under record.data`),
      ];
    }
  },
};
