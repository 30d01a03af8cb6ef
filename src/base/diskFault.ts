import { Fault, messageOf } from './fault.ts';

/** An error of the operating system, as Node tells it. */
interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path?: string;
  readonly dest?: string;
}

/**
 * Turns an error of the disk into a `Fault` `store` that says what was to be done, where it failed, and why in words. Any other
 * error is returned as it is. Use: `throw diskFault('the run can\'t be written', error)`. `whenMissing` says what to do about a file that is not
 * there: which one is expected, and the command that makes it.
 */
export function diskFault(what: string, error: unknown, whenMissing = PATH): unknown {
  if (!isSystemError(error)) return error;
  const isMissing = error.code === 'ENOENT' || error.code === 'EISDIR';
  const suggestion =
    isMissing && error.syscall !== 'mkdir' ? whenMissing : (SUGGESTIONS[error.code] ?? 'check the disk and its permissions, then repeat');
  return new Fault('store', `${what}: ${diskReason(error)}`, { cause: error, suggestion });
}

/** Runs work on the disk and throws its errors as `diskFault` makes them. */
export function onDisk<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskFault(what, error);
  }
}

/** What failed and why, in words. For an error that is not the system's, its message. */
export function diskReason(error: unknown): string {
  if (!isSystemError(error)) return messageOf(error);
  const { code, syscall, path, dest } = error;
  const act = [ACTS[syscall] ?? syscall, path, ...(dest === undefined ? [] : ['to', dest])].filter((part) => part !== undefined).join(' ');
  const isNowhere = syscall === 'mkdir' && code === 'ENOENT';
  return `${act} failed: ${isNowhere ? 'nothing can be made there' : (REASONS[code] ?? code)}`;
}

function isSystemError(error: unknown): error is SystemError {
  const { code, syscall } = (error ?? {}) as Partial<SystemError>;
  return error instanceof Error && typeof code === 'string' && typeof syscall === 'string';
}

const ACTS: Readonly<Record<string, string>> = {
  access: 'looking at',
  close: 'closing',
  fdatasync: 'syncing to the disk',
  fsync: 'syncing to the disk',
  ftruncate: 'shortening',
  lstat: 'looking at',
  mkdir: 'making the folder',
  mkdtemp: 'making the folder',
  open: 'opening',
  opendir: 'reading the folder',
  read: 'reading',
  rename: 'moving',
  rm: 'removing',
  rmdir: 'removing',
  scandir: 'reading the folder',
  stat: 'looking at',
  unlink: 'removing',
  write: 'writing',
};

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the quota of this user is used up',
  EEXIST: 'something with that name is there already',
  EFBIG: 'the file would be larger than is allowed',
  EIO: 'the disk failed',
  EISDIR: 'it is a folder',
  ELOOP: 'its links go round in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTEMPTY: 'the folder is not empty',
  EPERM: 'that is not permitted',
  EROFS: 'nothing can be written on that file system',
};

const SPACE = 'free space on the disk, or name a folder on another one; then repeat';
const PATH = 'name a file that is there; where one is written, a folder that this user may write';
const PLACE = 'name a folder that this user may write';
const SUGGESTIONS: Readonly<Record<string, string>> = {
  EACCES: PLACE,
  EDQUOT: SPACE,
  EEXIST: PLACE,
  ENOENT: PLACE,
  ENOSPC: SPACE,
  ENOTDIR: PLACE,
  EPERM: PLACE,
  EROFS: PLACE,
};
