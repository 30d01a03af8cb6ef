import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { diskFault, diskReason, onDisk } from '../../src/base/diskFault.ts';
import { Fault } from '../../src/base/fault.ts';

const folder = mkdtempSync(join(tmpdir(), 'disk-'));
const file = join(folder, 'file');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true }));

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe(onDisk.name, () => {
  const cases: readonly (readonly [reason: string, work: () => unknown])[] = [
    [`making the folder ${file}/x failed: a part of the path is not a folder`, () => mkdirSync(`${file}/x`)],
    [`making the folder ${file} failed: something with that name is there already`, () => mkdirSync(file)],
    [`making the folder ${folder}/a/b failed: nothing can be made there`, () => mkdirSync(`${folder}/a/b`)],
    [`opening ${folder}/none failed: there is no such file or folder`, () => openSync(`${folder}/none`, 'r')],
    [`opening ${folder} failed: it is a folder`, () => openSync(folder, 'w')],
    [`reading the folder ${folder}/none failed: there is no such file or folder`, () => readdirSync(`${folder}/none`)],
    [
      `moving ${folder}/none to ${folder}/other failed: there is no such file or folder`,
      () => renameSync(`${folder}/none`, `${folder}/other`),
    ],
  ];
  it.each(cases)('says what was to be done, where it failed, and why: %s', (reason, work) => {
    const fault = thrownBy(() => onDisk("the run can't be written", work)) as Fault;
    expect(fault).toBeInstanceOf(Fault);
    expect([fault.code, fault.message]).toEqual(['store', `the run can't be written: ${reason}`]);
    expect(fault.suggestion).toMatch(/folder/);
  });

  it('asks for a file that is there where one is missing, and for a folder that may be written where one can not be made', () => {
    const advice = (work: () => unknown): unknown => (thrownBy(() => onDisk("the batch can't be read", work)) as Fault).suggestion;
    expect(advice(() => openSync(`${folder}/none`, 'r'))).toMatch(/^name a file that is there/);
    expect(advice(() => readFileSync(folder))).toMatch(/^name a file that is there/);
    expect(advice(() => mkdirSync(`${folder}/a/b`))).toMatch(/^name a folder/);
  });

  it('answers what the work answers, and throws on what is no refusal of the disk', () => {
    expect(onDisk('it', () => 7)).toBe(7);
    const known = new Fault('usage', 'known');
    const broken = new TypeError('x is not a function');
    for (const error of [known, broken, 'text', undefined]) expect(diskFault('it', error)).toBe(error);
  });
});

describe(diskReason.name, () => {
  const systemError = (code: string, syscall: string): Error => Object.assign(new Error(`${code}: as Node says`), { code, syscall });

  it('has words for a disk that is full, and the code for what is rare', () => {
    expect(diskReason(systemError('ENOSPC', 'write'))).toBe('writing failed: no space is left on the disk');
    expect(diskReason(systemError('EXDEV', 'copyfile'))).toBe('copyfile failed: EXDEV');
    expect((diskFault('it', systemError('ENOSPC', 'write')) as Fault).suggestion).toContain('free space');
  });

  it('leaves other messages as they are', () => {
    expect(diskReason(new Error('incorrect header check'))).toBe('incorrect header check');
    expect(diskReason('torn')).toBe('torn');
  });
});
