import { renameSync } from 'node:fs';

import { syncFolder } from './disk.ts';
import { dayFilePath, type DayFile, listDayFiles, MARKET_FILE } from './dayFiles.ts';

/**
 * Moves the files of a symbol into its folder, after those that are there: on a day that exists they become its next parts. When
 * one can't be moved, those already moved go back. Returns their new paths.
 */
export async function moveRecording(from: string, to: string): Promise<readonly string[]> {
  const existing = listDayFiles(to, MARKET_FILE);
  const moved: { readonly file: string; readonly target: string }[] = [];
  try {
    for (const file of listDayFiles(from, MARKET_FILE)) {
      const target = targetOf(file, to, existing);
      renameSync(file.path, target);
      moved.push({ file: file.path, target });
    }
  } catch (error) {
    for (const { file, target } of moved.toReversed()) renameSync(target, file);
    throw error;
  }
  await syncFolder(to);
  return moved.map(({ target }) => target);
}

function targetOf({ path, day, part, closed }: DayFile, folder: string, existing: readonly DayFile[]): string {
  const parts = existing.filter((file) => file.day === day).map((file) => file.part + 1);
  return `${dayFilePath(folder, MARKET_FILE, day, part + Math.max(0, ...parts))}${closed ? path.slice(path.lastIndexOf('.')) : ''}`;
}
