import { expect, it } from 'vitest';
import { run } from './testIo.ts';

const QUOTE = '8b6f0c52-6c1c-4c6d-9a57-0d3d3bb7a0a1';

it.each([
  ['--from', 'EUR'],
  ['--to', 'BTC'],
  ['--from-amount', '100'],
  ['--to-amount', '0.01'],
])('refuses %s beside the id of a quote, which has its own', async (...option) => {
  const { code, stderr } = await run(['convert', 'execute', QUOTE, ...option, '--yes']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('a quote has its currencies and amounts') as unknown]);
});
