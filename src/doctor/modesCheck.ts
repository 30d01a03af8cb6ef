import { readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { statePaths } from '../daemon/statePaths.ts';
import { type Check, type ConfiguredContext, type DoctorContext, SOON_MS } from './check.ts';
import { bad, type Finding, look, ok } from './finding.ts';
import { ANOTHER_REGISTER, whyNotUsable } from './whyNotUsable.ts';

const OTHERS_WRITE = 0o022;
const OTHERS_DO = 0o077;
/** Journals and seals, and what stands beside them. A lock says who holds it, and no more. */
const OURS = /\.(?:sqlite(?:-wal|-shm|\.sent|\..*\.bak)?|seal|jsonl|dashboard\.json|sock)$/;
const MOST_NAMED = 5;

/** Who can use the folders and files of the state. */
export const folderModesCheck: Check<DoctorContext> = {
  name: 'modes',
  withinMs: SOON_MS,
  look: async ({ state, accounts }) => [
    ...folderFindings('the state folder', state, (why) =>
      bad(`${why}: no daemon starts on it`, 'name another folder with --state or SLUICE_STATE'),
    ),
    ...folderFindings('the register of accounts', accounts, (why) =>
      look(`${why}: the demo and paper trading go without it, an account of a venue does not`, ANOTHER_REGISTER),
    ),
  ],
};

/** Who can use the socket, the configuration and the files with secrets. */
export const fileModesCheck: Check = {
  name: 'modes',
  withinMs: SOON_MS,
  look: async (context: ConfiguredContext) => [...socketFinding(context), ...configurationFinding(context), ...secretFindings(context)],
};

function folderFindings(what: string, path: string, unusable: (why: string) => Finding): readonly Finding[] {
  const stats = statOf(path);
  const why = whyNotUsable(path);
  if (stats === undefined && why !== undefined) return [unusable(`${what} ${path} is not there and can't be made: ${why}`)];
  if (stats === undefined) return [ok(`${what} ${path} is not there yet: the first start makes it, for this user only`)];
  if (!stats.isDirectory()) return [bad(`${what} ${path} is no folder`, `ls -l ${path}`)];
  const chmod = `chmod 700 ${path}`;
  if ((stats.mode & OTHERS_WRITE) !== 0)
    return [bad(`others may write to ${what} ${path} (mode ${modeText(stats)}): no daemon starts on it`, chmod)];
  if ((stats.mode & OTHERS_DO) !== 0) return [look(`others may read ${what} ${path} (mode ${modeText(stats)})`, chmod)];
  const self = process.getuid?.();
  if (self !== undefined && stats.uid !== self)
    return [look(`${what} ${path} belongs to user ${stats.uid}, and this is user ${self}`, `sudo -u '#${stats.uid}' sluice doctor`)];
  if (why !== undefined) return [unusable(`${what} ${path} can't be used: ${why}`)];
  return [filesFinding(what, path)];
}

function filesFinding(what: string, folder: string): Finding {
  const open = readdirSync(folder).filter((name) => OURS.test(name) && ((statOf(join(folder, name))?.mode ?? 0) & OTHERS_DO) !== 0);
  if (open.length === 0) return ok(`only this user can use ${what} ${folder}`);
  const more = open.length > MOST_NAMED ? ` and ${open.length - MOST_NAMED} more` : '';
  const names = open.slice(0, MOST_NAMED).join(', ');
  return look(
    `others could use ${names}${more} in ${what}, were the folder open`,
    `find ${folder} -maxdepth 1 -type f -exec chmod go= {} +`,
  );
}

function socketFinding({ state, settings }: ConfiguredContext): readonly Finding[] {
  const { socket } = statePaths(state, settings);
  const stats = statOf(socket);
  if (stats === undefined || (stats.mode & OTHERS_DO) === 0) return [];
  return [
    bad(
      `others may use the control socket ${socket} (mode ${modeText(stats)}), and whoever can gives the daemon orders`,
      `chmod 600 ${socket}`,
    ),
  ];
}

function configurationFinding({ settings: { file } }: ConfiguredContext): readonly Finding[] {
  const stats = file === undefined ? undefined : statOf(file);
  if (stats === undefined || (stats.mode & OTHERS_WRITE) === 0) return [];
  const found = `others may change the configuration ${file} (mode ${modeText(stats)}), and with it what is traded`;
  return [((stats.mode & 0o002) === 0 ? look : bad)(found, `chmod go-w ${file}`)];
}

/** A file with a secret that others could use is a problem of the configuration already. Here is only told where secrets come from. */
function secretFindings({ settings: { venue } }: ConfiguredContext): readonly Finding[] {
  const { key, secret } = venue.exchange ?? {};
  return key === undefined || secret === undefined ? [] : [ok(`the key comes from ${key.origin}, the secret from ${secret.origin}`)];
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function modeText({ mode }: Stats): string {
  return (mode & 0o7777).toString(8);
}
