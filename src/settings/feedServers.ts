import type { BrokenRule } from './brokenRule.ts';
import { type FeedServer, type FeedSetting, resolveFeed } from './feedServer.ts';
import type { Environment } from './secrets.ts';
import { valueAt } from './treeValue.ts';
import type { TreeValue } from './yamlTree.ts';

/** Where a market is published, and where one is taken from. */
export interface FeedServers {
  readonly publish?: FeedServer;
  readonly feed?: FeedServer;
}

/** The servers of `record.publish` and `venue.feed`, with the references to their passwords followed. Undefined without any. */
export function feedServersOf(
  root: TreeValue | undefined,
  from: { readonly env: Environment; readonly directory: string },
  add: (rule: BrokenRule) => void,
): FeedServers | undefined {
  const serverAt = (setting: FeedSetting): FeedServer | undefined => {
    const path = setting.split('.');
    const text = valueAt(root, path);
    const found = typeof text === 'string' ? resolveFeed(text, setting, from.env, from.directory) : undefined;
    if (typeof found !== 'string') return found;
    add({ path, message: found });
    return undefined;
  };
  const publish = serverAt('record.publish');
  const feed = serverAt('venue.feed');
  if (publish === undefined && feed === undefined) return undefined;
  return { ...(publish !== undefined && { publish }), ...(feed !== undefined && { feed }) };
}
