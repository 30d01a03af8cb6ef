import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { plainEnvironment } from '../base/plainEnvironment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The command that shows a file on this machine's desktop. Undefined where there is none. */
export function opener(platform: NodeJS.Platform, env: Environment): readonly string[] | undefined {
  if (env['SSH_CONNECTION'] !== undefined && env['DISPLAY'] === undefined) return undefined;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}

/** What a desktop program needs of the environment. The keys and secrets of this one are none of its business. */
export function desktopOf(env: Environment): Record<string, string | undefined> {
  const isDesktop = (name: string): boolean =>
    /^(?:DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|BROWSER|DESKTOP_SESSION|(?:XDG|GNOME|KDE|QT|GTK)_\w+)$/i.test(name);
  return { ...plainEnvironment(env), ...Object.fromEntries(Object.entries(env).filter(([name]) => isDesktop(name))) };
}

/** Starts the browser and does not wait for it. Returns whether it was started. */
export async function openBrowser(url: string, env: Environment): Promise<boolean> {
  const [program, ...parts] = opener(process.platform, env) ?? [];
  if (program === undefined) return false;
  const child = spawn(program, [...parts, url], { detached: true, stdio: 'ignore', env: desktopOf(env) });
  try {
    await once(child, 'spawn');
  } catch {
    return false;
  }
  child.unref();
  return true;
}
