import { afterEach, expect, it } from 'vitest';
import { CannotGoOn } from './cannotGoOn.ts';
import { toldOption, WrongOption } from './wrongOption.ts';

afterEach(() => {
  process.exitCode = undefined;
});

const failing = (fault: Error) => (): Promise<void> => Promise.reject(fault);

it.each([
  [new WrongOption('--kills must be a number\nat wrongOption.ts'), 2, '--kills must be a number\n'],
  [new CannotGoOn('a worker could not start (1): no memory\nfor it'), 1, 'a worker could not start (1): no memory\nfor it\n'],
])('a command that meets %s ends with %i and says why, without a stack', async (fault, code, said) => {
  const told: string[] = [];
  await toldOption(failing(fault), { write: (text) => told.push(text) });
  expect(told).toEqual([said]);
  expect(process.exitCode).toBe(code);
});

it('keeps the stack of a fault of the code', async () => {
  await expect(toldOption(failing(new TypeError('not a function')))).rejects.toThrow('not a function');
});
