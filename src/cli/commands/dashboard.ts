import { counted } from '../../base/counted.ts';
import { Fault } from '../../base/fault.ts';
import { command, flag } from '../command.ts';
import { say, type Shell } from '../shell.ts';
import { withDaemon } from '../withDaemon.ts';

export const dashboard = command({
  name: 'dashboard',
  about: 'Print a link that opens the dashboard of the running daemon in a browser on this machine, once, within a quarter of an hour',
  options: {
    readOnly: flag('--read-only', 'whoever opens it may look and change nothing, as on a screen on a wall'),
    open: flag('--open', 'open it in the browser of this desktop'),
    signOutAll: flag('--sign-out-all', 'print none, and close every session and every link there is; also where no daemon runs'),
  },
  examples: ['dashboard', 'dashboard --open', 'dashboard --read-only', 'dashboard --sign-out-all', 'dashboard -o json'],
  async run({ options: { readOnly, open, signOutAll } }, shell) {
    if (signOutAll && (readOnly || open)) throw new Fault('usage', '--sign-out-all prints no link: say it alone');
    if (signOutAll) return signOut(shell);
    const link = await withDaemon(shell, (control) => control.call('dashboard.link', { isReadOnly: readOnly }));
    await print(shell, link, link.url);
    if (!open) return;
    const { openBrowser } = await import('../openBrowser.ts');
    if (!(await openBrowser(link.url, shell.env))) say(shell, 'no browser was found: open the link yourself');
  },
});

async function signOut(shell: Shell): Promise<void> {
  const { signOutAll } = await import('../signOutAll.ts');
  const closed = await signOutAll(shell);
  await print(shell, closed, `closed ${counted(closed.sessions, 'session')} and ${counted(closed.links, 'link')}`);
}

async function print(shell: Shell, answer: object, text: string): Promise<void> {
  if (shell.options.output === 'table') shell.out.write(`${text}\n`);
  else {
    const { printJson } = await import('../print.ts');
    printJson(shell, answer);
  }
}
