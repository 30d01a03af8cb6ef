import { type Check, type DoctorContext, SOON_MS } from './check.ts';
import { look, ok } from './finding.ts';

/** Whether the system says that something keeps its clock. */
export const timeSourceCheck: Check<DoctorContext> = {
  name: 'clock',
  withinMs: SOON_MS,
  async look({ machine }) {
    const [chrony, systemd] = await Promise.all([
      machine.ask('chronyc', ['-c', 'tracking']),
      machine.ask('timedatectl', ['show', '--property=NTPSynchronized', '--value']),
    ]);
    const leap = chrony?.trim().split(',').at(-1);
    if (leap !== undefined && leap !== '' && leap !== 'Not synchronised') return [ok('chrony keeps the clock of this machine')];
    if (systemd?.trim() === 'yes') return [ok('NTP keeps the clock of this machine')];
    if (leap === 'Not synchronised' || systemd?.trim() === 'no')
      return [look('nothing keeps the clock of this machine: NTP is not synchronised', 'timedatectl set-ntp true')];
    return [
      look('neither chronyc nor timedatectl says what keeps the clock (in a container the host does)', 'chronyc tracking, on the host'),
    ];
  },
};
