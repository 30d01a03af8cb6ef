import { command, flag } from '../command.ts';
import { say } from '../shell.ts';
import { withDaemon } from '../withDaemon.ts';

export const dashboard = command({
  name: 'dashboard',
  about: 'Print a link that opens the dashboard of the running daemon in a browser on this machine, once, within a quarter of an hour',
  options: {
    readOnly: flag('--read-only', 'whoever opens it may look and change nothing, as on a screen on a wall'),
    open: flag('--open', 'open it in the browser of this desktop'),
  },
  examples: ['dashboard', 'dashboard --open', 'dashboard --read-only', 'dashboard -o json'],
  async run({ options: { readOnly, open } }, shell) {
    const link = await withDaemon(shell, (control) => control.call('dashboard.link', { isReadOnly: readOnly }));
    if (shell.options.output === 'table') shell.out.write(`${link.url}\n`);
    else {
      const { printJson } = await import('../print.ts');
      printJson(shell, link);
    }
    if (!open) return;
    const { openBrowser } = await import('../openBrowser.ts');
    if (!(await openBrowser(link.url, shell.env))) say(shell, 'no browser was found: open the link yourself');
  },
});
