import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { stringifyJson } from '../../src/base/json.ts';
import { allOperations } from '../../src/contract/contract.ts';
import { SCENARIOS } from './scenarios.ts';
import { canonical, openScene, type Scene, shown } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterAll(async () => {
  expect(scene.simulator.truth().failures).toEqual([]);
  await scene.close();
});

test('every operation of the contract has a scenario', () => {
  expect(Object.keys(SCENARIOS).toSorted()).toEqual(
    allOperations()
      .map(({ name }) => name)
      .toSorted(),
  );
});

test.each(allOperations())('$name: client, simulator and client agree over HTTP ($row.section)', async ({ name, row }) => {
  const { prepare, expects } = SCENARIOS[name]!;
  const { reply, status, bytes } = await scene.send(name, await prepare?.(scene));
  expect(status).toBe(row.reply.status);
  if (expects === undefined) {
    expect([reply, bytes.length]).toEqual([undefined, 0]);
    return;
  }
  expect({ body: shown(reply) }).toMatchObject({ body: expects });
  expect(stringifyJson(z.encode(row.reply.body, reply))).toBe(canonical(bytes));
});
