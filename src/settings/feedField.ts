import { feedAddress, type FeedSetting } from './feedServer.ts';
import { scalar } from './kinds.ts';

/** A field that names a stream of a NATS server. */
export function feedField(setting: FeedSetting, about: string) {
  return scalar(
    'path',
    { about },
    'an address like nats://sluice:${env:SLUICE_FEED_PASSWORD}@10.0.0.5:4222/sluice; a password is never written into this file',
    ['nats://sluice:${env:SLUICE_FEED_PASSWORD}@10.0.0.5/sluice'],
    (text) => (feedAddress(text, setting) === undefined ? undefined : text),
  );
}
