import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../base/fault.ts';
import { dayFilePath, type DayFile, listDayFiles, MARKET_FILE } from './dayFiles.ts';
import { moveInPlace, syncFolder, systemDisk } from './disk.ts';

/** A file of one folder and what it is called in another one. */
interface Move {
  readonly file: string;
  readonly target: string;
}

/**
 * Moves the files of a symbol into its folder, after those that are there: on a day that exists they become its next parts. When
 * one can't be moved, those already moved go back. Returns their new paths. What is to be moved is written to `plan` first: who is
 * killed meanwhile is followed by `finishMoving`.
 */
export async function moveRecording(from: string, to: string, plan: string): Promise<readonly string[]> {
  const existing = listDayFiles(to, MARKET_FILE);
  const moves = listDayFiles(from, MARKET_FILE).map((file) => ({ file: basename(file.path), target: targetOf(file, to, existing) }));
  await writePlan(plan, moves);
  const moved: Move[] = [];
  try {
    for (const move of moves) {
      renameSync(join(from, move.file), join(to, move.target));
      moved.push(move);
    }
  } catch (error) {
    for (const { file, target } of moved.toReversed()) renameSync(join(to, target), join(from, file));
    rmSync(plan, { force: true });
    throw error;
  }
  await syncFolder(to);
  return moves.map(({ target }) => join(to, target));
}

/**
 * Moves what is left of a plan. False where there is none. Throws a `Fault` `store`, and moves nothing, where another file has come meanwhile, or what had been
 * moved is gone: whether the rest is still wanted is for a person to say.
 */
export async function finishMoving(from: string, to: string, plan: string): Promise<boolean> {
  if (!existsSync(plan)) return false;
  const moves = (JSON.parse(readFileSync(plan, 'utf8')) as readonly Move[]).map(({ file, target }) => {
    const [source, place] = [join(from, file), join(to, target)];
    return { source, place, isLeft: existsSync(source), isTaken: existsSync(place) };
  });
  const gone = moves.find(({ isLeft, isTaken }) => !isLeft && !isTaken);
  if (gone !== undefined) {
    throw new Fault('store', `an import was killed while it was moved to ${to}, and ${basename(gone.place)}, which it had moved, is gone`, {
      suggestion: `remove ${dirname(plan)} if you don't want the rest, or move its files to ${to}`,
    });
  }
  const left = moves.filter(({ isLeft }) => isLeft);
  const taken = left.find(({ isTaken }) => isTaken);
  if (taken !== undefined) {
    throw new Fault('store', `${taken.source} is of an import that was killed, and there is a ${taken.place} by now`, {
      suggestion: 'move one of them away',
    });
  }
  for (const { source, place } of left) renameSync(source, place);
  await syncFolder(to);
  return true;
}

async function writePlan(plan: string, moves: readonly Move[]): Promise<void> {
  const draft = await systemDisk.open(`${plan}.new`);
  try {
    await draft.write(Buffer.from(JSON.stringify(moves)), 0);
    await draft.datasync();
  } finally {
    await draft.close();
  }
  await moveInPlace(`${plan}.new`, plan, dirname(plan));
}

function targetOf({ path, day, part, closed }: DayFile, folder: string, existing: readonly DayFile[]): string {
  const parts = existing.filter((file) => file.day === day).map((file) => file.part + 1);
  const plain = basename(dayFilePath(folder, MARKET_FILE, day, part + Math.max(0, ...parts)));
  return `${plain}${closed ? path.slice(path.lastIndexOf('.')) : ''}`;
}
