import { expect, it } from 'vitest';
import { monitorStandby } from '../../src/metrics/monitorStandby.ts';

it('one that stands by lives, is not ready, and says why', async () => {
  const server = await monitorStandby(() => 'standing by for account-1', 0);
  const read = async (path: string): Promise<readonly [number, string]> => {
    const answer = await fetch(`${server.url}${path}`);
    return [answer.status, await answer.text()];
  };
  expect(await read('/livez')).toEqual([200, '{"alive":true}']);
  expect(await read('/readyz')).toEqual([503, '{"ready":false,"reasons":["standing by for account-1"]}']);
  expect((await read('/metrics'))[1]).toMatch(/^# HELP sluice_standing_by .*\n# TYPE sluice_standing_by gauge\nsluice_standing_by 1\n$/);
  await server.close();
});
