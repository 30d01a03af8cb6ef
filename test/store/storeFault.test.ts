import { expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { isConstraint, isFatal, storeFault } from '../../src/store/storeFault.ts';

const full = Object.assign(new Error('SQLITE_FULL: database or disk is full'), { code: 'SQLITE_FULL' });

test('an error of the driver says what could not be done, why, and what a person may do', () => {
  const fault = storeFault('the intent was not journalled', storeFault('the database refused', full), { outcome: 'not-sent' });
  expect(fault).toMatchObject({ code: 'store', outcome: 'not-sent', cause: full });
  expect(fault.message).toBe('the intent was not journalled: SQLITE_FULL: database or disk is full');
  expect(fault.suggestion).toContain('Free space');
});

test('another Fault keeps its code and words', () => {
  const newer = new Fault('schema-newer', 'too new', { suggestion: 'go back' });
  expect(storeFault('it could not be opened', newer)).toMatchObject({ code: 'schema-newer', message: 'too new', suggestion: 'go back' });
});

test('after a failed flush or damage the connection is not used any more; after a full disk it is', () => {
  const coded = (code: string): Error => Object.assign(new Error(code), { code });
  expect(['SQLITE_IOERR', 'SQLITE_CORRUPT', 'SQLITE_NOTADB'].map((code) => isFatal(coded(code)))).toEqual([true, true, true]);
  expect([isFatal(full), isFatal(new Error('SQLITE_IOERR')), isFatal(undefined)]).toEqual([false, false, false]);
  expect([isConstraint(coded('SQLITE_CONSTRAINT')), isConstraint(storeFault('x', coded('SQLITE_CONSTRAINT'))), isConstraint(full)]).toEqual(
    [true, true, false],
  );
});
