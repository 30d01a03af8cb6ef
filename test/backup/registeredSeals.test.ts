import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { registeredSeals } from '../../src/backup/registeredSeals.ts';
import { type Sealed, SealFile } from '../../src/store/sealFile.ts';
import { ownFolder } from '../ownFolder.ts';

const SEALED: Sealed = { venue: 'v', key: 'k', database: '/a.sqlite', journal: 'j', changes: 1, epoch: 1, token: 't', at: 5 };

test('whoever looks at the seals of a register leaves one that is damaged where it is, so that it goes on refusing its journal', () => {
  const accounts = join(ownFolder('seals-'), 'accounts');
  mkdirSync(accounts);
  const sound = new SealFile(join(accounts, 'account-0123456789ab.seal'));
  sound.write(SEALED, false);
  sound.close();
  const damaged = join(accounts, 'account-ba9876543210.seal');
  writeFileSync(damaged, 'damage');
  const before = readdirSync(accounts);
  expect(registeredSeals(accounts)).toEqual([{ id: 'account-0123456789ab', sealed: SEALED }]);
  expect(readdirSync(accounts)).toEqual(before);
  expect(readFileSync(damaged, 'utf8')).toBe('damage');
});
