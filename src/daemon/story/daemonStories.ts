import type { Settings } from '../../settings/loadSettings.ts';
import type { DaemonOptions } from '../daemonOptions.ts';
import { sentPlace } from '../../store/sentPlace.ts';
import type { StorePlace } from '../../store/storePlace.ts';
import { paymentDatabases } from '../paymentStore.ts';
import { Stories, type StoriesOptions } from './stories.ts';

/** The stories of a daemon, in its databases and sessions. */
export function daemonStories({ clock, env = {}, accounts, state }: DaemonOptions, own: StorePlace, settings: () => Settings): Stories {
  const { server } = own;
  const payments = paymentDatabases(env, { accounts, state, server }).map(({ database: path }) => ({ path, server }));
  const databases = [own, ...payments].map(sentPlace);
  const usesOf = (named: Settings['strategies']) => Object.fromEntries(Object.entries(named).map(([name, { use }]) => [name, { use }]));
  const sources: StoriesOptions['sources'] = () => {
    const { directory, strategies, shadows } = settings();
    return { place: { databases, state }, own: { directory, strategies: usesOf(strategies), shadows: usesOf(shadows) } };
  };
  return new Stories({ clock, sources });
}
