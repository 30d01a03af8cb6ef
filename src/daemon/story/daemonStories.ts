import type { Settings } from '../../settings/loadSettings.ts';
import type { DaemonOptions } from '../daemonOptions.ts';
import { paymentDatabases } from '../paymentStore.ts';
import { Stories, type StoriesOptions } from './stories.ts';

/** The stories of a daemon, in its databases and sessions. */
export function daemonStories({ clock, env = {}, accounts, state }: DaemonOptions, database: string, settings: () => Settings): Stories {
  const databases = [database, ...paymentDatabases(env, { accounts, state }).map((payments) => payments.database)];
  const usesOf = (named: Settings['strategies']) => Object.fromEntries(Object.entries(named).map(([name, { use }]) => [name, { use }]));
  const sources: StoriesOptions['sources'] = () => {
    const { directory, strategies, shadows } = settings();
    return { place: { databases, state }, own: { directory, strategies: usesOf(strategies), shadows: usesOf(shadows) } };
  };
  return new Stories({ clock, sources });
}
