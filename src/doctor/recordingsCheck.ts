import { recordingFolder } from '../daemon/recorder/recordingFolder.ts';
import { type Check, SOON_MS } from './check.ts';
import { bad, ok } from './finding.ts';
import { whyNotUsable } from './whyNotUsable.ts';

/** Whether what is to be recorded can be written. */
export const recordingsCheck: Check = {
  name: 'recordings',
  withinMs: SOON_MS,
  async look({ settings, cwd }) {
    if (settings.record === undefined) return [ok('nothing is to be recorded')];
    const folder = recordingFolder(settings, cwd);
    const why = whyNotUsable(folder);
    if (why === undefined) return [ok(`recordings can be written to ${folder}`)];
    return [bad(`recordings can't be written to ${folder}: ${why}`, `ls -ld ${folder}; or name another folder under record.data`)];
  },
};
